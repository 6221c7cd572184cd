//! `--template`: texts as a contest's input.

use super::report::Shown;

/// Writes texts: `n` is a length, `s` a text, `k` how many there are, `\n` a line end; what stands before a `|` is written once in
/// front.
pub fn render(template: &str, texts: &[&Shown]) -> String {
    let template = match template {
        "leetcode" => "\"s\"\\n",
        "codeforces" => "k\\n|n\\ns\\n",
        other => other,
    };
    let (front, each) = template.split_once('|').unwrap_or(("", template));
    let mut output = String::new();
    fill(front, texts.first().copied(), texts.len(), &mut output);
    texts.iter().for_each(|text| fill(each, Some(text), texts.len(), &mut output));
    output
}

fn fill(template: &str, text: Option<&Shown>, count: usize, output: &mut String) {
    let mut letters = template.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.next_if_eq(&'n').is_some() => output.push('\n'),
            'n' => output.push_str(&text.map_or(0, Shown::length).to_string()),
            's' => output.push_str(&text.map(written).unwrap_or_default()),
            'k' => output.push_str(&count.to_string()),
            other => output.push(other),
        }
    }
}

/// Numbers stand beside each other, as contests write them.
fn written(text: &Shown) -> String {
    match text {
        Shown::Text(text) => text.clone(),
        Shown::Numbers(numbers) => numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" "),
    }
}
