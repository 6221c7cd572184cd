
// The first line is the text; every further line `l1 r1 l2 r2` asks whether two substrings are equal.
fn main() {
    use std::io::{Read, Write, stdin, stdout};
    let mut input = Vec::new();
    stdin().read_to_end(&mut input).expect("readable input");
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let text = input[..end].strip_suffix(b"\r").unwrap_or(&input[..end]);
    let hash = PolyHash::new(text);
    let questions = String::from_utf8_lossy(&input[end..]);
    let numbers: Vec<usize> = questions.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let answer = |q: &[usize]| if hash.equal(q[0], q[1], q[2], q[3]) { "1\n" } else { "0\n" };
    let answers: String = numbers.chunks_exact(4).map(answer).collect();
    stdout().write_all(answers.as_bytes()).expect("writable output");
}
