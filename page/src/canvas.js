// Help for the drawings: colours of the theme, sharp lines on every screen, and a clock that runs only while it is
// needed.

import {column, row} from './cells.js';
import {$} from './dom.js';
import {onTheme} from './theme.js';

export const ink = {};
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['paper', 'ink', 'soft', 'line', 'grid', 'rule', 'fill', 'edge', 'accent', 'tint', 'tint2', 'signal', 'signal-tint', 'sans', 'mono']) {
    ink[name] = style.getPropertyValue(`--${name}`).trim();
  }
}
setTimeout(readColours); // it makes the browser lay out the page

// The sizes of canvases, as the browser tells them: to ask for one makes it lay out the page.
const sizes = new Map();
const observer = new ResizeObserver((entries) => {
  for (const {target, contentRect: {width, height}} of entries) if (width) sizes.set(target, [width, height].map(Math.round));
});

// A drawing in a section, which is made anew when the colours or the sizes change. The function that is returned draws
// a moment later, once the section is near what is seen: drawings would hold up the start, and every key.
const drawings = [];
export function drawing(section, draw) {
  let isNear = false;
  let isDue = false;
  let timer = 0;
  const later = () => {
    isDue = !isNear;
    clearTimeout(timer);
    if (isNear) timer = setTimeout(draw, 80);
  };
  later();
  new IntersectionObserver((entries) => {
    isNear = entries.at(-1).isIntersecting;
    if (isDue) later();
  }, {rootMargin: '400px'}).observe($(section));
  for (const canvas of $(section).querySelectorAll('canvas')) observer.observe(canvas);
  drawings.push(later);
  return later;
}
const drawAll = () => { readColours(); drawings.forEach((draw) => draw()); };
onTheme(drawAll);
addEventListener('resize', drawAll);

export const calm = matchMedia('(prefers-reduced-motion: reduce)');

export function pen(id) {
  const canvas = $(id);
  const [w, h] = sizes.get(canvas) ?? [canvas.clientWidth, canvas.clientHeight];
  const scale = Math.min(3, devicePixelRatio || 1);
  const [width, height] = [Math.round(w * scale), Math.round(h * scale)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
  const k = canvas.getContext('2d');
  k.setTransform(scale, 0, 0, scale, 0, 0);
  k.clearRect(0, 0, w, h);
  k.textBaseline = 'middle';
  return {k, w, h};
}

export function write(k, text, x, y, {size = 12, weight = 400, colour = ink.soft, align = 'left'} = {}) {
  k.font = `${weight} ${size}px ${ink.sans}`;
  k.fillStyle = colour;
  k.textAlign = align;
  k.fillText(text, x, y);
}

export function drawBoard(k, size, drawCell) {
  const c = size / 9;
  for (let cell = 0; cell < 81; cell++) drawCell(cell, column(cell) * c, row(cell) * c, c);
  const lines = (steps, colour, width) => {
    k.strokeStyle = colour;
    k.lineWidth = width;
    k.beginPath();
    for (const step of steps) {
      const at = Math.round(step * c) + (width === 1 ? 0.5 : 0);
      k.moveTo(at, 0);
      k.lineTo(at, size);
      k.moveTo(0, at);
      k.lineTo(size, at);
    }
    k.stroke();
  };
  lines([1, 2, 4, 5, 7, 8], ink.grid, 1);
  lines([3, 6], ink.rule, 1.25);
  k.strokeRect(0.6, 0.6, size - 1.2, size - 1.2);
}

// Calls `tick(seconds since the last call, now)` before each frame, from start() to stop(). Never while the page is
// hidden.
export function clock(tick) {
  let handle = 0;
  let before = 0;
  const frame = (now) => {
    handle = requestAnimationFrame(frame);
    tick(Math.min(0.1, (now - before) / 1000), now);
    before = now;
  };
  return {
    get runs() { return handle !== 0; },
    start() {
      before = performance.now();
      if (!handle) handle = requestAnimationFrame(frame);
    },
    stop() {
      cancelAnimationFrame(handle);
      handle = 0;
    },
  };
}
