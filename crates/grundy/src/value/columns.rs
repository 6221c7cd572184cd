//! A nim-sum as it is done by hand: the numbers below each other in binary, and the parity of every column.

/// Numbers below each other in binary, and their nim-sum.
pub fn columns(values: &[u64], sum: u64) -> Vec<String> {
    let largest = values.iter().copied().max().unwrap_or(0).max(1);
    let (bits, digits) = ((64 - largest.leading_zeros()) as usize, largest.to_string().len());
    let mut lines: Vec<String> =
        values.iter().take(20).map(|value| format!("{value:>digits$}  {value:0bits$b}")).collect();
    if values.len() > 20 {
        lines.push(format!("{:>digits$}  ({} more)", "...", values.len() - 20));
    }
    lines.push(format!("{}  {}", " ".repeat(digits), "-".repeat(bits)));
    lines.push(format!("{sum:>digits$}  {sum:0bits$b}  (a column with an odd number of 1s gives 1)"));
    lines
}
