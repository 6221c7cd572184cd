//! QR codes (ISO/IEC 18004) of addresses: for the terminal in half blocks, for the page as a picture.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// Light modules around a code, which readers need to find it.
const QUIET: i32 = 4;

/// A text as dark and light squares.
pub struct Code(QrCode);

impl std::fmt::Debug for Code {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Code").field("size", &self.0.size()).finish()
    }
}

impl Code {
    /// The code of a text; none when it is too long, which is somewhat beyond 2000 bytes.
    pub fn new(text: &str) -> Option<Code> {
        QrCode::encode_text(text, QrCodeEcc::Medium).ok().map(Code)
    }

    fn span(&self) -> std::ops::Range<i32> {
        -QUIET..self.0.size() + QUIET
    }

    /// Two rows of squares for each line of text, light ones drawn, for most terminals are dark.
    pub fn terminal(&self) -> String {
        let mut text = String::new();
        for y in self.span().step_by(2) {
            for x in self.span() {
                let dark = |y| self.0.get_module(x, y);
                text.push(match (dark(y), dark(y + 1)) {
                    (false, false) => '█',
                    (false, true) => '▀',
                    (true, false) => '▄',
                    (true, true) => ' ',
                });
            }
            text.push('\n');
        }
        text
    }

    /// A picture that grows with its frame.
    pub fn svg(&self) -> String {
        let size = self.0.size() + 2 * QUIET;
        let mut path = String::new();
        for (y, x) in self.span().flat_map(|y| self.span().map(move |x| (y, x))) {
            if self.0.get_module(x, y) {
                let _ = write!(path, "M{},{}h1v1h-1z", x + QUIET, y + QUIET);
            }
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
             <path fill=\"#fff\" d=\"M0,0h{size}v{size}h-{size}z\"/><path fill=\"#000\" d=\"{path}\"/></svg>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_a_quiet_zone() {
        let code = Code::new("http://192.168.1.20:7171").expect("short");
        let text = code.terminal();
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()));
        assert!(rows[0].iter().chain(&rows[1]).all(|&module| module == '█'), "{text}");
        // Seven dark squares in a row at the top left, and at the top right.
        assert_eq!(rows[2][4..11].iter().collect::<String>(), " ▄▄▄▄▄ ");
        let end = rows[2].len() - 4;
        assert_eq!(rows[2][end - 7..end].iter().collect::<String>(), " ▄▄▄▄▄ ");
        assert!(code.svg().starts_with("<svg"));
        assert!(Code::new(&"x".repeat(5000)).is_none());
    }
}
