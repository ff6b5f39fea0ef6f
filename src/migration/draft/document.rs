//! A manifest while it is written: tables of lines, and how much each line is to be trusted.

use super::layout;

/// The tables of a manifest, in order.
#[derive(Debug, Default)]
pub(super) struct Document(Vec<Table>);

/// A table with its heading.
#[derive(Debug)]
pub(super) struct Table {
    /// What stands between the brackets.
    pub heading: String,
    pub lines: Vec<Line>,
}

/// A key, a value, and what a person should know about them.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// As it is, without quotes.
    pub key: String,
    /// TOML.
    pub value: String,
    pub trust: Trust,
}

/// How much a line is to be trusted.
#[derive(Debug, Clone)]
pub(super) enum Trust {
    /// It follows from the schemas.
    Plain,
    /// It follows from the schemas, and this is how.
    Because(String),
    /// It is a guess.
    Decide(Doubt),
}

/// What speaks for a guess, and what else it could be.
#[derive(Debug, Clone, Default)]
pub(super) struct Doubt {
    pub question: String,
    /// Other lines that could stand in its place.
    pub alternatives: Vec<(String, String)>,
}

impl Document {
    /// Adds a table, unless it is empty.
    pub(super) fn push(&mut self, heading: String, lines: Vec<Line>) {
        if !lines.is_empty() {
            self.0.push(Table { heading, lines });
        }
    }

    /// How many questions it leaves.
    pub(super) fn questions(&self) -> usize {
        let lines = self.0.iter().flat_map(|table| &table.lines);
        lines.filter(|line| matches!(line.trust, Trust::Decide(_))).count()
    }

    pub(super) fn to_toml(&self) -> String {
        self.0.iter().map(|table| format!("\n{}", layout::table(table))).collect()
    }
}

impl Line {
    pub(super) fn plain(key: impl Into<String>, value: impl Into<String>) -> Self {
        Line { key: key.into(), value: value.into(), trust: Trust::Plain }
    }

    pub(super) fn because(self, reason: impl Into<String>) -> Self {
        Line { trust: Trust::Because(reason.into()), ..self }
    }

    pub(super) fn decide(self, question: impl Into<String>) -> Self {
        let doubt = Doubt { question: question.into(), alternatives: Vec::new() };
        Line { trust: Trust::Decide(doubt), ..self }
    }

    /// Makes it a question, or adds one to the question that it is.
    pub(super) fn decide_also(mut self, question: String) -> Self {
        let (said, alternatives) = match std::mem::replace(&mut self.trust, Trust::Plain) {
            Trust::Plain => (String::new(), Vec::new()),
            Trust::Because(reason) => (reason + "; ", Vec::new()),
            Trust::Decide(doubt) => (doubt.question + "; ", doubt.alternatives),
        };
        self.trust = Trust::Decide(Doubt { question: said + &question, alternatives });
        self
    }

    /// Adds what else could stand here. A line with alternatives is a question.
    pub(super) fn or(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        let mut doubt = match std::mem::replace(&mut self.trust, Trust::Plain) {
            Trust::Decide(doubt) => doubt,
            Trust::Because(question) => Doubt { question, alternatives: Vec::new() },
            Trust::Plain => Doubt::default(),
        };
        doubt.alternatives.push((key.into(), value.into()));
        self.trust = Trust::Decide(doubt);
        self
    }

    /// Adds a sentence to what is said about it.
    pub(super) fn adding(mut self, sentence: &str) -> Self {
        match &mut self.trust {
            Trust::Plain => self.trust = Trust::Because(sentence.to_owned()),
            Trust::Because(text) | Trust::Decide(Doubt { question: text, .. }) => {
                text.push_str("; ");
                text.push_str(sentence);
            }
        }
        self
    }
}
