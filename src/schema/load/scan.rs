//! A look at the text before any parser sees it: is it safe to parse, which edition is it, what does it import.
//!
//! The parser descends recursively and would run out of stack on deep nesting, and it does not know editions;
//! both are found here, in one walk over the bytes that knows strings and comments and nothing else.

use std::ops::Range;

use super::screen::DisplayedText;
use crate::schema::{SchemaError, SchemaErrorKind};

/// How deep brackets may be nested. Real schemas stay below ten; protoc itself stops at 32 messages.
const MAX_NESTING: usize = 100;
/// How long a dotted name may be, in bytes. The linker keeps every prefix of a package name.
const MAX_NAME_LENGTH: usize = 4096;

/// What a file says about itself in its top-level statements.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Prologue {
    pub(super) imports: Vec<Import>,
    pub(super) edition: Option<Edition>,
}

/// An `import` statement.
#[derive(Debug, PartialEq)]
pub(super) struct Import {
    /// The name between the quotes.
    pub(super) name: String,
    /// Where that stands, quotes included.
    pub(super) range: Range<usize>,
}

/// An `edition` statement.
#[derive(Debug, PartialEq)]
pub(super) struct Edition {
    /// `2023`.
    pub(super) name: String,
    /// The value with its quotes.
    pub(super) range: Range<usize>,
}

/// Reads the imports and the edition.
///
/// # Errors
///
/// When brackets are nested too deep or a name is too long to be handed to a parser, and when a comment or string does
/// not end. Everything else that may be wrong is left to the parser, which says it better.
pub(super) fn scan(text: &DisplayedText) -> Result<Prologue, SchemaError> {
    let mut prologue = Prologue::default();
    let mut statement: Vec<Token> = Vec::new();
    let mut depth = 0usize;
    for (token, range) in Tokens::new(&text.text) {
        match token {
            TokenKind::Open => {
                depth += 1;
                if depth > MAX_NESTING {
                    return Err(text
                        .error(SchemaErrorKind::Syntax, format!("brackets are nested more than {MAX_NESTING} deep"))
                        .with_label(range, "one too many")
                        .with_help("a schema that a person wrote is never nested this deep; is this the right file?"));
                }
            }
            TokenKind::Unclosed => {
                let what = if text.text[range.clone()].starts_with('/') { "comment" } else { "string" };
                return Err(text
                    .error(SchemaErrorKind::Syntax, format!("a {what} that never ends"))
                    .with_label(range.start..range.start + 1, "it starts here"));
            }
            TokenKind::Close => {
                depth = depth.saturating_sub(1);
                statement.clear();
            }
            TokenKind::Word if range.len() > MAX_NAME_LENGTH => {
                return Err(text
                    .error(SchemaErrorKind::Syntax, format!("a name is longer than {MAX_NAME_LENGTH} bytes"))
                    .with_label(range.start..range.start + 20, "it starts here"));
            }
            TokenKind::Semicolon if depth == 0 => {
                prologue.note(&text.text, &statement);
                statement.clear();
            }
            _ if depth == 0 && statement.len() < MAX_STATEMENT => statement.push(Token { kind: token, range }),
            _ => {}
        }
    }
    Ok(prologue)
}

/// More tokens than any `import` or `edition` statement has.
const MAX_STATEMENT: usize = 32;

impl Prologue {
    fn note(&mut self, text: &str, statement: &[Token]) {
        let word = |token: &Token| match token.kind {
            TokenKind::Word => &text[token.range.clone()],
            _ => "",
        };
        let Some((first, rest)) = statement.split_first() else { return };
        match (word(first), rest) {
            ("import", [modifier, name @ ..]) if matches!(word(modifier), "public" | "weak" | "option") => {
                self.imports.extend(string(text, name).map(|(name, range)| Import { name, range }));
            }
            ("import", name) => self.imports.extend(string(text, name).map(|(name, range)| Import { name, range })),
            ("edition", [equals, value @ ..]) if equals.kind == TokenKind::Equals => {
                self.edition = string(text, value).map(|(name, range)| Edition { name, range });
            }
            _ => {}
        }
    }
}

/// Adjacent string literals are one string.
fn string(text: &str, tokens: &[Token]) -> Option<(String, Range<usize>)> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    if tokens.iter().any(|token| token.kind != TokenKind::String) {
        return None;
    }
    let quoted = tokens.iter().map(|token| &text[token.range.clone()]);
    let content = quoted.map(|q| q.get(1..q.len() - 1).unwrap_or_default()).collect();
    Some((content, first.range.start..last.range.end))
}

