//! What README.md and the pages below docs/ show is what the program prints, and what they link to is there.

mod console;
mod links;
mod pages;

use std::{env, fs, path::Path};

use pages::{ROOT, pages};

/// Every ```` ```console ```` block is a command and its output, where a line `...` stands for any number of lines.
/// `UPDATE_DOCS=1 cargo test --test documentation` renews them.
#[test]
fn commands_print_what_the_pages_say() {
    let mut wrong = Vec::new();
    for page in pages() {
        let renewed = console::renew(&page.text);
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&page.path, renewed).expect("writable");
        } else if renewed != page.text {
            let diff = similar::TextDiff::from_lines(page.text.as_str(), renewed.as_str());
            wrong.push(format!("{}\n{}", page.path.display(), diff.unified_diff()));
        }
    }
    assert!(wrong.is_empty(), "`UPDATE_DOCS=1 cargo test --test documentation` renews these:\n{}", wrong.join("\n"));
}

/// But those that are nothing but a table that was generated.
#[test]
fn every_page_shows_a_command() {
    for page in pages().into_iter().filter(|page| !page.text.contains("This page is generated")) {
        assert!(console::has_block(&page.text), "{} shows nothing", page.path.display());
    }
}

#[test]
fn links_lead_somewhere() {
    let mut dead = Vec::new();
    for page in pages() {
        let folder = page.path.parent().expect("a page is in a folder");
        let missing = links::relative(&page.text).filter(|target| !folder.join(target).exists());
        dead.extend(missing.map(|target| format!("{}: {target}", page.path.display())));
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

/// A page that nothing leads to is not read.
#[test]
fn every_page_can_be_reached_from_the_readme() {
    let start = Path::new(ROOT).join("README.md").canonicalize().expect("there is a README");
    let mut reached = vec![start];
    let mut next = 0;
    while let Some(page) = reached.get(next).cloned() {
        next += 1;
        let text = fs::read_to_string(&page).expect("readable");
        for target in links::relative(&text).filter(|target| target.ends_with(".md")) {
            let Ok(target) = page.with_file_name("").join(target).canonicalize() else { continue };
            if !reached.contains(&target) {
                reached.push(target);
            }
        }
    }
    for page in pages() {
        let path = page.path.canonicalize().expect("a page exists");
        assert!(reached.contains(&path), "nothing leads to {}", path.display());
    }
}
