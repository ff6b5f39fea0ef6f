//! How a table looks: comments above the line they are about, equals signs below one another.

use super::{
    document::{Doubt, Line, Table, Trust},
    toml_text::key,
};

/// Where comments are wrapped.
const WIDTH: usize = 110;
/// Keys longer than this stick out.
const WIDEST_KEY: usize = 52;

pub(super) fn table(table: &Table) -> String {
    let width = table.lines.iter().map(|line| key(&line.key).len()).filter(|length| *length <= WIDEST_KEY).max();
    let mut text = format!("[{}]\n", table.heading);
    for line in &table.lines {
        text += &with_comments(line, width.unwrap_or_default());
    }
    text
}

fn with_comments(line: &Line, width: usize) -> String {
    let statement = format!("{:width$} = {}\n", key(&line.key), line.value);
    match &line.trust {
        Trust::Plain => statement,
        Trust::Because(reason) => comment(reason) + &statement,
        Trust::Decide(Doubt { question, alternatives }) => {
            let mut text = comment(&format!("decide: {question}")) + &statement;
            for (other, value) in alternatives {
                text += &format!("# {:width$} = {value}\n", key(other), width = width.saturating_sub(2));
            }
            text
        }
    }
}

/// A comment of as many lines as it takes; those after the first are indented.
pub(super) fn comment(text: &str) -> String {
    let mut lines = String::new();
    let mut line = "#".to_owned();
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &line;
            lines.push('\n');
            line = "#  ".to_owned();
        }
        line.push(' ');
        line += word;
    }
    lines + &line + "\n"
}
