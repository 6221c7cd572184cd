//! A graph as a picture: DOT for Graphviz, or SVG at once.
//!
//! The shape of a vertex says who wins, whatever the colours: P is a double circle, N a box, D a diamond. Below its name
//! stand the value and the remoteness. The SVG is drawn in layers, as Sugiyama, Tagawa and Toda (1981) do: edges that close a cycle are turned round, a
//! vertex stands above all its options, and a few sweeps put it near the middle of its neighbours. Best moves are
//! drawn strong.
//!
//! Time O(sweeps * (V + E) log V). Made to be looked at: a few hundred vertices.
//!
//! ```
//! use grundy::engine::graph::{analysis::Analysis, read::read};
//! use grundy::report::picture::Picture;
//! use grundy::{Convention, Limits};
//!
//! let limits = Limits::default();
//! let graph = read(&mut "a b\nb a\nc d".as_bytes(), &limits)?;
//! let found = Analysis::new(graph.graph(), Convention::Normal, &limits)?;
//! let picture = Picture { labels: graph.labels(), analysis: &found };
//! assert!(picture.dot().starts_with("digraph {"));
//! assert!(picture.svg().contains("<polygon"), "a and b are draws");
//! # Ok::<(), grundy::engine::graph::read::ReadError>(())
//! ```

use crate::engine::graph::analysis::Analysis;
use crate::engine::graph::read::Labels;
use crate::report::plot::escaped;
use crate::value::Outcome;
use std::fmt::Write;

/// What to draw.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The names of the vertices.
    pub labels: &'a Labels,
    /// What was found out.
    pub analysis: &'a Analysis<'a>,
}

/// Sweeps over the layers.
const SWEEPS: usize = 8;
/// Distance of neighbours in a layer, and of layers.
const STEP: (f64, f64) = (110.0, 100.0);
/// Half the width and the height of a vertex.
const HALF: (f64, f64) = (40.0, 26.0);

/// Colours of Okabe and Ito, light enough for black text.
fn colour(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "#56b4e9",
        Outcome::N => "#f0c24b",
        Outcome::D => "#d0d0d0",
    }
}

