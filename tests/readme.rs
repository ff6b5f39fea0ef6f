//! What the README shows is what the program prints: every ```` ```console ```` block is a command and its output,
//! where a line `...` stands for any number of lines. `UPDATE_README=1 cargo test --test readme` renews them.

use std::{env, fs, path::Path, process::Command};

use assert_cmd::cargo::cargo_bin;

const ELISION: &str = "...";

#[test]
fn commands_in_the_readme_print_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("README.md");
    let readme = fs::read_to_string(&path).expect("there is a README");
    let mut renewed = String::new();
    let mut wrong = Vec::new();
    let mut rest = readme.as_str();
    while let Some((before, block)) = rest.split_once("```console\n") {
        let (block, after) = block.split_once("```\n").expect("a block that ends");
        let (command, shown) = block.split_once('\n').expect("a block with a command");
        let printed = run(command.strip_prefix("$ proto-diff ").expect("a command of ours"), root);
        let shown_as = shown_as(shown, &printed);
        if shown_as != shown {
            wrong
                .push(format!("{command}\n{}", similar::TextDiff::from_lines(shown, shown_as.as_str()).unified_diff()));
        }
        renewed += &format!("{before}```console\n{command}\n{shown_as}```\n");
        rest = after;
    }
    renewed += rest;
    if env::var_os("UPDATE_README").is_some() {
        fs::write(&path, renewed).expect("writable");
        return;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn run(arguments: &str, root: &Path) -> String {
    let output = Command::new(cargo_bin("proto-diff"))
        .args(arguments.split_whitespace())
        .current_dir(root)
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
