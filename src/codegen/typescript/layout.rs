//! Lines that are no longer than people like them.

use super::text::literal;
use crate::codegen::pieces::Piece;

/// The longest line, where there is a place to break it.
pub(super) const WIDTH: usize = 100;
const INDENT: usize = 2;

/// An expression, as far as breaking it into lines goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expr {
    /// One that stays in one piece.
    Raw(String),
    /// A call, an array or an object: what opens, what is inside, and what closes.
    List(String, Vec<Expr>, &'static str),
    /// Several, with `&&` or `||` between them.
    Chain(&'static str, Vec<Expr>),
    /// A function: its parameters, and what it gives.
    Arrow(String, Box<Expr>),
    /// `if ? then : otherwise`.
    Either(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `name: value`.
    Named(String, Box<Expr>),
}

impl Expr {
    /// One that stays in one piece.
    pub fn raw(text: impl Into<String>) -> Self {
        Expr::Raw(text.into())
    }

    /// A string.
    pub fn text(text: impl Into<String>) -> Self {
        Expr::pieces(&[Piece::Literal(text.into())])
    }

    /// A string with values in it.
    pub fn pieces(pieces: &[Piece]) -> Self {
        Expr::Raw(literal(pieces))
    }

    pub fn call(function: impl Into<String>, arguments: impl IntoIterator<Item = Expr>) -> Self {
        Expr::List(function.into() + "(", arguments.into_iter().collect(), ")")
    }

    pub fn object(members: impl IntoIterator<Item = Expr>) -> Self {
        Expr::List("{ ".to_owned(), members.into_iter().collect(), " }")
    }

    pub fn array(elements: impl IntoIterator<Item = Expr>) -> Self {
        Expr::List("[".to_owned(), elements.into_iter().collect(), "]")
    }

    pub fn arrow(parameters: impl Into<String>, value: Expr) -> Self {
        Expr::Arrow(parameters.into(), Box::new(value))
    }

    pub fn named(name: impl Into<String>, value: Expr) -> Self {
        Expr::Named(name.into(), Box::new(value))
    }

    pub fn either(test: Expr, yes: Expr, no: Expr) -> Self {
        Expr::Either(Box::new(test), Box::new(yes), Box::new(no))
    }

    /// All of them, or `true` where there are none.
    pub fn all(tests: Vec<Expr>) -> Self {
        Expr::chain("&&", tests, "true")
    }

    /// Any of them, or `false` where there are none.
    pub fn any(tests: Vec<Expr>) -> Self {
        Expr::chain("||", tests, "false")
    }

    fn chain(operator: &'static str, mut tests: Vec<Expr>, none: &str) -> Self {
        match tests.len() {
            0 => Expr::raw(none),
            1 => tests.remove(0),
            _ => Expr::Chain(operator, tests),
        }
    }

    /// It in one line.
    pub fn flat(&self) -> String {
        match self {
            Expr::Raw(text) => text.clone(),
            Expr::List(open, inside, close) if inside.is_empty() => {
                format!("{}{}", open.trim_end(), close.trim_start())
            }
            Expr::List(open, inside, close) => format!("{open}{}{close}", flat_list(inside)),
            Expr::Chain(operator, tests) => {
                let tests: Vec<String> = tests.iter().map(|test| test.operand(operator).flat()).collect();
                tests.join(&format!(" {operator} "))
            }
            Expr::Arrow(parameters, value) => format!("{parameters} => {}", value.flat()),
            Expr::Either(test, yes, no) => format!("{} ? {} : {}", test.flat(), yes.flat(), no.flat()),
            // `a: a` is `a`.
            Expr::Named(name, value) if **value == Expr::Raw(name.clone()) => name.clone(),
            Expr::Named(name, value) => format!("{name}: {}", value.flat()),
        }
    }

    /// It as a part of a chain.
    fn operand(&self, operator: &str) -> Expr {
        match self {
            Expr::Chain(own, _) if *own == operator => self.clone(),
            Expr::Chain(..) | Expr::Either(..) => Expr::Raw(format!("({})", self.flat())),
            _ => self.clone(),
        }
    }
}

fn flat_list(inside: &[Expr]) -> String {
    inside.iter().map(Expr::flat).collect::<Vec<_>>().join(", ")
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Statements, one below the other.
#[derive(Debug, Default)]
pub(super) struct Code {
    lines: Vec<String>,
    depth: usize,
    /// Variables whose value has no effect, and the lines that make them.
    variables: Vec<(String, std::ops::Range<usize>)>,
}

impl Code {
    /// What there is, without variables that nobody uses.
    pub fn finish(mut self) -> String {
        for (name, lines) in std::mem::take(&mut self.variables).into_iter().rev() {
            let is_used = self.lines.iter().skip(lines.end).any(|line| variables(line).contains(&name));
            if !is_used {
                self.lines.iter_mut().skip(lines.start).take(lines.len()).for_each(String::clear);
            }
        }
        self.lines.iter().filter(|line| !line.is_empty()).map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A line as it is.
    pub fn line(&mut self, line: &str) {
        // One with nothing in it is none of those that are taken away.
        let indent = if line.is_empty() { INDENT } else { self.depth * INDENT };
        self.lines.push(format!("{}{line}", " ".repeat(indent)));
    }

    /// Lines as they are.
    pub fn lines(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.line(line));
    }

    /// Statements that are indented already.
    pub fn append(&mut self, text: &str) {
        self.lines.extend(text.lines().map(str::to_owned));
    }

    /// What is written is in so many blocks already.
    pub fn within(depth: usize) -> Self {
        Code { depth, ..Code::default() }
    }

    /// A statement.
    pub fn run(&mut self, expr: &Expr) {
        self.put("", expr, ";");
    }

    /// `place = value;`
    pub fn assign(&mut self, place: &str, value: &Expr) {
        self.put(&format!("{place} = "), value, ";");
    }

    /// `const name = value;`, if anybody uses it. The value must have no effect.
    pub fn name(&mut self, name: &str, value: &Expr) {
        let start = self.lines.len();
        self.assign(&format!("const {name}"), value);
        self.variables.push((name.to_owned(), start..self.lines.len()));
    }

    /// `function name(parameters): result {`, with `export` in front of it where the name has it.
    pub fn function(&mut self, name: &str, parameters: impl IntoIterator<Item = String>, result: &str) {
        let (export, name) =
            name.split_once(' ').map_or((String::new(), name), |(word, name)| (format!("{word} "), name));
        let parameters = Expr::call("", parameters.into_iter().map(Expr::Raw));
        self.open(&format!("{export}function {name}"), &parameters, &format!(": {result} {{"));
    }

    /// `if (test) {`
    pub fn open_if(&mut self, test: &Expr) {
        self.open("if (", test, ") {");
    }

    /// What a block begins with.
    pub fn open(&mut self, head: &str, expr: &Expr, tail: &str) {
        self.put(head, expr, tail);
        self.depth += 1;
    }

    /// `} else {`
    pub fn otherwise(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.line("} else {");
        self.depth += 1;
    }

    /// `} else if (test) {`
    pub fn otherwise_if(&mut self, test: &Expr) {
        self.depth = self.depth.saturating_sub(1);
        self.open("} else if (", test, ") {");
    }

    /// The end of a block.
    pub fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.line("}");
    }

    /// What follows is indented.
    pub fn indent(&mut self) {
        self.depth += 1;
    }

    /// It is not any more.
    pub fn dedent(&mut self) {
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
            Expr::Raw(text) if prefix.ends_with("= ") && width(text) + width(suffix) + INDENT <= room => {
                self.line(prefix);
                self.inside(|code| code.line(&format!("{text}{suffix}")));
            }
            Expr::Raw(text) => self.line(&format!("{prefix}{text}{suffix}")),
            Expr::Named(name, value) => self.put(&format!("{prefix}{name}: "), value, suffix),
            Expr::Arrow(parameters, value) => {
                self.line(&format!("{prefix}{parameters} =>"));
                self.inside(|code| code.put("", value, suffix));
            }
            Expr::Either(test, yes, no) => {
                self.put(prefix, test, "");
                self.inside(|code| {
                    code.put("? ", yes, "");
                    code.put(": ", no, suffix);
                });
            }
            Expr::Chain(operator, tests) => {
                self.line(prefix);
                self.inside(|code| {
                    for (index, test) in tests.iter().enumerate() {
                        let is_last = index + 1 == tests.len();
                        let tail = if is_last { String::new() } else { format!(" {operator}") };
                        // What ends a statement ends its last line, what ends a condition has a line of its own.
                        let end = if is_last && suffix == ";" { suffix } else { "" };
                        code.put("", &test.operand(operator), &format!("{tail}{end}"));
                    }
                });
                if suffix != ";" {
                    self.line(suffix);
                }
            }
            Expr::List(open, inside, close) => self.list(prefix, (open, inside, close), suffix),
        }
    }

    fn inside(&mut self, print: impl FnOnce(&mut Self)) {
        self.depth += 1;
        print(self);
        self.depth -= 1;
    }

    fn list(&mut self, prefix: &str, (open, inside, close): (&str, &[Expr], &str), suffix: &str) {
        let (open, close) = (open.trim_end(), close.trim_start());
        let end = format!("{close}{suffix}");
        match inside {
            [] => self.line(&format!("{prefix}{open}{end}")),
            [Expr::Arrow(parameters, value)] => {
                self.line(&format!("{prefix}{open}{parameters} =>"));
                self.inside(|code| code.put("", value, ","));
                self.line(&end);
            }
            [one @ Expr::List(..)] if open.ends_with('(') => self.put(&format!("{prefix}{open}"), one, &end),
            _ => {
                self.line(&format!("{prefix}{open}"));
                self.inside(|code| inside.iter().for_each(|expr| code.put("", expr, ",")));
                self.line(&end);
            }
        }
    }
}

/// Whether an expression mentions a variable.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    variables(text).iter().any(|variable| variable == name)
}