impl Picture<'_> {
    fn count(&self) -> u32 {
        self.labels.len() as u32
    }

    /// Value and remoteness, `3 in 5` or `∞{0}`.
    fn note(&self, vertex: u32) -> String {
        let value = self.analysis.value(vertex).map(|value| value.to_string());
        let level = self.analysis.outcomes().remoteness(vertex).map(|level| format!("in {level}"));
        let outcome = self.analysis.outcome(vertex).to_string();
        [Some(outcome), value, level].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The graph in the language of Graphviz.
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph {\n  node [style=filled, fontname=\"sans-serif\"];\n");
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let name = |vertex| quoted(&self.labels.label(vertex));
        for vertex in 0..self.count() {
            let outcome = self.analysis.outcome(vertex);
            let shape = match outcome {
                Outcome::P => "doublecircle",
                Outcome::N => "box",
                Outcome::D => "diamond",
            };
            let label = quoted(&self.labels.label(vertex));
            let label = format!("{}\\n{}\"", &label[..label.len() - 1], self.note(vertex));
            let fill = colour(outcome);
            let _ = writeln!(out, "  {} [label={label}, shape={shape}, fillcolor=\"{fill}\"];", name(vertex));
        }
        for vertex in 0..self.count() {
            let best = self.analysis.outcomes().best(self.analysis.graph(), vertex);
            for &option in self.analysis.graph().options(vertex) {
                let strong = if best == Some(option) { " [penwidth=2.5]" } else { "" };
                let _ = writeln!(out, "  {} -> {}{strong};", name(vertex), name(option));
            }
        }
        out + "}\n"
    }

    /// The graph as a picture.
    pub fn svg(&self) -> String {
        let places = self.places();
        let width = places.iter().map(|place| place.0).fold(0.0, f64::max) + 2.0 * STEP.0 / 2.0;
        let height = places.iter().map(|place| place.1).fold(0.0, f64::max) + STEP.1 / 2.0;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
             <title>A graph of {} vertices and {} edges</title>\n<desc>{}</desc>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            self.count(),
            self.analysis.graph().edges(),
            "Double circle: lost for the player to move (P). Box: won (N). Diamond: a draw (D). Strong arrows: best moves.",
        );
        for vertex in 0..self.count() {
            let best = self.analysis.outcomes().best(self.analysis.graph(), vertex);
            for &option in self.analysis.graph().options(vertex) {
                let path = self.arrow(&places, vertex, option);
                let stroke = if best == Some(option) { 2.4 } else { 1.0 };
                let _ = writeln!(
                    out,
                    "<path d=\"{path}\" fill=\"none\" stroke=\"#333\" stroke-width=\"{stroke}\" marker-end=\"url(#tip)\"/>"
                );
            }
        }
        for vertex in 0..self.count() {
            self.draw(&mut out, vertex, places[vertex as usize]);
        }
        out + "</svg>\n"
    }

    /// A vertex: shape, name, and what was found.
    fn draw(&self, out: &mut String, vertex: u32, (x, y): (f64, f64)) {
        let outcome = self.analysis.outcome(vertex);
        let style = format!("fill=\"{}\" stroke=\"#000\"", colour(outcome));
        let (w, h) = HALF;
        let _ = match outcome {
            Outcome::P => writeln!(
                out,
                "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{w}\" ry=\"{h}\" {style}/>\
                 <ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{}\" ry=\"{}\" fill=\"none\" stroke=\"#000\"/>",
                w - 4.0,
                h - 4.0
            ),
            Outcome::N => writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{}\" height=\"{}\" {style}/>",
                x - w,
                y - h + 4.0,
                2.0 * w,
                2.0 * h - 8.0
            ),
            Outcome::D => writeln!(
                out,
                "<polygon points=\"{:.1},{y:.1} {x:.1},{:.1} {:.1},{y:.1} {x:.1},{:.1}\" {style}/>",
                x - w - 8.0,
                y - h - 6.0,
                x + w + 8.0,
                y + h + 6.0
            ),
        };
        let name = self.labels.label(vertex);
        let name = match name.char_indices().nth(10) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.into_owned(),
        };
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-weight=\"bold\">{}</text><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\">{}</text>",
            y - 2.0,
            escaped(&name),
            y + 12.0,
            escaped(&self.note(vertex))
        );
    }

    /// The path of an edge: straight to the next layer, bent past others, a loop back to itself.
    fn arrow(&self, places: &[(f64, f64)], from: u32, to: u32) -> String {
        let ((x1, y1), (x2, y2)) = (places[from as usize], places[to as usize]);
        let (w, h) = HALF;
        if from == to {
            let (x, y) = (x1 + w * 0.9, y1);
            return format!(
                "M{x:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {x:.1} {:.1}",
                y - 8.0,
                x + 36.0,
                y - 22.0,
                x + 36.0,
                y + 22.0,
                y + 8.0
            );
        }
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx.hypot(dy).max(1.0);
        let is_near = (dy.abs() - STEP.1).abs() < 1.0;
        let is_pair = self.analysis.graph().options(to).contains(&from);
        // To the right of the way, so that the two edges of a pair part.
        let bend = if is_near && !is_pair { 0.0 } else { 18.0 + length / 12.0 };
        let (bx, by) =
            ((x1 + x2) / 2.0 - dy / length * bend * 2.0, (y1 + y2) / 2.0 + dx / length * bend * 2.0);
        let edge = |(x, y): (f64, f64)| {
            let (ux, uy) = (bx - x, by - y);
            let scale = 1.0 / ((ux / (w + 4.0)).powi(2) + (uy / (h + 4.0)).powi(2)).sqrt().max(0.01);
            (x + ux * scale, y + uy * scale)
        };
        let ((sx, sy), (ex, ey)) = (edge((x1, y1)), edge((x2, y2)));
        format!("M{sx:.1} {sy:.1}Q{bx:.1} {by:.1} {ex:.1} {ey:.1}")
    }

    /// Where the vertices stand.
    fn places(&self) -> Vec<(f64, f64)> {
        let count = self.count() as usize;
        let down = self.downward();
        let layer = layers(&down);
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); layer.iter().max().map_or(0, |most| most + 1)];
        (0..count).for_each(|vertex| rows[layer[vertex]].push(vertex as u32));
        let mut beside = vec![Vec::new(); count];
        for (from, options) in down.iter().enumerate() {
            for &to in options {
                beside[from].push(to);
                beside[to as usize].push(from as u32);
            }
        }
        let mut x = vec![0.0; count];
        for sweep in 0..SWEEPS {
            for row in &mut rows {
                let middle = |vertex: u32| {
                    let near = &beside[vertex as usize];
                    let sum: f64 = near.iter().map(|&other| x[other as usize]).sum();
                    if near.is_empty() || sweep == 0 { x[vertex as usize] } else { sum / near.len() as f64 }
                };
                row.sort_by(|&a, &b| middle(a).total_cmp(&middle(b)));
                let half = (row.len() as f64 - 1.0) / 2.0;
                row.iter().enumerate().for_each(|(place, &vertex)| x[vertex as usize] = place as f64 - half);
            }
        }
        let least = x.iter().copied().fold(0.0, f64::min);
        let place =
            |vertex: usize| ((x[vertex] - least + 0.5) * STEP.0, (layer[vertex] as f64 + 0.5) * STEP.1);
        (0..count).map(place).collect()
    }

    /// The options of every vertex, edges that close a cycle turned round, self-loops left out.
    fn downward(&self) -> Vec<Vec<u32>> {
        let graph = self.analysis.graph();
        let mut down = vec![Vec::new(); graph.vertices()];
        // 0 not seen, 1 on the path, 2 left behind.
        let mut state = vec![0u8; graph.vertices()];
        // Sources first, so that cycles are entered from outside.
        let (sources, others): (Vec<u32>, Vec<u32>) =
            (0..self.count()).partition(|&vertex| graph.predecessors(vertex).is_empty());
        for root in sources.into_iter().chain(others) {
            if state[root as usize] != 0 {
                continue;
            }
            state[root as usize] = 1;
            let mut path = vec![(root, 0)];
            while let Some((vertex, next)) = path.last_mut() {
                let vertex = *vertex;
                let Some(&option) = graph.options(vertex).get(*next) else {
                    state[vertex as usize] = 2;
                    path.pop();
                    continue;
                };
                *next += 1;
                match state[option as usize] {
                    _ if option == vertex => {}
                    1 => down[option as usize].push(vertex),
                    seen => {
                        down[vertex as usize].push(option);
                        if seen == 0 {
                            state[option as usize] = 1;
                            path.push((option, 0));
                        }
                    }
                }
            }
        }
        down
    }
}

