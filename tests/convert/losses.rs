//! What could not be carried: said, listed in a file, and with `--strict` an error.

use serde_json::{Value, json};

use crate::{Desk, convert, field, hex};

/// `AuthenticationInfo { schemes: ["Basic", "Bearer"] }`; the new version has room for one.
fn two_schemes() -> Vec<u8> {
    [field(1, "Basic"), field(1, "Bearer")].concat()
}

#[test]
fn a_loss_is_said_and_the_rest_is_printed() {
    let run = Desk::new().run("convert --type AuthenticationInfo --from 0.3 --out text -", two_schemes());
    assert_eq!((run.code, run.out.as_str()), (0, "scheme: \"Basic\"\n"), "{run:?}");
    let said = "warning: standard input: lost: `schemes[1]`: the other version has room for one\n";
    assert_eq!(run.err, said, "{run:?}");
    let run = Desk::new().run("convert --type AuthenticationInfo --from 0.3 --format json -", two_schemes());
    let found: Value = serde_json::from_str(&run.out).expect("JSON");
    let losses = json!([{"path": "schemes[1]", "reason": "the other version has room for one"}]);
    assert_eq!((&found["losses"], &found["message"]), (&losses, &json!({"scheme": "Basic"})), "{run:?}");
}

#[test]
fn strict_prints_nothing_that_lost_something() {
    for form in ["text", "json", "raw", "hex", "delimited"] {
        let arguments = format!("convert --type AuthenticationInfo --from 0.3 --strict --out {form} -");
        let run = Desk::new().run(&arguments, two_schemes());
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{form}: {run:?}");
        assert!(run.err.contains("lost: `schemes[1]`") && run.err.contains("because of --strict"), "{form}: {run:?}");
        let run = Desk::new().run(&arguments, field(1, "Basic"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{form}: {run:?}");
        assert!(!run.out.is_empty(), "{form}: {run:?}");
    }
}

/// Of many, those that lose nothing are printed.
#[test]
fn strict_leaves_out_one_of_many() {
    let stream = "07 0a054261736963 0f 0a054261736963 0a06426561726572 07 0a054261736963";
    let arguments = "convert --type AuthenticationInfo --from 0.3 --in hex+delimited --out hex --strict -";
    let run = Desk::new().run(arguments, stream);
    assert_eq!((run.code, run.out.as_str()), (1, "0a054261736963\n0a054261736963\n"), "{run:?}");
    assert!(run.err.contains("frame 2 at byte 8: lost: `schemes[1]`"), "{run:?}");
}

#[test]
fn a_report_has_a_line_for_each_loss() {
    let desk = Desk::new();
    let stream = "07 0a054261736963 0f 0a054261736963 0a06426561726572 00";
    let arguments = "convert --type AuthenticationInfo --from 0.3 --in hex+delimited --report losses.jsonl";
    for strict in ["", "--strict"] {
        let run = desk.run(&format!("{arguments} {strict} --out hex -"), stream);
        assert_eq!(run.code, i32::from(!strict.is_empty()), "{run:?}");
        let lines: Vec<Value> =
            desk.read("losses.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let lost = json!({
            "kind": "lost", "input": "standard input", "frame": 2,
            "path": "schemes[1]", "reason": "the other version has room for one",
        });
        assert_eq!(lines[0], lost, "{strict}");
        assert!(lines[1..].iter().all(|line| line["kind"] == "missing"), "{lines:?}");
    }
    // A run that loses nothing leaves an empty one, and not that of the run before.
    let run =
        desk.run("convert --type GetTaskRequest --from 0.3 --report losses.jsonl --out hex -", field(1, "tasks/7"));
    assert_eq!((run.code, desk.read("losses.jsonl").as_str()), (0, ""), "{run:?}");
    let run = desk.run("convert --type GetTaskRequest --report no/such/place.jsonl -", field(2, "7"));
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("cannot write no/such/place.jsonl"), "{run:?}");
}

#[test]
fn what_the_new_version_requires_and_nothing_fills_is_said() {
    let desk = Desk::new();
    let run = desk.run("convert --type Message --from 0.3 --report r.jsonl --out hex -", field(1, "m"));
    assert_eq!((run.code, run.out.as_str()), (0, "0a016d\n"), "{run:?}");
    assert!(run.err.contains("missing: `role`, which 1.0.1 requires"), "{run:?}");
    assert!(desk.read("r.jsonl").contains(r#""path":"role","reason":"1.0.1 requires it""#), "{run:?}");
}

#[test]
fn what_nobody_wrote_is_named_on_demand() {
    // A card with no more than a URL: an empty transport meant JSONRPC.
    let card = field(3, "https://a.example");
    let arguments = "convert --type AgentCard --from 0.3";
    let run = Desk::new().run(&format!("{arguments} -v --out hex -"), &card);
    let said = "note: standard input: supplied: `supported_interfaces[0].protocol_binding` = `JSONRPC`";
    assert!(run.code == 0 && run.err.contains(said), "{run:?}");
    let run = Desk::new().run(&format!("{arguments} --format json -"), &card);
    let found: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(found["supplied"][0]["path"], "supported_interfaces[0].protocol_binding", "{run:?}");
    let run = Desk::new().run(&format!("{arguments} --out hex -"), &card);
    assert!(!run.err.contains("supplied"), "{run:?}");
}

#[test]
fn fields_that_no_version_knows_are_lost() {
    let run = convert("--type GetTaskRequest --from 0.3 --out hex", "0a07 7461736b732f37 f20303 616263");
    assert_eq!((run.code, run.out.as_str()), (0, "120137\n"), "{run:?}");
    assert!(run.err.contains("lost:") && run.err.contains("62"), "{run:?}");
    let payload = "0a07 7461736b732f37 f20303 616263";
    let run = convert("--type GetTaskRequest --from 0.3 --strict --out hex", payload);
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}");
}

#[test]
fn many_losses_of_one_message_are_counted() {
    let desk = Desk::new();
    let payload: Vec<u8> = (0..50).flat_map(|_| field(1, "Basic")).collect();
    let run = desk.run("convert --type AuthenticationInfo --from 0.3 --report all.jsonl --out hex -", payload);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.lines().count() <= 21 && run.err.contains("lost: `schemes[17..50]`"), "{run:?}");
    assert_eq!(desk.read("all.jsonl").lines().count(), run.err.lines().count());
    // Skills with no more than a name, and each of them lacks what the new version requires of it.
    let payload: Vec<u8> = (0..50).flat_map(|_| field(12, field(2, "cook"))).collect();
    let run = desk.run("convert --type AgentCard --from 0.3 --report all.jsonl --out hex -", payload);
    assert_eq!((run.code, run.err.lines().count()), (0, 21), "{run:?}");
    let said = desk.read("all.jsonl").lines().count() - 20;
    assert!(run.err.contains(&format!("{said} more like these; --report FILE lists them all")), "{run:?}");
}

#[test]
fn quiet_is_quiet() {
    let run = Desk::new().run("convert --type AuthenticationInfo --from 0.3 -q --out hex -", two_schemes());
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "0a054261736963\n", ""), "{run:?}");
    let run = convert("--type GetTaskRequest -q --out hex", "120137");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert_eq!(hex(run.out.trim()), hex("120137"));
}
