//! The pictures, as SVG, with a light background so that they are readable on dark pages, too.

use crate::measure::{BATCH, OnBatch, SampleSpread};
use crate::path;
use crate::table::{Results, grouped};
use std::fmt::{Display, Write};

const INK: &str = "#1f2328";
const FAINT: &str = "#d0d7de";
const QUIET: &str = "#59636e";
const FORWARD: &str = "#0969da";
const BACKWARD: &str = "#e36209";
/// One colour for each board, distinct for any colour vision. The shapes differ as well.
const BOARD_COLOURS: [&str; 6] = ["#56b4e9", "#009e73", "#e69f00", "#d55e00", "#7b3294", "#1f2328"];

/// An SVG under construction.
struct Canvas {
    svg: String,
}

#[derive(Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' \
             height='{height}' font-family='Helvetica, Arial, sans-serif' font-size='13' role='img'>\n\
             <title>{title}</title>\n"
        );
        let _ = writeln!(
            svg,
            "<rect x='0.5' y='0.5' width='{}' height='{}' rx='8' fill='#ffffff' stroke='{FAINT}'/>",
            width - 1.0,
            height - 1.0
        );
        let mut canvas = Self { svg };
        canvas.styled_text(24.0, 34.0, Anchor::Start, INK, "font-size='17' font-weight='bold'", title);
        canvas
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        let _ = writeln!(
            self.svg,
            "<line x1='{:.1}' y1='{:.1}' x2='{:.1}' y2='{:.1}' stroke='{colour}' stroke-width='{width}'/>",
            from.0, from.1, to.0, to.1
        );
    }

    fn dashed(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        let _ = writeln!(
            self.svg,
            "<line x1='{:.1}' y1='{:.1}' x2='{:.1}' y2='{:.1}' stroke='{colour}' stroke-width='2' \
             stroke-dasharray='5 3'/>",
            from.0, from.1, to.0, to.1
        );
    }

    fn bar(&mut self, corner: (f64, f64), size: (f64, f64), colour: &str) {
        let _ = writeln!(
            self.svg,
            "<rect x='{:.1}' y='{:.1}' width='{:.1}' height='{:.1}' fill='{colour}'/>",
            corner.0, corner.1, size.0, size.1
        );
    }

    /// A marker. Each of the six colours has its own shape.
    fn marker(&mut self, kind: usize, (x, y): (f64, f64)) {
        let colour = BOARD_COLOURS[kind % BOARD_COLOURS.len()];
        let shape = match kind % 3 {
            0 => format!("<circle cx='{x:.1}' cy='{y:.1}' r='5'"),
            1 => format!("<rect x='{:.1}' y='{:.1}' width='9' height='9'", x - 4.5, y - 4.5),
            _ => format!("<path d='M{x:.1} {:.1}L{:.1} {:.1}H{:.1}Z'", y - 6.0, x + 5.5, y + 4.5, x - 5.5),
        };
        let _ = writeln!(self.svg, "{shape} fill='{colour}' stroke='#ffffff' stroke-width='0.8'/>");
    }

    fn path(&mut self, points: &str, colour: &str) {
        let _ = writeln!(
            self.svg,
            "<path d='{points}' fill='none' stroke='{colour}' stroke-width='1.4' stroke-linecap='round'/>"
        );
    }

    fn text(&mut self, x: f64, y: f64, anchor: Anchor, colour: &str, text: impl Display) {
        self.styled_text(x, y, anchor, colour, "", text);
    }

    fn styled_text(&mut self, x: f64, y: f64, anchor: Anchor, colour: &str, style: &str, text: impl Display) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.svg,
            "<text x='{x:.1}' y='{y:.1}' text-anchor='{anchor}' fill='{colour}' {style}>{text}</text>"
        );
    }

    fn upward_text(&mut self, x: f64, y: f64, text: &str) {
        let style = format!("transform='rotate(-90 {x:.1} {y:.1})'");
        self.styled_text(x, y, Anchor::Middle, QUIET, &style, text);
    }

    fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// Ten to a power, as text.
fn power_of_ten(exponent: i32) -> String {
    match exponent {
        0..=2 => grouped(10f64.powi(exponent)),
        3..=5 => format!("{} thousand", grouped(10f64.powi(exponent - 3))),
        6..=8 => format!("{} million", grouped(10f64.powi(exponent - 6))),
        _ => format!("{} billion", grouped(10f64.powi(exponent - 9))),
    }
}

