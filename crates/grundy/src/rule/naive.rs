//! Reads a checked rule word by word: every variable over its whole range, every condition tested.
//!
//! Exponentially slow in the number of variables and obviously right; the compiled loops must give the same moves.

use super::check::{Checked, CheckedClause, CheckedPart, first_variable, largest_slot};

/// A part of an option: copies and component.
pub type NaivePart = (i128, Vec<i128>);

/// The options of a position, each as its parts in increasing order without parts of 0 copies; repeats removed.
pub fn options(rule: &Checked, position: &[i128]) -> Vec<Vec<NaivePart>> {
    let mut out = Vec::new();
    for clause in &rule.clauses {
        let mut frame = vec![0; clause.names.len()];
        frame[..rule.arity].copy_from_slice(position);
        frame[largest_slot(rule.arity)] = position.iter().copied().max().unwrap_or(0);
        assign(clause, first_variable(rule.arity), &mut frame, largest_slot(rule.arity), &mut out);
    }
    out.sort();
    out.dedup();
    out
}

fn assign(
    clause: &CheckedClause,
    slot: usize,
    frame: &mut Vec<i128>,
    largest: usize,
    out: &mut Vec<Vec<NaivePart>>,
) {
    if slot < frame.len() {
        for value in 0..=frame[largest] {
            frame[slot] = value;
            assign(clause, slot + 1, frame, largest, out);
        }
    } else if clause.condition.holds(frame) == Ok(true) {
        out.extend(parts(clause, frame));
    }
}

fn parts(clause: &CheckedClause, frame: &[i128]) -> Option<Vec<NaivePart>> {
    let mut all: Vec<NaivePart> = Vec::new();
    for part in &clause.parts {
        match part {
            CheckedPart::Copies { count, component } => {
                let copies = count.as_ref().map_or(Ok(1), |count| count.evaluate(frame)).ok()?;
                let component: Vec<i128> =
                    component.iter().map(|t| t.evaluate(frame)).collect::<Result<_, _>>().ok()?;
                if copies < 0 || component.iter().any(|&value| value < 0) {
                    return None;
                }
                all.push((copies, component));
            }
            CheckedPart::Each { from, to } => {
                let (from, to) = (from.evaluate(frame).ok()?, to.evaluate(frame).ok()?);
                if from <= to && from < 0 {
                    return None;
                }
                all.extend((from..=to).map(|heap| (1, vec![heap])));
            }
        }
    }
    // Sorted first: compared with all others, the heaps of a long row would take minutes.
    all.sort_by(|a, b| a.1.cmp(&b.1));
    let mut out: Vec<NaivePart> = Vec::new();
    for (copies, component) in all {
        match out.last_mut().filter(|(_, last)| *last == component) {
            Some((count, _)) => *count += copies,
            None => out.push((copies, component)),
        }
    }
    out.retain(|(copies, _)| *copies > 0);
    Some(out)
}
