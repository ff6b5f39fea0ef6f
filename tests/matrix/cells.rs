//! What proto-diff says of each pair of shapes.

use proto_diff::{
    CompareOptions, Comparison,
    changes::Subject,
    compare,
    effects::{Direction, Effects, Outcome},
    rules::Finding,
    schema,
};

use super::shapes::{Shape, schema_text};

/// A writer and a reader, as indices into [`Shape::all`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    pub writer: usize,
    pub reader: usize,
}

/// Outcomes of one pair.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cell {
    pub conformant: Outcome,
    pub strict: Outcome,
    /// What happens to plain bytes, with a conformant reader.
    pub typical: Outcome,
    pub json_strict: Outcome,
    /// What happens to plain JSON, with a strict reader.
    pub json_typical: Outcome,
}

/// One comparison of every shape with every later one.
pub fn comparison(shapes: &[Shape]) -> Comparison {
    let pairs = || (0..shapes.len()).flat_map(|i| (i + 1..shapes.len()).map(move |j| (i, j)));
    let text = |of: fn((usize, usize)) -> usize| schema_text(pairs().map(|pair| (message(pair), shapes[of(pair)])));
    let load = |text: String| schema::from_texts("matrix", [("matrix.proto", text)]).expect("a valid schema");
    compare(load(text(|pair| pair.0)), load(text(|pair| pair.1)), &CompareOptions::default())
}

fn message((old, new): (usize, usize)) -> String {
    format!("P{old}x{new}")
}

/// Which shapes a finding is about, and who writes.
pub fn pair(comparison: &Comparison, finding: &Finding, direction: Direction) -> Option<Pair> {
    let Subject::Field { messages, .. } = &finding.change.subject else { return None };
    let name = &comparison.old[*messages.old()?].element.name;
    let (old, new) = name.strip_prefix('P')?.split_once('x')?;
    let (old, new) = (old.parse().ok()?, new.parse().ok()?);
    Some(match direction {
        Direction::Upgrade => Pair { writer: old, reader: new },
        Direction::Downgrade => Pair { writer: new, reader: old },
    })
}

/// A row for each writer and a column for each reader; a shape and itself is `exact`.
pub fn table(comparison: &Comparison, shapes: &[Shape]) -> Vec<Vec<Cell>> {
    let mut table = vec![vec![Cell::default(); shapes.len()]; shapes.len()];
    for finding in &comparison.findings {
        for direction in Direction::BOTH {
            if let Some(Pair { writer, reader }) = pair(comparison, finding, direction) {
                table[writer][reader].take_in(&finding.effects, direction);
            }
        }
    }
    table
}

impl Cell {
    fn take_in(&mut self, effects: &Effects, direction: Direction) {
        let mut raise = |of: fn(&mut Cell) -> &mut Outcome, outcome: Outcome| {
            let worst = of(self);
            *worst = (*worst).max(outcome);
        };
        if let (Some(binary), Some(json), Some(typical)) = (effects.binary, effects.json, effects.typical) {
            let (binary, json, typical_binary, typical_json) = match direction {
                Direction::Upgrade => (binary.upgrade, json.upgrade, typical.binary.upgrade, typical.json.upgrade),
                Direction::Downgrade => {
                    (binary.downgrade, json.downgrade, typical.binary.downgrade, typical.json.downgrade)
                }
            };
            raise(|cell| &mut cell.conformant, binary.conformant);
            raise(|cell| &mut cell.strict, binary.strict);
            raise(|cell| &mut cell.typical, typical_binary.conformant);
            raise(|cell| &mut cell.json_strict, json.strict);
            raise(|cell| &mut cell.json_typical, typical_json.strict);
        }
    }
}