/// Steps, and core cycles of every rung, for every board that takes steps; logarithmic.
pub fn rungs(results: &Results) -> Option<String> {
    const LEFT: f64 = 130.0;
    const RIGHT: f64 = 900.0;
    const TOP: f64 = 122.0;
    const LINE: f64 = 23.0;

    let boards: Vec<(usize, u64)> = results
        .timed_boards()
        .filter_map(|board| {
            let steps = results.entries.iter().map(|entries| entries[board].check.steps).max()?;
            (steps > 0).then_some((board, steps))
        })
        .collect();
    let cycles = |rung: usize, board: usize| {
        let timing = results.entries[rung][board].timing.as_ref()?;
        Some(SampleSpread::of(&timing.solver_only, |sample| sample.cycles).min)
    };
    let all = boards.iter().flat_map(|&(board, steps)| {
        (0..results.rungs.len()).filter_map(move |rung| cycles(rung, board)).chain([steps as f64])
    });
    let (low, high) = all.fold((f64::INFINITY, 0f64), |(low, high), value| (low.min(value), high.max(value)));
    if boards.is_empty() {
        return None;
    }
    let (low, high) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let x = |value: f64| LEFT + (value.log10() - f64::from(low)) / f64::from(high - low) * (RIGHT - LEFT);

    let bottom = TOP + LINE * (results.rungs.len() as f64 + 1.5);
    let mut canvas = Canvas::new(960.0, bottom + 62.0, "What a solve costs, rung by rung");
    let subtitle = "core cycles a solve, solver only, fastest of all repeats; \
                    first line: steps of the loop, the same for all rungs";
    canvas.text(24.0, 56.0, Anchor::Start, QUIET, subtitle);
    for (kind, &(board, steps)) in boards.iter().enumerate() {
        let (column, row) = (kind % 3, kind / 3);
        let (left, y) = (LEFT + 10.0 + column as f64 * 265.0, 78.0 + row as f64 * 20.0);
        canvas.marker(kind, (left, y - 4.0));
        let name = results.boards[board].name.replace('_', " ");
        canvas.text(left + 12.0, y, Anchor::Start, INK, format!("{name}: {} steps", grouped(steps as f64)));
    }
    for exponent in low..=high {
        let at = x(10f64.powi(exponent));
        canvas.line((at, TOP - 8.0), (at, bottom), FAINT, 1.0);
        canvas.text(at, bottom + 20.0, Anchor::Middle, QUIET, power_of_ten(exponent));
    }
    canvas.text(
        (LEFT + RIGHT) / 2.0,
        bottom + 44.0,
        Anchor::Middle,
        QUIET,
        "core cycles (first line: steps), logarithmic",
    );

    let mut y = TOP + 6.0;
    canvas.styled_text(LEFT - 12.0, y + 4.0, Anchor::End, INK, "font-weight='bold'", "steps");
    for (kind, &(_, steps)) in boards.iter().enumerate() {
        canvas.marker(kind, (x(steps as f64), y));
    }
    y += LINE * 1.5;
    for (number, rung) in results.rungs.iter().enumerate() {
        canvas.line((LEFT, y), (RIGHT, y), "#eaeef2", 1.0);
        canvas.text(LEFT - 12.0, y + 4.0, Anchor::End, INK, rung.name);
        for (kind, &(board, _)) in boards.iter().enumerate() {
            if let Some(cycles) = cycles(number, board) {
                canvas.marker(kind, (x(cycles), y));
            }
        }
        y += LINE;
    }
    Some(canvas.finish())
}

