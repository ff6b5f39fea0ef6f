//! Where the time of a comparison goes, stage by stage, on the A2A pair. Figures of one run are to be compared with
//! one another, not with those of another machine.

use proto_diff::{
    CompareOptions, changes, compare, effects,
    migration::Guide,
    pairing::{self, PairingOptions},
    report::{Report, Selection, json},
    schema::{self, LoadOptions, Schema, SchemaLocator},
};

fn main() {
    divan::main();
}

fn load(locator: &str) -> Schema {
    let locator = SchemaLocator::parse(locator).expect("a bundled release");
    schema::load(&locator, &LoadOptions::default()).expect("bundled releases are valid")
}

fn both() -> (Schema, Schema) {
    (load("a2a:0.3.0"), load("a2a:1.0.1"))
}

#[divan::bench(args = ["a2a:0.3.0", "a2a:1.0.1"])]
fn load_and_link(locator: &str) -> Schema {
    load(locator)
}

#[divan::bench]
fn pair(bencher: divan::Bencher) {
    let (old, new) = both();
    bencher.bench(|| pairing::pair(&old, &new, &PairingOptions::default()));
}

#[divan::bench]
fn find_changes(bencher: divan::Bencher) {
    let (old, new) = both();
    let pairing = pairing::pair(&old, &new, &PairingOptions::default());
    bencher.bench(|| changes::find(&old, &new, &pairing));
}

#[divan::bench]
fn observe_effects(bencher: divan::Bencher) {
    let (old, new) = both();
    let pairing = pairing::pair(&old, &new, &PairingOptions::default());
    let changes = changes::find(&old, &new, &pairing);
    bencher
        .bench(|| changes.iter().map(|change| effects::observe(&old, &new, &pairing, change).1.len()).sum::<usize>());
}

/// Reading the bundled manifest and holding it against both schemas.
#[divan::bench]
fn recognise_the_manifest(bencher: divan::Bencher) {
    let (old, new) = both();
    bencher.bench(|| Guide::recognised(&old, &new));
}

#[divan::bench]
fn pair_as_told(bencher: divan::Bencher) {
    let (old, new) = both();
    let guide = Guide::recognised(&old, &new).expect("there is one for these");
    bencher.bench(|| pairing::pair_as_told(&old, &new, &PairingOptions::default(), &guide.told));
}

#[divan::bench]
fn compare_loaded_as_told(bencher: divan::Bencher) {
    let (old, new) = both();
    let guide = Guide::recognised(&old, &new);
    let options = CompareOptions { guide, ..CompareOptions::default() };
    bencher.with_inputs(both).bench_values(|(old, new)| compare(old, new, &options));
}

#[divan::bench]
fn compare_loaded(bencher: divan::Bencher) {
    bencher.with_inputs(both).bench_values(|(old, new)| compare(old, new, &CompareOptions::default()));
}

#[divan::bench]
fn report_json(bencher: divan::Bencher) {
    let (old, new) = both();
    let comparison = compare(old, new, &CompareOptions::default());
    let selection = Selection::named(&comparison, &[]).expect("nothing is named");
    bencher.bench(|| {
        let mut out = Vec::new();
        json::write(&Report::new(&comparison, &selection), &mut out).expect("a vector takes everything");
        out
    });
}