/// The variables that a line mentions: no properties, no keys of objects, nothing in strings.
pub(super) fn variables(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    // What the innermost string or hole in a template began with.
    let mut inside: Vec<char> = Vec::new();
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        let quote = inside.last().copied().filter(|quote| *quote != '{');
        match (quote, char) {
            (Some(_), '\\') => _ = chars.next(),
            (Some('`'), '$') if chars.peek() == Some(&'{') => {
                chars.next();
                inside.push('{');
            }
            (Some(quote), _) if char == quote => _ = inside.pop(),
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => inside.push(char),
            (None, '}') if !inside.is_empty() => _ = inside.pop(),
            (None, _) if char.is_alphanumeric() || char == '_' || char == '$' => {
                word.push(char);
                continue;
            }
            _ => {}
        }
        if !word.is_empty() {
            let is_variable = before != '.' && char != ':';
            found.extend(is_variable.then(|| std::mem::take(&mut word)));
            word.clear();
        }
        // Three dots are before a variable, one is before a property.
        before = if char == '.' && matches!(before, '.' | '…') { '…' } else { char };
    }
    found.extend((before != '.' && !word.is_empty()).then_some(word));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_told_from_properties_and_texts() {
        assert_eq!(variables("a.b?.c(\"d\", `e${f}g`, { h: i, j })"), ["a", "f", "i", "j"]);
        assert_eq!(variables("x = [...y, 'it\\'s', z]"), ["x", "y", "z"]);
    }

    #[test]
    fn variables_that_nobody_uses_are_not_made() {
        let mut code = Code::default();
        code.name("a", &Expr::raw("source.a"));
        code.name("b", &Expr::raw("a.b"));
        code.name("c", &Expr::raw("source.c"));
        code.line("f(c, \"b\");");
        assert_eq!(code.finish(), "const c = source.c;\nf(c, \"b\");\n");
    }

    #[test]
    fn long_calls_have_a_line_for_each_argument() {
        let mut code = Code::default();
        let long = "x".repeat(60);
        code.run(&Expr::call("f", [Expr::raw(&long), Expr::raw(&long)]));
        assert_eq!(code.finish(), format!("f(\n  {long},\n  {long},\n);\n"));
    }
}