/// Layers such that every vertex stands above its options; those without any are at the bottom of what leads to them.
fn layers(down: &[Vec<u32>]) -> Vec<usize> {
    let mut open = vec![0usize; down.len()];
    down.iter().flatten().for_each(|&to| open[to as usize] += 1);
    let mut layer = vec![0; down.len()];
    let mut ready: Vec<usize> = (0..down.len()).filter(|&vertex| open[vertex] == 0).collect();
    while let Some(vertex) = ready.pop() {
        for &to in &down[vertex] {
            layer[to as usize] = layer[to as usize].max(layer[vertex] + 1);
            open[to as usize] -= 1;
            if open[to as usize] == 0 {
                ready.push(to as usize);
            }
        }
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::engine::graph::csr::random::graphs;
    use crate::engine::graph::read::read;
    use crate::game::Convention;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_picture_reads_back(graph in graphs(12)) {
            let limits = Limits::default();
            let found = Analysis::new(&graph, Convention::Normal, &limits).expect("small");
            let labels = Labels::Consecutive(0, graph.vertices() as u32);
            let picture = Picture { labels: &labels, analysis: &found };
            let again = read(&mut picture.dot().as_bytes(), &limits).expect("DOT");
            prop_assert_eq!(again.graph(), &graph);
            let svg = picture.svg();
            prop_assert_eq!(svg.matches("marker-end").count(), graph.edges());
            prop_assert!(!svg.contains("NaN") && !svg.contains("inf"));
        }
    }
}
