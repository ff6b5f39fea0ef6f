//! The table of a group: old and new side by side, outcomes beside them, and why below.

use comfy_table::{Cell, ColumnConstraint, Table, Width, presets};

use super::{
    effects::{EffectLine, Worst},
    row::{Relation, Row},
    style::{Colour, Ink, Style},
    wrap::wrap,
};
use crate::{
    changes::{CallPart, ChangeKind},
    report::{ChangeEntry, Detail, ElementEntry},
};

/// A space after every column.
const GAP: usize = 1;
/// Widths of the columns whose content is known, with the space.
const MARK: usize = 2;
const LABEL: usize = 7;
const OUTCOME: usize = 12;
/// An arrow or a sign between old and new, with a space on either side.
const RELATION: usize = 4;
/// Names and types are never squeezed below this, however narrow the terminal.
const NARROWEST: usize = 14;
/// Beyond this a wider column only moves old and new apart.
const WIDEST: usize = 48;

/// A row of the report in lines of the table: each line can then have its own colours.
struct Block {
    /// Old and new side by side.
    sides: Vec<String>,
    /// Why.
    reason: Vec<String>,
    effects: Vec<EffectLine>,
}

/// The table, line by line, for each row of the report.
pub(super) fn render(rows: &[Row], style: Style) -> Vec<Vec<String>> {
    let columns = Columns::of(rows, style);
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    match style.colour {
        Colour::Ansi => table.enforce_styling(),
        Colour::Plain => table.force_no_tty(),
    };
    let mut heights = Vec::with_capacity(rows.len());
    for row in rows {
        let block = columns.block(row, style);
        heights.push(block.height());
        push_block(&mut table, row, block, style);
    }
    let widths = [MARK, columns.left() + GAP, LABEL, OUTCOME, OUTCOME];
    for (column, width) in table.column_iter_mut().zip(widths) {
        column.set_padding((0, 1));
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(u16::try_from(width).unwrap_or(u16::MAX))));
    }
    let mut lines = table.lines().map(|line| line.trim_end().to_owned());
    heights.into_iter().map(|height| lines.by_ref().take(height).collect()).collect()
}

/// How far the text below a row is moved in: to where names begin.
pub(super) fn indent(rows: &[Row]) -> usize {
    MARK + number_width(rows)
}

/// Widths that depend on the terminal and on the rows.
struct Columns {
    /// A number and a space; 0 where nothing has a number.
    number: usize,
    /// A name and a type.
    name: usize,
}

impl Columns {
    fn of(rows: &[Row], style: Style) -> Self {
        let number = number_width(rows);
        let fixed = MARK + GAP + LABEL + 2 * OUTCOME + RELATION + 2 * number;
        Columns { number, name: (style.width.saturating_sub(fixed) / 2).clamp(NARROWEST, WIDEST) }
    }

    fn left(&self) -> usize {
        2 * (self.number + self.name) + RELATION
    }

    fn block(&self, row: &Row, style: Style) -> Block {
        // Where there is no new side, the old one may have its room.
        let old_width = if row.new.is_some() { self.name } else { self.left() - self.number };
        let old = row.old.map(|old| name_and_type(old, row, old_width)).unwrap_or_default();
        let new = row.new.map(|new| name_and_type(new, row, self.name)).unwrap_or_default();
        let sides = (0..old.len().max(new.len()).max(1)).map(|line| self.side_by_side(row, &old, &new, line, style));
        let indent = " ".repeat(self.number);
        let reason = wrap(&row.reason(), self.left().saturating_sub(self.number));
        let is_field = row.old.or(row.new).is_some_and(|element| element.number.is_some());
        let mut effects = Worst::of(row.own_changes()).lines();
        effects.retain(|effect| is_field || effect.label != "data");
        Block {
            sides: sides.collect(),
            reason: reason.into_iter().map(|line| format!("{indent}{line}")).collect(),
            effects,
        }
    }

