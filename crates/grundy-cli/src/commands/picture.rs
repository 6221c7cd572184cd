//! Pictures, into a file or onto the terminal.

use crate::failure::{Failure, terminal_width};
use crate::output::stdout;
use grundy::ask::files::Output;
use grundy::report::heat_map::HeatMap;
use grundy::report::plot::Plot;
use std::io::Write;
use std::path::Path;

/// Where a picture goes.
#[derive(Debug)]
pub enum Canvas {
    /// A sketch in letters.
    Terminal,
    /// An SVG file.
    Svg(Output),
    /// A PNG file.
    Png(Output),
}

impl Canvas {
    /// The place that `--plot` names, if it can be written.
    pub fn check(file: Option<&str>) -> Result<Option<Canvas>, Failure> {
        let Some(file) = file else { return Ok(None) };
        if file == "-" {
            return Ok(Some(Canvas::Terminal));
        }
        let path = Path::new(file);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Some(Canvas::Svg(Output::check(path)?))),
            // Devices and pipes have no ending.
            _ if is_special(path) => Ok(Some(Canvas::Svg(Output::check(path)?))),
            Some("png") if cfg!(feature = "png") => Ok(Some(Canvas::Png(Output::check(path)?))),
            Some("png") => {
                Err(Failure::input("this build cannot render PNG files", Some("a file ending in `.svg`")))
            }
            _ => {
                let message = format!("a picture is written into a file ending in .svg or .png: `{file}`");
                Err(Failure::input(message, Some("`--plot -` draws in the terminal")))
            }
        }
    }

    /// Draws a sequence there.
    pub fn show(self, plot: &Plot<'_>) -> Result<(), Failure> {
        self.draw(|| plot.svg(), |width| plot.terminal(width, 20))
    }

    /// Draws a table there.
    pub fn show_table(self, map: &HeatMap<'_>) -> Result<(), Failure> {
        self.draw(|| map.svg(), |width| map.terminal(width))
    }

    fn draw(self, svg: impl Fn() -> String, sketch: impl Fn(usize) -> String) -> Result<(), Failure> {
        match self {
            Canvas::Svg(output) => Ok(output.write(svg().as_bytes())?),
            Canvas::Png(output) => Ok(output.write(&png(&svg())?)?),
            Canvas::Terminal => {
                let mut out = stdout();
                writeln!(out, "{}", sketch(terminal_width().clamp(20, 200)).trim_end())?;
                Ok(out.flush()?)
            }
        }
    }
}

/// Whether something is there that is neither a file nor a folder, or stands for standard output, wherever that leads.
fn is_special(path: &Path) -> bool {
    path.starts_with("/dev") || path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Renders an SVG on white paper, twice as large as it says: screens have small dots.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    use resvg::{tiny_skia, usvg};
    const SCALE: f32 = 2.0;
    let wrong = |what: &str| Failure::input(format!("the picture cannot be rendered: {what}"), None);
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    // The page's own colours follow its theme; on paper they are black.
    let svg = svg.replacen("<svg ", "<svg color=\"#000\" ", 1);
    let tree = usvg::Tree::from_str(&svg, &options).map_err(|error| wrong(&error.to_string()))?;
    let (width, height) = (tree.size().width() * SCALE, tree.size().height() * SCALE);
    let mut paper = tiny_skia::Pixmap::new(width.ceil() as u32, height.ceil() as u32)
        .ok_or_else(|| wrong("it has no size"))?;
    paper.fill(tiny_skia::Color::WHITE);
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut paper.as_mut());
    paper.encode_png().map_err(|error| wrong(&error.to_string()))
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::input("this build cannot render PNG files", None))
}
