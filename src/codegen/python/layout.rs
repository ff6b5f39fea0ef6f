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
    /// Several, with `and`, `or` or `|` between them.
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

    /// A generic class, for an annotation.
    pub fn generic(class: &str, of: Expr) -> Self {
        Expr::List(format!("{class}["), vec![of], "]")
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
    pub fn define(&mut self, name: &str, parameters: &[String], result: &Expr) {
        let flat = format!("def {name}({}) -> {}:", parameters.join(", "), result.flat());
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
            self.put(") -> ", result, ":");
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
        self.value(&format!("{target} = "), expr);
    }

    /// `target: class[of] = expr`.
    pub fn declare(&mut self, target: &str, class: &str, of: &Expr, expr: &Expr) {
        let head = format!("{target}: {class}[{}] = ", of.flat());
        if width(&head) < self.room() {
            return self.value(&head, expr);
        }
        let open = format!("{class}[");
        self.line(&format!("{target}: {open}"));
        self.inside(&open, std::slice::from_ref(of));
        self.put("] = ", expr, "");
    }

    /// `return expr`.
    pub fn give(&mut self, expr: &Expr) {
        self.value("return ", expr);
    }

    /// A value behind a head; in parentheses, if a line that is broken inside of it would still be too long.
    fn value(&mut self, head: &str, expr: &Expr) {
        let begin = match expr {
            Expr::List(open, inside, _) if !inside.is_empty() => width(open),
            Expr::List(..) => width(&expr.flat()),
            _ => return self.put(head, expr, ""),
        };
        if width(head) + begin <= self.room() || INDENT + begin > self.room() {
            return self.put(head, expr, "");
        }
        self.line(&format!("{head}("));
        self.depth += 1;
        self.put("", expr, "");
        self.close();
        self.line(")");
    }

    /// How long a line can be that is as far in as this one.
    fn room(&self) -> usize {
        WIDTH.saturating_sub(self.depth * INDENT)
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
        let room = self.room();
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
                self.operands(word, all);
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
        self.inside(open, inside);
        self.line(&format!("{close}{suffix}"));
    }

    /// What is inside of what was opened by this, in lines of its own.
    fn inside(&mut self, open: &str, inside: &[Expr]) {
        self.depth += 1;
        let room = self.room();
        let together = flat_list(inside);
        // Only the content of a call or an index may stand in one line of its own.
        let is_call = open.ends_with('(') && open.len() > 1;
        let is_index = open.ends_with('[') && open.len() > 1;
        match inside {
            _ if (is_call || is_index) && width(&together) <= room => self.line(&together),
            [Expr::Either(word, all)] if is_index => self.operands(word, all),
            [one] if is_index => self.put("", one, ""),
            [Expr::Text(pieces)] if is_call => self.texts(pieces, ""),
            _ => inside.iter().for_each(|expr| self.element(expr)),
        }
        self.close();
    }

    /// Several with a word between them, each in a line of its own.
    fn operands(&mut self, word: &str, all: &[Expr]) {
        for (index, expr) in all.iter().enumerate() {
            self.put(&if index == 0 { String::new() } else { format!("{word} ") }, expr, "");
        }
    }

    /// An element of a list that has a line of its own.
    fn element(&mut self, expr: &Expr) {
        let room = self.room();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn class(length: usize) -> Expr {
        Expr::raw("C".repeat(length))
    }

    /// As `ruff format` 0.17 leaves them.
    #[test]
    fn declarations_are_broken_where_they_are_too_long() {
        let call = |name: &str| Expr::call(name, [Expr::raw("at")]);
        for (of, expr, lines) in [
            (40, call("f"), vec![format!("x: Choice[{}] = f(at)", "C".repeat(40))]),
            (70, call("f"), vec![format!("x: Choice[{}] = f(", "C".repeat(70)), "    at".to_owned(), ")".to_owned()]),
            (
                72,
                call("Choice"),
                vec![format!("x: Choice[{}] = (", "C".repeat(72)), "    Choice(at)".to_owned(), ")".to_owned()],
            ),
            (
                80,
                call("Choice"),
                vec!["x: Choice[".to_owned(), format!("    {}", "C".repeat(80)), "] = Choice(at)".to_owned()],
            ),
        ] {
            let mut code = Code::default();
            code.declare("x", "Choice", &class(of), &expr);
            assert_eq!(code.finish().lines().collect::<Vec<_>>(), lines);
        }
    }

    #[test]
    fn results_are_broken_where_they_are_too_long() {
        let or_none = |length| Expr::Either("|", vec![class(length), Expr::raw("None")]);
        for (of, lines) in [
            (class(60), vec![format!(") -> Converted[{}]:", "C".repeat(60))]),
            (class(75), vec![") -> Converted[".to_owned(), format!("    {}", "C".repeat(75)), "]:".to_owned()]),
            (
                or_none(75),
                vec![") -> Converted[".to_owned(), format!("    {} | None", "C".repeat(75)), "]:".to_owned()],
            ),
            (
                or_none(80),
                vec![
                    ") -> Converted[".to_owned(),
                    format!("    {}", "C".repeat(80)),
                    "    | None".to_owned(),
                    "]:".to_owned(),
                ],
            ),
        ] {
            let mut code = Code::default();
            code.define("f", &["message: old.Message".to_owned()], &Expr::generic("Converted", of));
            assert_eq!(code.finish().lines().skip(2).collect::<Vec<_>>(), lines);
        }
    }
}
