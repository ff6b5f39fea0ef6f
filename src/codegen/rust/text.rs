//! Pieces of Rust text, and files of it.

use crate::{
    codegen::{AdaptError, header::header, program::Told},
    migration::Migration,
};

/// Text between backticks, for a comment; with two of them where it has one itself.
fn quoted(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// What the manifest says, as the lines of a comment that follow others.
pub(super) fn told_lines(manifest: &str, told: &[Told]) -> Vec<String> {
    if told.is_empty() {
        return Vec::new();
    }
    let lines = told.iter().map(|told| format!("- line {}: {}", told.line, quoted(&told.text)));
    [String::new(), format!("By {manifest}:"), String::new()].into_iter().chain(lines).collect()
}

/// Lines as a comment on what follows.
pub(super) fn comment(lines: &[String]) -> String {
    lines.iter().map(|line| if line.is_empty() { "///\n".to_owned() } else { format!("/// {line}\n") }).collect()
}

/// The header as lines that begin with a comment sign.
pub(super) fn header_lines(migration: &Migration, sign: &str) -> String {
    let lines = header(migration, "rust").into_iter().map(|line| format!("{sign} {line}").trim_end().to_owned() + "\n");
    lines.collect()
}

/// What of a text is code: without what stands in strings and in comments, which may be any words at all.
pub(super) fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '"' => {
                while let Some(char) = chars.next().filter(|char| *char != '"') {
                    if char == '\\' {
                        chars.next();
                    }
                }
                code.push_str("\"\"");
            }
            '/' if chars.peek() == Some(&'/') => {
                while chars.next().is_some_and(|char| char != '\n') {}
                code.push('\n');
            }
            char => code.push(char),
        }
    }
    code
}

/// A file that is being written.
pub(super) struct SourceFile {
    head: String,
    uses: Vec<String>,
    items: Vec<String>,
    /// What of each item is code.
    code: Vec<String>,
}

impl SourceFile {
    /// A file that is about something.
    pub fn new(migration: &Migration, about: &str) -> Self {
        let head = format!("{}\n//! {about}\n", header_lines(migration, "//"));
        SourceFile { head, uses: Vec::new(), items: Vec::new(), code: Vec::new() }
    }

    /// An attribute of the file as a whole.
    pub fn attribute(&mut self, attribute: &str) {
        self.head.push_str(&format!("\n{attribute}\n"));
    }

    pub fn uses(&mut self, path: String) {
        self.uses.push(format!("use {path};"));
    }

    /// An item, with its comment.
    pub fn item(&mut self, text: &str) -> Result<(), AdaptError> {
        let item = formatted(text)?;
        self.code.push(code(&item));
        self.items.push(item);
        Ok(())
    }

    /// Whether any item has this in it, not as a part of a longer name or path.
    pub fn mentions(&self, text: &str) -> bool {
        let is_start = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c));
        let is_end = |after: &str| {
            !text.ends_with(char::is_alphanumeric) || !after.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        };
        let is_in = |code: &String| {
            code.match_indices(text).any(|(at, _)| is_start(&code[..at]) && is_end(&code[at + text.len()..]))
        };
        self.code.iter().any(is_in)
    }

    pub fn finish(mut self) -> String {
        self.uses.sort();
        let uses = if self.uses.is_empty() { String::new() } else { format!("\n{}\n", self.uses.join("\n")) };
        format!("{}{uses}\n{}", self.head, self.items.join("\n"))
    }
}

/// Text as rustfmt has it, nearly; if it is Rust.
pub(super) fn formatted(text: &str) -> Result<String, AdaptError> {
    let broken = |error: syn::Error| AdaptError::Broken { language: "Rust", what: format!("{error}: {text}") };
    syn::parse_file(text).map(|file| prettyplease::unparse(&file)).map_err(broken)
}
