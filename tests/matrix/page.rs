//! The page of `docs/` with the whole matrix.

use std::fmt::Write;

use proto_diff::effects::Outcome;

use super::{
    cells::Cell,
    shapes::{Cardinality, Shape},
};

const HEAD: &str = "\
# Every type of field read as every other

What proto-diff finds when a field changes from one type to another: a row for each type that is written, a column for
each type that it is read as. Each cell was executed: some dozens of values of the row's type were written and read as
the column's, and the worst that happened is what the cell says. `tests/matrix` holds every one of these verdicts to the
Python protobuf runtime and to prost-reflect. This page is generated: `UPDATE_DOCS=1 cargo test --test matrix`.

| | |
|---|---|
| `·` | [exact](outcomes/exact.md): every value arrived |
| `D` | [dropped](outcomes/dropped.md): gone, or kept only as an unknown field |
| `C` | [coerced](outcomes/coerced.md): arrived changed |
| `R` | [rejected](outcomes/rejected.md): the message is refused |
| `M` | [misread](outcomes/misread.md): taken for something else, without an error |

`R/M`: in binary, what C++, Java, Go and Python do, and after the stroke what strict readers such as prost do. A small
letter after it is what happens to a plain value where that is milder: `Ce` changes some values and brings the ordinary
ones across (`e` is exact). In JSON unknown names are errors; no name is unknown here.

For one direction of a change take the cell as it is, for the other exchange row and column. The enum is open and has
the values 0, 1 and 5; the message has a string at 1 and an int32 at 2; the map is `map<string, int32>`.
";

/// The whole page.
pub fn text(table: &[Vec<Cell>], shapes: &[Shape]) -> String {
    let mut page = HEAD.to_owned();
    page.push_str("\n## Binary\n");
    for (writer, reader) in every(&Cardinality::ALL) {
        push_grid(&mut page, table, shapes, (writer, reader), binary);
    }
    page.push_str("\n## JSON\n\nPresence and packing leave no trace in JSON.\n");
    for (writer, reader) in every(&[Cardinality::Optional, Cardinality::Unpacked]) {
        push_grid(&mut page, table, shapes, (writer, reader), json);
    }
    page
}

fn every(cardinalities: &[Cardinality]) -> impl Iterator<Item = (Cardinality, Cardinality)> {
    cardinalities.iter().flat_map(|writer| cardinalities.iter().map(|reader| (*writer, *reader)))
}

fn push_grid(
    page: &mut String,
    table: &[Vec<Cell>],
    shapes: &[Shape],
    (writer, reader): (Cardinality, Cardinality),
    cell: fn(&Cell) -> String,
) {
    let of = |cardinality: Cardinality| -> Vec<usize> {
        (0..shapes.len()).filter(|index| shapes[*index].cardinality == cardinality).collect()
    };
    let (rows, columns) = (of(writer), of(reader));
    let _ = write!(page, "\n### {} → {}\n\n| |", writer.name(), reader.name());
    for column in &columns {
        let _ = write!(page, " {} |", shapes[*column].kind);
    }
    let _ = write!(page, "\n|---|{}\n", "---|".repeat(columns.len()));
    for row in rows {
        let _ = write!(page, "| **{}** |", shapes[row].kind);
        for column in &columns {
            let _ = write!(page, " {} |", cell(&table[row][*column]));
        }
        page.push('\n');
    }
}

fn binary(cell: &Cell) -> String {
    let strict = if cell.strict == cell.conformant { String::new() } else { format!("/{}", letter(cell.strict)) };
    format!("{}{}{strict}", letter(cell.conformant), milder(cell.conformant, cell.typical))
}

fn json(cell: &Cell) -> String {
    format!("{}{}", letter(cell.json_strict), milder(cell.json_strict, cell.json_typical))
}

fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Exact => '·',
        Outcome::Dropped => 'D',
        Outcome::Coerced => 'C',
        Outcome::Rejected => 'R',
        Outcome::Misread => 'M',
    }
}

fn milder(worst: Outcome, typical: Outcome) -> &'static str {
    match typical {
        typical if typical >= worst => "",
        Outcome::Exact => "e",
        Outcome::Dropped => "d",
        Outcome::Coerced => "c",
        Outcome::Rejected | Outcome::Misread => "r",
    }
}
