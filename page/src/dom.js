// Short names for the work with elements.

export const $ = (id) => document.getElementById(id);

// make('button', {class: 'plain', onclick: f, 'aria-label': '…'}, 'text', child, …)
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Writes only what has changed, so that a screen reader and the focus are left alone.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// The words beside a slider, which are its value.
export function setSpeed(id, text) {
  setText($(`${id}-speedtext`), text);
  $(`${id}-speed`).setAttribute('aria-valuetext', text);
}

// A choice of one among a few, as radio buttons in a fieldset. Returns a function that shows the present choice.
export function segment(fieldset, items, get, set) {
  const inputs = items.map(([value, text]) => {
    const input = make('input', {type: 'radio', name: fieldset.id, value, onchange: () => set(value)});
    fieldset.append(make('label', {}, input, text));
    return input;
  });
  const show = () => inputs.forEach((input) => { input.checked = input.value === get(); });
  show();
  return show;
}

// With English commas. The browser's own way takes a slow phone a tenth of a second at its first number.
export function number(n) {
  const [whole, part] = String(n).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (part ? `.${part}` : '');
}

export const plural = (n, one, many = one + 's') => `${number(n)} ${n === 1 ? one : many}`;

export function duration(seconds) {
  const three = (x) => (x < 10 ? String(+x.toPrecision(2)) : number(Math.round(x)));
  if (seconds < 0.00095) return `${plural(Math.max(1, Math.round(seconds * 1e6)), 'millionth')} of a second`;
  if (seconds < 0.95) return `${three(seconds * 1e3)} thousandths of a second`;
  return `${three(seconds)} seconds`;
}

// Tells a screen reader, once the state has settled.
let timer;
export function announce(text) {
  clearTimeout(timer);
  timer = setTimeout(() => setText($('live'), text), 300);
}

let hide;
export function toast(text) {
  $('toast').textContent = text;
  $('toast').classList.add('on');
  announce(text);
  clearTimeout(hide);
  hide = setTimeout(() => $('toast').classList.remove('on'), 2000);
}

export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast('This browser does not let the page copy');
  }
}
