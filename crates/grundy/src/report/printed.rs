//! An argument as a page: Markdown, LaTeX or HTML, for handouts and papers.
//!
//! Lines that stand in columns, such as a nim-sum in binary, keep their columns; others become paragraphs. Nothing is taken for
//! markup that is not: whatever a rule or a position holds is escaped.
//!
//! ```
//! use grundy::ask::explain;
//! use grundy::report::printed::latex;
//!
//! let page = latex("Nim", &explain::rule(&grundy::NamedGame::read("nim")?));
//! assert!(page.contains(r"\section*{In words}"));
//! # Ok::<(), grundy::Error>(())
//! ```

use crate::ask::explain::Explanation;
use crate::game::answer::Section;
use std::fmt::Write;

/// Whether a section has columns.
fn has_columns(section: &Section) -> bool {
    section.lines.iter().any(|line| line.starts_with(' ') || line.trim_end().contains("  "))
}

/// Writes a page: `columns` and `paragraph` write what stands below a heading.
fn page(
    explanation: &Explanation,
    heading: impl Fn(&str) -> String,
    columns: impl Fn(&[String]) -> String,
    paragraph: impl Fn(&str) -> String,
) -> String {
    let mut text = String::new();
    for section in &explanation.sections {
        text.push_str(&heading(&section.title));
        if has_columns(section) {
            text.push_str(&columns(&section.lines));
        } else {
            text.extend(section.lines.iter().map(|line| paragraph(line)));
        }
    }
    text
}

/// Markdown, as `CommonMark` reads it.
pub fn markdown(title: &str, explanation: &Explanation) -> String {
    let body = page(
        explanation,
        |title| format!("\n## {}\n\n", in_markdown(title)),
        // Four blanks in front are code, whatever stands behind them.
        |lines| lines.iter().map(|line| format!("    {line}\n")).collect(),
        |line| format!("{}  \n", in_markdown(line)),
    );
    format!("# {}\n{body}", in_markdown(title))
}

/// Signs that would be markup get a backslash, which every punctuation may have.
fn in_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (index, sign) in text.char_indices() {
        let begins_list = index == 0 && "-+#>=~".contains(sign);
        // `12. ` at the beginning of a line would be an item of a list.
        let ends_number = sign == '.' && text[..index].bytes().all(|byte| byte.is_ascii_digit());
        if "\\`*_[]<>|&".contains(sign) || begins_list || (ends_number && index > 0) {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}

/// A LaTeX document for `lualatex` or `xelatex`, whose fonts have all letters.
pub fn latex(title: &str, explanation: &Explanation) -> String {
    let body = page(
        explanation,
        |title| format!("\n\\section*{{{}}}\n", in_latex(title)),
        |lines| {
            let lines: Vec<String> = lines.iter().map(|line| in_latex(line).replace(' ', "~")).collect();
            format!("\\begin{{flushleft}}\\ttfamily\n{}\n\\end{{flushleft}}\n", lines.join("\\\\\n"))
        },
        |line| format!("{}\\par\n", in_latex(line)),
    );
    format!(
        "% lualatex or xelatex\n\\documentclass{{article}}\n\\usepackage{{fontspec}}\n\\setmonofont{{DejaVu Sans Mono}}[Scale=0.85]\n\
         \\setlength{{\\parindent}}{{0pt}}\n\\begin{{document}}\n\\section*{{\\Large {}}}\n{body}\n\\end{{document}}\n",
        in_latex(title)
    )
}

/// Signs that LaTeX takes for commands, and those that its fonts join or change.
fn in_latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '{' | '}' | '_' | '&' | '%' | '#' | '$' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            // Two of them would become a dash, a quotation mark, or a guillemet.
            '-' | '`' | '\'' | '<' | '>' | '"' | ',' => {
                let _ = write!(escaped, "{sign}{{}}");
            }
            // A line that begins so behind `\\` would be an option of it.
            '[' | ']' | '*' => {
                let _ = write!(escaped, "{{{sign}}}");
            }
            _ => escaped.push(sign),
        }
    }
    escaped
}

/// An HTML page that needs nothing else.
pub fn html(title: &str, explanation: &Explanation) -> String {
    let body = page(
        explanation,
        |title| format!("<h2>{}</h2>\n", in_html(title)),
        |lines| format!("<pre>{}</pre>\n", in_html(&lines.join("\n"))),
        |line| format!("<p>{}</p>\n", in_html(line)),
    );
    let title = in_html(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 serif }} \
         pre {{ overflow-x: auto }} h2 {{ break-after: avoid; font-size: 1.1rem }}</style>\n<h1>{title}</h1>\n{body}</html>\n"
    )
}

fn in_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Explanation {
        let section = |title: &str, lines: &[&str]| Section {
            title: title.to_owned(),
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        };
        let sections = vec![
            section(
                "A_b & c",
                &["x -> y where k < n, 50% of {a}", "12. no item", "- no list", "--- no rule"],
            ),
            section("Columns", &["  2  10", "  [1] \\\\ 01"]),
        ];
        Explanation { sections }
    }

    #[test]
    fn nothing_is_markup_by_accident() {
        let page = markdown("*title*", &sample());
        assert!(page.starts_with("# \\*title\\*\n"), "{page}");
        for line in [
            "## A\\_b \\& c",
            "x -\\> y where k \\< n, 50% of {a}  ",
            "12\\. no item  ",
            "\\- no list  ",
            "      2  10",
        ] {
            assert!(page.lines().any(|other| other == line), "{line}: {page}");
        }
        let page = latex("t", &sample());
        assert!(page.contains("\\section*{A\\_b \\& c}"), "{page}");
        assert!(page.contains("x -{}>{} y where k <{} n,{} 50\\% of \\{a\\}\\par"), "{page}");
        assert!(page.contains("~~{[}1{]}~\\textbackslash{}\\textbackslash{}~01"), "{page}");
        let page = html("t", &sample());
        assert!(page.contains("<p>x -&gt; y where k &lt; n, 50% of {a}</p>"), "{page}");
        assert!(page.contains("<pre>  2  10\n  [1] \\\\ 01</pre>"), "{page}");
    }
}