/// Core cycles a step of V6, V7 and V8 on the batch, beside the figures of V7's inventor.
pub fn steps(batch: &[OnBatch]) -> Option<String> {
    const LEFT: f64 = 70.0;
    const TOP: f64 = 84.0;
    const BOTTOM: f64 = 380.0;
    const WIDTH: f64 = 92.0;

    let highest = batch.iter().map(|solver| solver.cycles_per_step.min).fold(23.0, f64::max);
    let top = (highest / 5.0).ceil() * 5.0;
    let y = |value: f64| BOTTOM - value / top * (BOTTOM - TOP);
    let right = LEFT + WIDTH * batch.len() as f64;
    if batch.is_empty() {
        return None;
    }
    let mut canvas = Canvas::new(right + 30.0, BOTTOM + 78.0, "What a step costs");
    let subtitle = format!(
        "core cycles a step and puzzle on {BATCH} different puzzles, parse, check, set-up and refilling \
         included; fastest of all repeats"
    );
    canvas.text(24.0, 56.0, Anchor::Start, QUIET, subtitle);
    for tick in 0..=(top / 5.0) as u32 {
        let value = f64::from(tick) * 5.0;
        canvas.line((LEFT, y(value)), (right, y(value)), FAINT, 1.0);
        canvas.text(LEFT - 8.0, y(value) + 4.0, Anchor::End, QUIET, value);
    }
    canvas.upward_text(28.0, (TOP + BOTTOM) / 2.0, "core cycles a step");
    for (number, solver) in batch.iter().enumerate() {
        let middle = LEFT + WIDTH * (number as f64 + 0.5);
        let value = solver.cycles_per_step.min;
        let colour = match solver.name.as_str() {
            "V6" => "#8c959f",
            name if name.starts_with("V7") => "#54aeff",
            _ => "#2da44e",
        };
        canvas.bar((middle - 28.0, y(value)), (56.0, BOTTOM - y(value)), colour);
        canvas.styled_text(
            middle,
            y(value) + 17.0,
            Anchor::Middle,
            INK,
            "font-weight='bold'",
            format!("{value:.1}"),
        );
        let claimed = match solver.name.as_str() {
            "V6" => Some(23.0),
            "V7-assembly" => Some(15.0),
            _ => None,
        };
        if let Some(claimed) = claimed {
            canvas.dashed((middle - 38.0, y(claimed)), (middle + 38.0, y(claimed)), BACKWARD);
            // Beside the number in the bar.
            let label = if (y(claimed) - y(value)).abs() < 24.0 {
                y(claimed).min(y(value)) - 7.0
            } else {
                y(claimed) - 7.0
            };
            let halo = "style='paint-order:stroke' stroke='#ffffff' stroke-width='4'";
            canvas.styled_text(middle, label, Anchor::Middle, BACKWARD, halo, format!("reported: {claimed}"));
        }
        for (line, word) in solver.name.split(['-', ',']).enumerate() {
            canvas.text(middle, BOTTOM + 20.0 + 16.0 * line as f64, Anchor::Middle, INK, word.trim());
        }
    }
    canvas.line((LEFT, BOTTOM), (right, BOTTOM), INK, 1.0);
    canvas.text(
        24.0,
        BOTTOM + 62.0,
        Anchor::Start,
        QUIET,
        "dashed: reported by the inventor of the loop for V6 in C and V7 in assembly, on a Skylake",
    );
    Some(canvas.finish())
}

/// The path of the loop through a puzzle; one that is too long to draw step by step is shown as
/// the range of cells it covers, with its first steps below. `None` for a text that is not a board.
pub fn path(name: &str, text: &str) -> Option<String> {
    const ONE_BY_ONE: usize = 600;
    const PANEL: f64 = 230.0;

    let (places, open_cells) = path::of(text, 1_000_000)?;
    let title = format!("The loop's path through the puzzle “{}”", name.replace('_', " "));
    let long = places.len() > ONE_BY_ONE;
    let mut canvas = Canvas::new(960.0, if long { 690.0 } else { 390.0 }, &title);
    canvas.text(
        24.0,
        56.0,
        Anchor::Start,
        QUIET,
        format!("{open_cells} open cells, {} steps", grouped(places.len() as f64)),
    );
    canvas.line((560.0, 52.0), (590.0, 52.0), FORWARD, 3.0);
    canvas.text(598.0, 56.0, Anchor::Start, INK, "forward: a digit found");
    canvas.line((760.0, 52.0), (790.0, 52.0), BACKWARD, 3.0);
    canvas.text(798.0, 56.0, Anchor::Start, INK, "backward: none left");
    if long {
        let mut panel = Panel::new(
            &mut canvas,
            84.0,
            PANEL,
            open_cells,
            places.len(),
            "step: all of them, as the range of positions, coloured by the share of the directions",
        );
        panel.ranges(&places);
        let first = &places[..ONE_BY_ONE];
        let mut panel = Panel::new(
            &mut canvas,
            384.0,
            PANEL,
            open_cells,
            ONE_BY_ONE,
            "step: the first of them, one by one",
        );
        panel.one_by_one(first);
    } else {
        let mut panel = Panel::new(&mut canvas, 84.0, PANEL, open_cells, places.len(), "step");
        panel.one_by_one(&places);
    }
    Some(canvas.finish())
}

