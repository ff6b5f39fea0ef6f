//! The table of a group: old and new side by side, outcomes beside them.

use comfy_table::{Cell, CellAlignment, ColumnConstraint, Table, Width, presets};

use super::{
    effects::Worst,
    row::{Relation, Row},
    style::{Colour, Ink, Style},
    wrap::wrap,
};
use crate::{changes::ChangeKind, report::ElementEntry};

/// Widths of the columns whose content is known: marks, labels, outcomes, and a space after each.
const MARK: u16 = 2;
const RELATION: u16 = 3;
const LABEL: u16 = 7;
const OUTCOME: u16 = 12;
/// Names and types are never squeezed below this, however narrow the terminal.
const NARROWEST: usize = 14;
/// Beyond this a wider column only moves old and new apart.
const WIDEST: usize = 48;

/// Appends the rows as a table without borders.
pub(super) fn push(out: &mut String, rows: &[Row], style: Style) {
    if rows.is_empty() {
        return;
    }
    let number = rows.iter().flat_map(|row| [row.old, row.new]).filter_map(number_text).map(|n| n.len()).max();
    let number = number.map_or(0, |digits| digits + 1);
    let fixed = usize::from(MARK + RELATION + LABEL + 2 * OUTCOME) + 2 * number;
    let name = (style.width.saturating_sub(fixed) / 2).clamp(NARROWEST, WIDEST);

    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    match style.colour {
        Colour::Ansi => table.enforce_styling(),
        Colour::Plain => table.force_no_tty(),
    };
    for row in rows {
        push_row(&mut table, row, name, style);
    }
    let number = u16::try_from(number).unwrap_or(u16::MAX);
    let name = u16::try_from(name).unwrap_or(u16::MAX);
    let widths = [MARK, number, name, RELATION, number, name, LABEL, OUTCOME, OUTCOME];
    for (column, width) in table.column_iter_mut().zip(widths) {
        column.set_padding((0, 1));
        column.set_constraint(match width {
            0 => ColumnConstraint::Hidden,
            width => ColumnConstraint::Absolute(Width::Fixed(width)),
        });
    }
    for line in table.lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// A row of the report is as many lines of the table as its tallest cell has: each line can then have its own colour.
fn push_row(table: &mut Table, row: &Row, name_width: usize, style: Style) {
    let text = |element: Option<&ElementEntry>| {
        element.map(|element| name_and_type(element, row, name_width.saturating_sub(1))).unwrap_or_default()
    };
    let (old, new) = (text(row.old), text(row.new));
    let effects = Worst::of(row.changes.iter().copied()).lines();
    let severity = Ink::from(row.severity());
    let height = old.len().max(new.len()).max(effects.len());
    for line in 0..height {
        let first = |text: String, ink: Ink| match line {
            0 => ink.cell(text),
            _ => Cell::new(""),
        };
        let of = |lines: &[String]| Cell::new(lines.get(line).map_or("", String::as_str));
        let [up, down] = effects.get(line).map(|effect| effect.cells(style)).unwrap_or_default();
        table.add_row([
            first(style.mark(row.severity()).to_owned(), severity),
            first(number_text(row.old).unwrap_or_default(), Ink::Strong).set_alignment(CellAlignment::Right),
            of(&old),
            first(relation_glyph(row.relation, style).to_owned(), severity),
            first(number_text(row.new).unwrap_or_default(), Ink::Strong).set_alignment(CellAlignment::Right),
            of(&new),
            Ink::Faint.cell(effects.get(line).map_or("", |effect| effect.label)),
            up.1.cell(up.0),
            down.1.cell(down.0),
        ]);
    }
}

fn number_text(element: Option<&ElementEntry>) -> Option<String> {
    element?.number.map(|number| number.to_string())
}

/// On one line where it fits, else the type below the name. Signatures of rpcs are shown where they changed.
fn name_and_type(element: &ElementEntry, row: &Row, width: usize) -> Vec<String> {
    let name = &element.name;
    match (&element.type_name, element.number) {
        (Some(ty), Some(_)) if name.chars().count() + 2 + ty.chars().count() <= width => vec![format!("{name}: {ty}")],
        (Some(ty), Some(_)) => [wrap(&format!("{name}:"), width), wrap(ty, width)].concat(),
        (Some(signature), None) if row.changes.iter().any(|change| shows_signature(change.kind)) => {
            let (request, response) = signature.split_once(" returns ").unwrap_or((signature, ""));
            [wrap(name, width), wrap(request, width), wrap(&format!("returns {response}"), width)].concat()
        }
        (_, _) => wrap(name, width),
    }
}

fn shows_signature(kind: ChangeKind) -> bool {
    use ChangeKind::{RpcAdded, RpcRemoved, RpcStreamingChanged, RpcTypeChanged};
    matches!(kind, RpcAdded | RpcRemoved | RpcStreamingChanged | RpcTypeChanged)
}

fn relation_glyph(relation: Relation, style: Style) -> &'static str {
    match relation {
        Relation::Same => style.becomes(),
        Relation::Different => style.differs(),
        Relation::Unclear => "?",
        Relation::Alone => "",
    }
}
