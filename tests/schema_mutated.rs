//! Texts that are nearly right: an error or a schema, never a panic.

use std::{fs, path::Path};

use proto_diff::schema::from_texts;

/// A small generator of numbers, the same on every run (<https://en.wikipedia.org/wiki/Xorshift>).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for directory in ["tests/schema/accepted", "tests/schema/refused", "fixtures/google/api"] {
        let mut paths: Vec<_> =
            fs::read_dir(root.join(directory)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let files = paths.into_iter().filter(|path| path.extension().is_some_and(|e| e == "proto"));
        texts.extend(files.map(|path| fs::read_to_string(path).unwrap()));
    }
    texts
}

/// Pieces that change the meaning of what is around them.
const PIECES: [&str; 16] = [
    "{",
    "}",
    ";",
    "=",
    "<",
    "\"",
    "'",
    "\\",
    "//",
    "/*",
    " repeated ",
    " 536870911 ",
    "-",
    ".",
    " optional ",
    "import \"x.proto\";",
];

fn mutated(text: &str, numbers: &mut Numbers) -> String {
    let boundary = |at: usize| (at..=text.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(text.len());
    let (a, b) = (boundary(numbers.below(text.len() + 1)), boundary(numbers.below(text.len() + 1)));
    let (a, b) = (a.min(b), a.max(b));
    match numbers.below(4) {
        0 => format!("{}{}", &text[..a], &text[b..]),
        1 => format!("{}{}{}", &text[..b], &text[a..b], &text[b..]),
        2 => format!("{}{}{}", &text[..a], PIECES[numbers.below(PIECES.len())], &text[a..]),
        _ => format!("import \"gone.proto\";{}", text.replacen("int32", "Gone.Inner", 1 + numbers.below(3))),
    }
}

#[test]
fn mutated_texts_never_panic() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut accepted = 0;
    let mut refused = 0;
    for text in texts() {
        for _ in 0..30 {
            let text = mutated(&text, &mut numbers);
            match from_texts("mutated", [("t.proto", text)]) {
                Ok(_) => accepted += 1,
                // Rendering must hold too.
                Err(error) => {
                    refused += 1;
                    assert!(!format!("{:?}", miette::Report::new(error)).is_empty());
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 1000, "{accepted} accepted, {refused} refused");
}
