//! A process that converts with generated code, and what it is held against.
//!
//! It reads one JSON object a line and answers each with one line:
//!
//! ```json
//! {"way":"upgrade","old":"a2a.v1.Task","new":"lf.a2a.v1.Task","input":"0a0131"}
//! {"message":"0a0131","losses":[{"path":"…","reason":"…"}],"supplied":[{"path":"…","value":"…"}],"missing":["…"]}
//! {"error":"`name`: `x` is not a name of the form `tasks/{id}`"}
//! ```

use std::{
    collections::HashSet,
    fmt::Write as _,
    io::{BufRead, BufReader, BufWriter, Read, Write},
    process::{Command, Stdio},
    thread,
};

use proto_diff::Direction;
use serde::{Deserialize, Serialize};

use super::{
    corpus::{Case, Needs, corpus},
    expected::{self, Answer, Outcome},
    hex::to_hex,
    subjects::Subject,
};

/// One line to a driver.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    pub way: String,
    pub old: String,
    pub new: String,
    pub input: String,
}

/// How a driver is started.
pub struct Driver {
    pub command: Command,
    /// What its messages can hold.
    pub holds: Needs,
    /// The line after which its answers begin; from the first one on, if there is none.
    pub greeting: Option<&'static str>,
}

impl Request {
    pub fn of(case: &Case, subject: Subject) -> Self {
        let migration = subject.migration;
        Request {
            way: if case.direction == Direction::Upgrade { "upgrade" } else { "downgrade" }.to_owned(),
            old: migration.old[case.pair.old()].element.full_name.clone(),
            new: migration.new[case.pair.new()].element.full_name.clone(),
            input: to_hex(&case.input),
        }
    }
}

/// How many differences are shown.
const SHOWN: usize = 10;

impl Driver {
    /// Lets it convert everything there is.
    ///
    /// # Panics
    /// When it does not give what `convert` gives.
    pub fn check(self, subject: Subject) {
        let mut cases = corpus(subject);
        cases.retain(|case| case.needs.are_met_by(self.holds));
        self.check_those(subject, &cases);
    }

    /// Lets it convert these.
    ///
    /// # Panics
    /// When it does not give what `convert` gives.
    pub fn check_those(self, subject: Subject, cases: &[Case]) {
        if let Err(differences) = self.differences(subject, cases) {
            panic!("{differences}");
        }
        eprintln!("{} messages of {} are converted to the same, with the same remarks", cases.len(), subject.name);
    }

    /// Where it differs from `convert`, for people.
    pub fn differences(mut self, subject: Subject, cases: &[Case]) -> Result<(), String> {
        let shown = format!("{:?}", self.command);
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().map_err(|error| format!("{shown}: {error}"))?;
        let mut input = BufWriter::new(child.stdin.take().expect("a pipe"));
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut complaints = child.stderr.take().expect("a pipe");
        let requests = cases.iter().map(|case| Request::of(case, subject));
        // Side by side: either pipe may fill up before the other is empty.
        let (differences, answered, said) = thread::scope(|scope| {
            let said = scope.spawn(move || {
                let mut text = Vec::new();
                // What it said so far is worth reading in any case.
                let _ = complaints.read_to_end(&mut text);
                String::from_utf8_lossy(&text).into_owned()
            });
            scope.spawn(move || {
                for request in requests {
                    let line = serde_json::to_string(&request).expect("text");
                    // One that does not listen any more is found out by what it does not say.
                    if writeln!(input, "{line}").is_err() {
                        return;
                    }
                }
                let _ = input.flush();
            });
            if let Some(greeting) = self.greeting {
                lines.by_ref().map_while(Result::ok).find(|line| line.trim_end().ends_with(greeting));
            }
            let mut differences = Vec::new();
            let mut answered = 0;
            for (case, line) in cases.iter().zip(lines.map_while(Result::ok)) {
                answered += 1;
                differences.extend(difference(subject, case, &line));
            }
            (differences, answered, said.join().unwrap_or_default())
        });
        let status = child.wait().map_err(|error| format!("{shown}: {error}"))?;
        if let Some(case) = cases.get(answered) {
            let request = serde_json::to_string(&Request::of(case, subject)).expect("text");
            return Err(format!(
                "{shown}\nanswered {answered} of {} and ended with {status}; not answered:\n{request}\n{}\n{}",
                cases.len(),
                last_lines(&said),
                differences.concat()
            ));
        }
        if differences.is_empty() {
            return if status.success() { Ok(()) } else { Err(format!("{shown}: {status}\n{}", last_lines(&said))) };
        }
        let mut text = format!("{} of {} messages of {} differ\n", differences.len(), cases.len(), subject.name);
        differences.iter().take(SHOWN).for_each(|difference| text += difference);
        if differences.len() > SHOWN {
            _ = writeln!(text, "… and {} more", differences.len() - SHOWN);
        }
        Err(text + &last_lines(&said))
    }
}

/// The end of what a driver said beside its answers.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}

fn difference(subject: Subject, case: &Case, line: &str) -> Option<String> {
    let exchange = case.exchange(subject);
    let expected = expected::outcome(case, subject);
    let got = match serde_json::from_str::<Answer>(line) {
        Ok(answer) => answer.outcome(exchange),
        Err(error) => Outcome::Broken(format!("{error}: {line}")),
    };
    (!got.is_right(&expected)).then(|| {
        let Request { way, old, new, input } = Request::of(case, subject);
        let from = exchange.from();
        let message = match expected {
            Outcome::NoMessage(_) => "no message".to_owned(),
            _ => from.show(&from.read(&case.input)),
        };
        let (expected, got) = (expected.show(exchange), got.show(exchange));
        format!(
            "\n{way} {old} ↔ {new} ({})\n  input {}\n    {}\n  convert\n{}  driver\n{}",
            case.origin,
            shortened(&input),
            shortened(&message),
            apart_from(&expected, &got),
            apart_from(&got, &expected)
        )
    })
}

/// As much of a line as people read.
fn shortened(line: &str) -> String {
    const LONGEST: usize = 4000;
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}… ({} bytes)", &line[..at], line.len()),
        None => line.to_owned(),
    }
}

/// The lines of a text; where they are many, only those that another has not.
fn apart_from(text: &str, other: &str) -> String {
    const MANY: usize = 40;
    let others: HashSet<&str> = other.lines().collect();
    let is_long = text.lines().count() > MANY;
    let shown = text.lines().filter(|line| !is_long || !others.contains(line));
    let mut shown: Vec<String> = shown.map(|line| shortened(line) + "\n").collect();
    if shown.len() > MANY {
        let more = shown.len() - MANY;
        shown.truncate(MANY);
        shown.push(format!("    … and {more} more lines\n"));
    }
    shown.concat()
}