    fn side_by_side(&self, row: &Row, old: &[String], new: &[String], line: usize, style: Style) -> String {
        let number = |element: Option<&ElementEntry>| match (line, self.number) {
            (_, 0) => String::new(),
            (0, width) => format!("{:>1$} ", number_text(element), width - 1),
            (_, width) => " ".repeat(width),
        };
        let sign = if line == 0 { relation_sign(row.relation, style) } else { "" };
        let of = |lines: &[String]| lines.get(line).cloned().unwrap_or_default();
        let text =
            format!("{}{:name$} {sign:2} {}{}", number(row.old), of(old), number(row.new), of(new), name = self.name,);
        text.trim_end().to_owned()
    }
}

impl Block {
    fn height(&self) -> usize {
        (self.sides.len() + self.reason.len()).max(self.effects.len())
    }
}

fn push_block(table: &mut Table, row: &Row, block: Block, style: Style) {
    let height = block.height();
    let sides = block.sides.into_iter().map(|line| (line, Ink::Plain));
    let reason = block.reason.into_iter().map(|line| (line, Ink::Faint));
    let mut left = sides.chain(reason);
    for line in 0..height {
        let mark = match line {
            0 => Ink::from(row.severity()).cell(style.mark(row.severity())),
            _ => Cell::new(""),
        };
        let (text, ink) = left.next().unwrap_or_default();
        let effect = block.effects.get(line);
        let [up, down] = effect.map(|effect| effect.cells(style)).unwrap_or_default();
        let label = effect.map_or(Cell::new(""), |effect| Ink::Faint.cell(effect.label));
        table.add_row([mark, ink.cell(text), label, up.1.cell(up.0), down.1.cell(down.0)]);
    }
}

/// The longest number and a space after it.
fn number_width(rows: &[Row]) -> usize {
    let numbers = rows.iter().flat_map(|row| [row.old, row.new]).map(|element| number_text(element).len());
    numbers.max().filter(|digits| *digits > 0).map_or(0, |digits| digits + 1)
}

fn number_text(element: Option<&ElementEntry>) -> String {
    element.and_then(|element| element.number).map_or(String::new(), |number| number.to_string())
}

/// On one line where it fits, else the type below the name; of an rpc, what changed of its signature.
fn name_and_type(element: &ElementEntry, row: &Row, width: usize) -> Vec<String> {
    let name = &element.name;
    match (&element.type_name, element.number) {
        (Some(ty), Some(_)) if name.chars().count() + 2 + ty.chars().count() <= width => vec![format!("{name}: {ty}")],
        (Some(ty), Some(_)) => [wrap(&format!("{name}:"), width), wrap(ty, width)].concat(),
        (Some(signature), None) => {
            let changed = changed_parts(signature, row);
            [wrap(name, width)].into_iter().chain(changed.iter().map(|part| wrap(part, width))).flatten().collect()
        }
        (None, _) => wrap(name, width),
    }
}

/// The parts of `(Request) returns (Response)` that changed; all of it where an rpc came or went.
fn changed_parts<'a>(signature: &'a str, row: &Row) -> Vec<&'a str> {
    use ChangeKind::{RpcAdded, RpcRemoved, RpcStreamingChanged};
    let any = |is: &dyn Fn(&ChangeEntry) -> bool| row.changes.iter().any(|change| is(change));
    let whole = any(&|change| matches!(change.kind, RpcAdded | RpcRemoved | RpcStreamingChanged));
    let changed =
        |wanted| whole || any(&|change| matches!(change.detail, Some(Detail::CallType { part, .. }) if part == wanted));
    let (request, response) = signature.split_at(signature.find("returns ").unwrap_or(signature.len()));
    let request = changed(CallPart::Request).then_some(request.trim_end());
    let response = changed(CallPart::Response).then_some(response).filter(|response| !response.is_empty());
    request.into_iter().chain(response).collect()
}

fn relation_sign(relation: Relation, style: Style) -> &'static str {
    match relation {
        Relation::Same => style.becomes(),
        Relation::Different => style.differs(),
        Relation::Unclear => "?",
        Relation::Alone => "",
    }
}