/// Axes for position against step.
struct Panel<'a> {
    canvas: &'a mut Canvas,
    top: f64,
    height: f64,
    open_cells: usize,
    steps: usize,
}

impl<'a> Panel<'a> {
    const LEFT: f64 = 76.0;
    const WIDTH: f64 = 850.0;

    fn new(
        canvas: &'a mut Canvas,
        top: f64,
        height: f64,
        open_cells: usize,
        steps: usize,
        label: &str,
    ) -> Self {
        let panel = Self { canvas, top, height, open_cells, steps };
        let right = Self::LEFT + Self::WIDTH;
        for position in (0..=open_cells).step_by(10) {
            let y = panel.y(position as f64);
            panel.canvas.line((Self::LEFT, y), (right, y), FAINT, 1.0);
            panel.canvas.text(Self::LEFT - 8.0, y + 4.0, Anchor::End, QUIET, position);
        }
        // Five to ten ticks of 1, 2 or 5 times a power of ten.
        let rough = 10f64.powf((steps as f64 / 6.0).log10().floor());
        let tick = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * rough)
            .into_iter()
            .find(|tick| steps as f64 / tick <= 8.0);
        let tick = tick.unwrap_or(rough).max(1.0);
        let mut at = 0.0;
        while at <= steps as f64 {
            let x = panel.x(at);
            panel.canvas.line((x, top + height), (x, top + height + 5.0), QUIET, 1.0);
            panel.canvas.text(x, top + height + 20.0, Anchor::Middle, QUIET, grouped(at));
            at += tick;
        }
        panel.canvas.text(Self::LEFT + Self::WIDTH / 2.0, top + height + 42.0, Anchor::Middle, QUIET, label);
        panel.canvas.upward_text(28.0, top + height / 2.0, "position (open cell)");
        panel
    }

    fn x(&self, step: f64) -> f64 {
        Self::LEFT + step / self.steps as f64 * Self::WIDTH
    }

    fn y(&self, position: f64) -> f64 {
        self.top + self.height - position / self.open_cells as f64 * self.height
    }

    /// A line for each step, from its cell to the next.
    fn one_by_one(&mut self, places: &[u8]) {
        let (mut forward, mut backward) = (String::new(), String::new());
        for (step, pair) in places.windows(2).enumerate() {
            let line = format!(
                "M{:.1} {:.1}L{:.1} {:.1}",
                self.x(step as f64),
                self.y(pair[0].into()),
                self.x(step as f64 + 1.0),
                self.y(pair[1].into())
            );
            if pair[1] > pair[0] { &mut forward } else { &mut backward }.push_str(&line);
        }
        self.canvas.path(&forward, FORWARD);
        self.canvas.path(&backward, BACKWARD);
    }

    /// For each point along the axis the positions covered: a bar, forward and backward in the
    /// proportion of the steps.
    fn ranges(&mut self, places: &[u8]) {
        let columns = Self::WIDTH as usize / 2;
        for column in 0..columns {
            let from = column * places.len() / columns;
            let to = ((column + 1) * places.len() / columns + 1).min(places.len());
            let slice = &places[from..to];
            let (Some(&low), Some(&high)) = (slice.iter().min(), slice.iter().max()) else { continue };
            let turns = slice.windows(2).filter(|pair| pair[1] > pair[0]).count();
            let share = turns as f64 / (slice.len() - 1).max(1) as f64;
            let (top, bottom) = (self.y(high.into()), self.y(low.into()));
            let border = top + (bottom - top) * (1.0 - share);
            let x = self.x(from as f64);
            self.canvas.bar((x, top), (2.0, (border - top).max(0.0)), BACKWARD);
            self.canvas.bar((x, border), (2.0, (bottom - border).max(0.0)), FORWARD);
        }
    }
}