struct Token {
    kind: TokenKind,
    range: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum TokenKind {
    Open,
    Close,
    Semicolon,
    Equals,
    String,
    /// Letters, digits, underscores and dots.
    Word,
    /// A comment or string that begins and does not end.
    Unclosed,
    Other,
}

/// What stood before a token.
#[derive(PartialEq)]
enum Skipped {
    Nothing,
    Comment,
    UnclosedComment,
}

/// The tokens of a text, comments and white space left out.
struct Tokens<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t str) -> Self {
        Tokens { bytes: text.as_bytes(), at: 0 }
    }

    fn skip_while(&mut self, mut wanted: impl FnMut(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|&b| wanted(b)) {
            self.at += 1;
        }
    }

    /// Skips a comment if one starts here. `#` starts one inside option values, which are text format.
    fn skip_comment(&mut self) -> Skipped {
        match self.bytes[self.at..] {
            [b'/', b'/', ..] | [b'#', ..] => {
                self.skip_while(|b| b != b'\n');
                Skipped::Comment
            }
            [b'/', b'*', ..] => {
                let rest = &self.bytes[self.at + 2..];
                let end = rest.windows(2).position(|w| w == b"*/");
                self.at += 2 + end.map_or(rest.len(), |i| i + 2);
                if end.is_some() { Skipped::Comment } else { Skipped::UnclosedComment }
            }
            _ => Skipped::Nothing,
        }
    }

    /// Moves behind a string literal that starts here. It ends at its quote, or at the end of the line if that is missing.
    fn skip_string(&mut self, quote: u8) -> TokenKind {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => return TokenKind::Unclosed,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
            if byte == quote {
                return TokenKind::String;
            }
        }
        self.at = self.at.min(self.bytes.len());
        TokenKind::Unclosed
    }
}

impl Iterator for Tokens<'_> {
    type Item = (TokenKind, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.skip_while(|b| b.is_ascii_whitespace());
            let &byte = self.bytes.get(self.at)?;
            let start = self.at;
            match self.skip_comment() {
                Skipped::Nothing => {}
                Skipped::Comment => continue,
                Skipped::UnclosedComment => return Some((TokenKind::Unclosed, start..self.at)),
            }
            let kind = match byte {
                b'"' | b'\'' => self.skip_string(byte),
                b if is_word(b) => {
                    self.skip_while(is_word);
                    TokenKind::Word
                }
                _ => {
                    self.at += 1;
                    match byte {
                        b'{' | b'[' | b'(' | b'<' => TokenKind::Open,
                        b'}' | b']' | b')' | b'>' => TokenKind::Close,
                        b';' => TokenKind::Semicolon,
                        b'=' => TokenKind::Equals,
                        _ => TokenKind::Other,
                    }
                }
            };
            return Some((kind, start..self.at));
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(text: &str) -> Result<Prologue, SchemaError> {
        scan(&DisplayedText { display_path: "t.proto".to_owned(), text: text.to_owned() })
    }

    #[test]
    fn imports_are_found_and_nothing_else() {
        let text = r#"
            // import "no1.proto";
            /* import "no2.proto"; { { */
            syntax = "proto3"; import "a.proto"; import public 'b.proto';
            import weak "c" ".proto"; import option "d.proto";
            option x = "import \"no3.proto\"; }";
            message M { string import = 1 [default = "}"]; }
            import "e.proto";"#;
        let names: Vec<String> = scanned(text).unwrap().imports.into_iter().map(|i| i.name).collect();
        assert_eq!(names, ["a.proto", "b.proto", "c.proto", "d.proto", "e.proto"]);
    }

    #[test]
    fn the_edition_is_found_with_its_place() {
        let text = "// edition = \"1999\";\nedition = \"2023\";";
        let edition = scanned(text).unwrap().edition.unwrap();
        assert_eq!((edition.name.as_str(), &text[edition.range]), ("2023", "\"2023\""));
    }

    #[test]
    fn nesting_counts_brackets_outside_strings_and_comments_only() {
        let nested = |depth: usize| format!("{}{}", "{[(<".repeat(depth / 4), ">)]}".repeat(depth / 4));
        assert!(scanned(&nested(100)).is_ok());
        assert!(scanned(&format!("\"{}\" /* {} */ # {}", "{".repeat(200), "{".repeat(200), "{".repeat(200))).is_ok());
        let error = scanned(&format!("\n {}", nested(104))).unwrap_err();
        let position = error.position().unwrap();
        assert_eq!((position.line, position.column), (2, 102));
    }

    #[test]
    fn broken_text_is_left_to_the_parser() {
        for text in ["/", "import", "}}}}", ";;;", "é"] {
            assert!(scanned(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_never_ends_is_found_where_it_starts() {
        for text in ["\"", "'\\", "/*", "import \"a", "import \"\\", "é\"é\\é", "x /* * /", "\"a\n\""] {
            let error = scanned(text).unwrap_err();
            assert!(error.to_string().ends_with("that never ends"), "{text}");
            let start = text.find(['"', '\'', '/']).unwrap();
            let column = text[..start].chars().count() + 1;
            let position = error.position().unwrap();
            assert_eq!(position.line, 1);
            assert!(position.column == column || position.column == start + 1, "{text}");
        }
    }
}
