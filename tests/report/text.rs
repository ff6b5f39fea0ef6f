//! Text, as a person sees it.

use proto_diff::{
    Comparison,
    report::{
        Report, Selection,
        text::{self, Colour, Criterion, Extent, Glyphs, Style},
    },
    rules::{Level, Severity},
};

use crate::sample;

const PLAIN: Style = Style { width: 80, colour: Colour::Plain, glyphs: Glyphs::Unicode };
const CRITERION: Criterion = Criterion { level: Level::Json, fail_on: Severity::Error };

fn render(comparison: &Comparison, selection: &Selection, extent: Extent, style: Style) -> String {
    let report = Report::new(comparison, selection);
    let mut out = Vec::new();
    text::write(&report, CRITERION, extent, style, &mut out).expect("a Vec takes everything");
    String::from_utf8(out).expect("text")
}

fn sample(extent: Extent, style: Style) -> String {
    render(&sample::comparison(), &Selection::All, extent, style)
}

#[test]
fn at_80_columns() {
    insta::assert_snapshot!(sample(Extent::Usual, PLAIN));
}

#[test]
fn at_120_columns() {
    insta::assert_snapshot!(sample(Extent::Usual, Style { width: 120, ..PLAIN }));
}

#[test]
fn coloured() {
    insta::assert_snapshot!(sample(Extent::Usual, Style { colour: Colour::Ansi, ..PLAIN }));
}

#[test]
fn ascii() {
    let text = sample(Extent::Full, Style { glyphs: Glyphs::Ascii, ..PLAIN });
    assert!(text.is_ascii(), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn in_full() {
    insta::assert_snapshot!(sample(Extent::Full, Style { width: 100, ..PLAIN }));
}

#[test]
fn the_summary_only() {
    insta::assert_snapshot!(sample(Extent::Summary, PLAIN));
}

#[test]
fn one_message() {
    let comparison = sample::comparison();
    let selection = Selection::named(&comparison, &["Size".to_owned()]).expect("a name of the sample");
    insta::assert_snapshot!(render(&comparison, &selection, Extent::Usual, PLAIN));
}

#[test]
fn no_change_is_one_line() {
    let text = render(&sample::unchanged(), &Selection::All, Extent::Usual, PLAIN);
    assert_eq!(text, "a.proto → a.proto: no changes\n");
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in [72, 80, 100, 120, 160] {
        for line in sample(Extent::Full, Style { width, ..PLAIN }).lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
            assert!(line.trim_end() == line, "{width}: {line:?}");
        }
    }
}
