//! Blocks that show a command and what it prints.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::pages::ROOT;

const OPEN: &str = "```console\n";
const CLOSE: &str = "```\n";
const ELISION: &str = "...";

pub fn has_block(page: &str) -> bool {
    page.contains(OPEN)
}

/// The page with every block as the program would have it.
pub fn renew(page: &str) -> String {
    let mut renewed = String::new();
    let mut rest = page;
    while let Some((before, block)) = rest.split_once(OPEN) {
        let (block, after) = block.split_once(CLOSE).expect("a block that ends");
        let (command, shown) = block.split_once('\n').expect("a block with a command");
        let printed = run(command.strip_prefix("$ proto-diff ").expect("a command of ours"));
        renewed += &format!("{before}{OPEN}{command}\n{}{CLOSE}", shown_as(shown, &printed));
        rest = after;
    }
    renewed + rest
}

fn run(arguments: &str) -> String {
    let output = Command::new(cargo_bin("proto-diff"))
        .args(arguments.split_whitespace())
        .current_dir(ROOT)
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("the program runs");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// What a block should show of an output: as many first lines as it shows before an elision, or all of it.
fn shown_as(shown: &str, printed: &str) -> String {
    match shown.lines().position(|line| line == ELISION) {
        Some(lines) => {
            let mut head: String = printed.split_inclusive('\n').take(lines).collect();
            head += ELISION;
            head.push('\n');
            head
        }
        None => printed.to_owned(),
    }
}
