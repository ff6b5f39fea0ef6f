//! The harness held by a driver that has no generated code: it asks `convert`, as the harness does, and answers
//! truthfully or, where it is told to, with one thing wrong.
//!
//! The driver is this very test program, started again with [`FAULT`] in its environment.

use std::{
    env,
    io::{BufRead, Write},
    process::Command,
};

use proto_diff::Direction;

use super::{
    corpus::{Case, Needs, corpus},
    driver::{Driver, Request},
    expected::{self, Answer, Loss, Supplied},
    hex::hex,
    subjects::{self, Subject},
};

/// Says what is to be wrong with the answers.
const FAULT: &str = "ADAPT_STUB_FAULT";
const GREETING: &str = "the stub is ready";

fn stub(fault: &str) -> Driver {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", "stub::answers", "--nocapture"]).env(FAULT, fault);
    let holds = Needs { unknown_fields: true, unlisted_numbers: true, wide_varints: true };
    Driver { command, holds, greeting: Some(GREETING) }
}

/// What to get wrong, once it can be got wrong.
fn spoil(fault: &str, answer: &mut Answer) -> bool {
    match fault {
        "byte" if !answer.message.is_empty() => {
            let last = answer.message.pop();
            answer.message.push(if last == Some('0') { '1' } else { '0' });
        }
        "loss" if !answer.losses.is_empty() => drop(answer.losses.pop()),
        "reason" if !answer.losses.is_empty() => answer.losses[0].reason.push('!'),
        "more" if answer.error.is_none() => {
            answer.losses.push(Loss { path: "a".to_owned(), reason: "b".to_owned() });
        }
        "supplied" if answer.error.is_none() => {
            answer.supplied.push(Supplied { path: "a".to_owned(), value: "b".to_owned() });
        }
        "missing" if !answer.missing.is_empty() => answer.missing[0].push('!'),
        "error" => match &mut answer.error {
            // What is no message is refused in whatever words.
            Some(error) if error.contains("of the form") => error.insert(0, '!'),
            _ => return false,
        },
        "no error" if answer.error.is_some() => answer.error = None,
        _ => return false,
    }
    true
}

/// Not a test but the driver, where it is asked to be one.
#[test]
fn answers() {
    let Ok(fault) = env::var(FAULT) else { return };
    let mut out = std::io::stdout().lock();
    writeln!(out, "\n{GREETING}").expect("it listens");
    let mut spoilt = fault == "none";
    for (index, line) in std::io::stdin().lock().lines().enumerate() {
        if fault == "end" && index == 3 {
            std::process::exit(1);
        }
        let request: Request = serde_json::from_str(&line.expect("text")).expect("a request");
        let mut answer = expected::answer(&case(&request, subjects::a2a()), subjects::a2a());
        spoilt = spoilt || spoil(&fault, &mut answer);
        match fault.as_str() {
            "garbage" if index == 3 => writeln!(out, "hello"),
            _ => writeln!(out, "{}", serde_json::to_string(&answer).expect("JSON")),
        }
        .expect("it listens");
    }
    out.flush().expect("it listens");
    std::process::exit(0);
}

fn case(request: &Request, subject: Subject) -> Case {
    let migration = subject.migration;
    let old = migration.old.message_named(&request.old).expect("an old type");
    let new = migration.new.message_named(&request.new).expect("a new type");
    let pair = migration.pair(old, new).expect("a pair");
    let direction = if request.way == "upgrade" { Direction::Upgrade } else { Direction::Downgrade };
    Case { pair, direction, input: hex(&request.input), origin: String::new(), needs: Needs::default() }
}

#[test]
fn a_driver_that_is_right_passes() {
    stub("none").check(subjects::a2a());
}

#[test]
fn one_thing_that_is_wrong_is_found() {
    let subject = subjects::a2a();
    let cases = corpus(subject);
    for fault in ["byte", "loss", "reason", "more", "supplied", "missing", "error", "no error", "garbage"] {
        let differences = stub(fault).differences(subject, &cases).expect_err(fault);
        let first = differences.lines().next().unwrap_or_default();
        assert_eq!(first, format!("1 of {} messages of a2a differ", cases.len()), "{fault}: {differences}");
    }
    let differences = stub("end").differences(subject, &cases).expect_err("it does not answer");
    assert!(differences.contains("answered 3 of"), "{differences}");
}

/// Each subject is shown from all sides: losses, refusals, what is supplied and what is missing.
#[test]
fn the_messages_say_something() {
    for subject in [subjects::a2a(), subjects::a2a_with_options(), subjects::cinema()] {
        let cases = corpus(subject);
        let (mut lost, mut refused, mut supplied, mut missing) = (0, 0, 0, 0);
        for case in &cases {
            let answer = expected::answer(case, subject);
            lost += usize::from(!answer.losses.is_empty());
            refused += usize::from(answer.error.is_some());
            supplied += usize::from(!answer.supplied.is_empty());
            missing += usize::from(!answer.missing.is_empty());
        }
        let (name, all) = (subject.name, cases.len());
        eprintln!("{name}: {all} messages, {lost} lose, {refused} are refused, {supplied} supplied, {missing} lack");
        assert!(lost > all / 10 && refused > 10 && refused < all / 4 && supplied > 10 && missing > 10, "{name}");
        if std::env::var_os("ADAPT_WRITE").is_some() {
            write(subject, &cases);
        }
    }
}

/// The corpus as lines, for whoever works on a driver: `target/adapt/corpus/<subject>.jsonl` has in each line what goes
/// in and what must come out.
fn write(subject: Subject, cases: &[Case]) {
    let folder = super::languages::workshop().join("corpus");
    std::fs::create_dir_all(&folder).expect("a folder");
    let line = |case: &Case| {
        let expected = expected::answer(case, subject);
        let (request, needs) = (Request::of(case, subject), format!("{:?}", case.needs));
        serde_json::json!({"request": request, "expected": expected, "origin": case.origin, "needs": needs})
    };
    let lines: String = cases.iter().map(|case| format!("{}\n", line(case))).collect();
    std::fs::write(folder.join(format!("{}.jsonl", subject.name)), lines).expect("a file");
}
