//! Draws the ratios as an SVG bar chart with one group of bars for each job and set.

use crate::race::Figures;
use crate::report::{SetReport, rounded};

// Lengths in pixels.
const BAR: usize = 16;
const GAP: usize = 26;
const TITLE: usize = 30;
const LABELS: usize = 190;
const BARS: usize = 480;
const VALUES: usize = 190;

/// Two colours that are distinguishable with colour-blindness (Okabe and Ito).
const OWN: &str = "#0072b2";
const OTHERS: &str = "#e69f00";

/// Draws each solver's speed relative to the baseline, one group below the other. Lanedoku's bars are blue.
pub fn svg(reports: &[SetReport]) -> String {
    let rows: usize = reports.iter().map(|report| report.figures.len()).sum();
    let height = TITLE + rows * BAR + reports.len() * GAP + GAP / 2;
    let width = LABELS + BARS + VALUES;
    let ratios = reports.iter().flat_map(|report| &report.figures).map(|figures| figures.ratio.median);
    let pixels_per_unit = BARS as f64 / ratios.fold(1.0, f64::max);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"8\" y=\"18\" font-weight=\"bold\">Speed relative to {}, medians; longer is faster</text>\n",
        escaped(reports.first().map_or("the first", |report| &report.baseline)),
    );
    let one_job = reports.windows(2).all(|pair| pair[0].job.name() == pair[1].job.name());
    let mut top = TITLE;
    for report in reports {
        top += GAP;
        text += &format!(
            "<text x=\"8\" y=\"{}\" font-weight=\"bold\">{}{}</text>\n",
            top - 6,
            if one_job { String::new() } else { format!("{}: ", report.job.name()) },
            escaped(&report.set),
        );
        for figures in &report.figures {
            text += &bar(figures, report.job.unit(), top, pixels_per_unit);
            top += BAR;
        }
    }
    text + "</svg>\n"
}

/// Draws one bar with its name and its figures.
fn bar(figures: &Figures, unit: &str, top: usize, pixels_per_unit: f64) -> String {
    let name = escaped(&figures.participant);
    let colour = if figures.participant.starts_with("lanedoku") { OWN } else { OTHERS };
    let ratio = figures.ratio.median;
    let length = ratio * pixels_per_unit;
    format!(
        "<text x=\"{}\" y=\"{baseline}\" text-anchor=\"end\">{name}</text>\
         <rect x=\"{LABELS}\" y=\"{}\" width=\"{length:.1}\" height=\"{}\" fill=\"{colour}\"/>\
         <text x=\"{:.1}\" y=\"{baseline}\">{}x, {} {unit}s/s</text>\n",
        LABELS - 6,
        top + 1,
        BAR - 2,
        LABELS as f64 + length + 6.0,
        rounded(ratio),
        rounded(figures.per_second.median),
        baseline = top + BAR - 4,
    )
}

/// Escapes text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use testkit::cycles::Spread;

    use super::*;
    use crate::job::Job;

    #[test]
    fn the_chart_is_xml_with_a_bar_for_each_figure_in_proportion() {
        let figures = |participant: &str, median| Figures {
            participant: participant.to_owned(),
            per_second: Spread { least: 1.0, median: 1.0, most: 1.0 },
            ratio: Spread { least: median, median, most: median },
            guesses: None,
        };
        let report = SetReport {
            job: Job::Count,
            set: "a < b & c".to_owned(),
            puzzles: 1,
            baseline: "<other>".to_owned(),
            figures: vec![figures("<other>", 1.0), figures("lanedoku", 4.0)],
        };
        let text = svg(&[report.clone(), report.clone()]);
        let document = roxmltree::Document::parse(&text).unwrap();
        let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        for text in [
            "<other>",
            "Speed relative to <other>, medians; longer is faster",
            "a < b & c",
            "4.0x, 1.0 solutions/s",
        ] {
            assert!(texts.contains(&text), "{text}");
        }
        let bars = document.descendants().filter(|node| node.attribute("x") == Some("190"));
        let bars: Vec<_> = bars.map(|bar| (bar.attribute("width"), bar.attribute("fill"))).collect();
        let [other, own] = [(Some("120.0"), Some(OTHERS)), (Some("480.0"), Some(OWN))];
        assert_eq!(bars, [other, own, other, own]);
        let jobs = svg(&[report.clone(), SetReport { job: Job::Unique, ..report }]);
        assert!(jobs.contains(">count: a "), "several jobs are named");
    }

    #[test]
    fn without_sets_the_chart_is_empty() {
        roxmltree::Document::parse(&svg(&[])).unwrap();
    }
}
