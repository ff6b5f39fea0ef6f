//! Lines as `ruff format` would leave them, so that nobody's formatter finds anything to do.

use super::text::{flat_text, split_text};
use crate::codegen::pieces::Piece;

/// What `ruff format` takes for the longest line.
pub(super) const WIDTH: usize = 88;
const INDENT: usize = 4;

/// An expression, as far as breaking it into lines goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expr {
    /// One that stays in one piece.
    Raw(String),
    /// A string literal, which may be written as several.
    Text(Vec<Piece>),
    /// A call, an index or a display: what opens, what is inside, and what closes.
    List(String, Vec<Expr>, &'static str),
    /// Several, with `and` or `or` between them.
    Either(&'static str, Vec<Expr>),
    /// A name or key in front of an expression: `changed=…`, `"a": …`.
    Named(String, Box<Expr>),
    /// An entry of a dictionary whose key may be broken.
    Pair(Box<Expr>, Box<Expr>),
}

impl Expr {
    /// An expression that stays in one piece.
    pub fn raw(text: impl Into<String>) -> Self {
        Expr::Raw(text.into())
    }

    /// A string literal.
    pub fn text(text: impl Into<String>) -> Self {
        Expr::Text(vec![Piece::Literal(text.into())])
    }

    /// A call.
    pub fn call(function: impl Into<String>, arguments: impl IntoIterator<Item = Expr>) -> Self {
        Expr::List(function.into() + "(", arguments.into_iter().collect(), ")")
    }

    /// An argument by name.
    pub fn named(name: &str, value: Expr) -> Self {
        Expr::Named(format!("{name}="), Box::new(value))
    }

    /// It in one line.
    pub fn flat(&self) -> String {
        match self {
            Expr::Raw(text) => text.clone(),
            Expr::Text(pieces) => flat_text(pieces),
            Expr::List(open, inside, close) => format!("{open}{}{close}", flat_list(inside)),
            Expr::Either(word, all) => all.iter().map(Expr::flat).collect::<Vec<_>>().join(&format!(" {word} ")),
            Expr::Named(name, value) => format!("{name}{}", value.flat()),
            Expr::Pair(key, value) => format!("{}: {}", key.flat(), value.flat()),
        }
    }
}

impl From<String> for Expr {
    fn from(text: String) -> Self {
        Expr::Raw(text)
    }
}

fn flat_list(inside: &[Expr]) -> String {
    inside.iter().map(Expr::flat).collect::<Vec<_>>().join(", ")
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Lines, one below the other.
#[derive(Debug, Default)]
pub(super) struct Code {
    text: String,
    depth: usize,
}

impl Code {
    /// What there is.
    pub fn finish(self) -> String {
        self.text
    }

    /// A line as it is.
    pub fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str(&" ".repeat(self.depth * INDENT));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Lines that are laid out already.
    pub fn lines(&mut self, lines: &str) {
        self.text.push_str(lines);
    }

    /// The head of a function, below which lines are indented.
    pub fn define(&mut self, name: &str, parameters: &[String], result: &str) {
        let flat = format!("def {name}({}) -> {result}:", parameters.join(", "));
        if width(&flat) <= WIDTH {
            self.line(&flat);
        } else {
            self.line(&format!("def {name}("));
            self.depth += 1;
            let room = WIDTH - INDENT;
            match parameters.join(", ") {
                together if width(&together) <= room && parameters.len() > 1 => self.line(&together),
                _ => parameters.iter().for_each(|parameter| self.line(&format!("{parameter},"))),
            }
            self.close();
            self.line(&format!(") -> {result}:"));
        }
        self.depth += 1;
    }

    /// `from .module import names`.
    pub fn import(&mut self, module: &str, names: &[&str]) {
        let flat = format!("from .{module} import {}", names.join(", "));
        if width(&flat) <= WIDTH {
            return self.line(&flat);
        }
        self.line(&format!("from .{module} import ("));
        names.iter().for_each(|name| self.line(&format!("    {name},")));
        self.line(")");
    }

    /// An expression by itself.
    pub fn run(&mut self, expr: &Expr) {
        self.put("", expr, "");
    }

    /// `target = expr`.
    pub fn assign(&mut self, target: &str, expr: &Expr) {
        self.put(&format!("{target} = "), expr, "");
    }

    /// `head expr:`, below which lines are indented.
    pub fn open(&mut self, head: &str, expr: &Expr) {
        self.put(&format!("{head} "), expr, ":");
        self.depth += 1;
    }

    /// `else:`, or a line like it.
    pub fn open_plain(&mut self, head: &str) {
        self.line(head);
        self.depth += 1;
    }

    /// What follows is indented.
    pub fn indent(&mut self) {
        self.depth += 1;
    }

    /// The end of what is indented.
    pub fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// `prefix expr suffix`, broken where it is too long.
    pub fn put(&mut self, prefix: &str, expr: &Expr, suffix: &str) {
        let room = WIDTH.saturating_sub(self.depth * INDENT);
        let flat = expr.flat();
        if width(prefix) + width(&flat) + width(suffix) <= room {
            return self.line(&format!("{prefix}{flat}{suffix}"));
        }
        match expr {
            Expr::Raw(text) if !prefix.is_empty() && INDENT + width(text) <= room => {
                self.line(&format!("{prefix}("));
                self.depth += 1;
                self.line(text);
                self.close();
                self.line(&format!("){suffix}"));
            }
            Expr::Raw(text) => self.line(&format!("{prefix}{text}{suffix}")),
            Expr::Text(pieces) => {
                self.line(&format!("{prefix}("));
                self.depth += 1;
                self.texts(pieces, "");
                self.close();
                self.line(&format!("){suffix}"));
            }
            Expr::Either(word, all) => {
                self.line(&format!("{prefix}("));
                self.depth += 1;
                for (index, expr) in all.iter().enumerate() {
                    self.put(&if index == 0 { String::new() } else { format!("{word} ") }, expr, "");
                }
                self.close();
                self.line(&format!("){suffix}"));
            }
            Expr::Named(name, value) => self.put(&format!("{prefix}{name}"), value, suffix),
            Expr::Pair(key, value) => self.put(prefix, key, &format!(": {}{suffix}", value.flat())),
            Expr::List(open, inside, close) => self.list(prefix, (open, inside, close), suffix),
        }
    }

    fn list(&mut self, prefix: &str, (open, inside, close): (&str, &[Expr], &str), suffix: &str) {
        if inside.is_empty() {
            return self.line(&format!("{prefix}{open}{close}{suffix}"));
        }
        self.line(&format!("{prefix}{open}"));
        self.depth += 1;
        let room = WIDTH.saturating_sub(self.depth * INDENT);
        let together = flat_list(inside);
        // Only the content of a call may stand in one line of its own.
        let is_call = open.ends_with('(') && open.len() > 1;
        match inside {
            _ if is_call && width(&together) <= room => self.line(&together),
            [Expr::Text(pieces)] if is_call => self.texts(pieces, ""),
            _ => inside.iter().for_each(|expr| self.element(expr)),
        }
        self.close();
        self.line(&format!("{close}{suffix}"));
    }

    /// An element of a list that has a line of its own.
    fn element(&mut self, expr: &Expr) {
        let room = WIDTH.saturating_sub(self.depth * INDENT);
        match expr {
            Expr::Text(pieces) if width(&flat_text(pieces)) + 1 > room => self.texts(pieces, ","),
            _ => self.put("", expr, ","),
        }
    }

    /// A text that is too long for a line, as several.
    fn texts(&mut self, pieces: &[Piece], suffix: &str) {
        let room = WIDTH.saturating_sub(self.depth * INDENT + suffix.len());
        let lines = split_text(pieces, room);
        for (index, line) in lines.iter().enumerate() {
            let suffix = if index + 1 == lines.len() { suffix } else { "" };
            self.line(&format!("{line}{suffix}"));
        }
    }
}
