//! What `manifest init` drafts: the drafts themselves, that they leave nothing out, and the schema for editors.

#[path = "../suite/case.rs"]
mod case;
mod drafts;
mod editor_schema;
mod total;

use proto_diff::{
    migration::draft::draft,
    pairing::{PairingOptions, pair},
    schema::{LoadOptions, Schema, SchemaLocator, load},
};

/// Two schemas and the name of what they are an example of.
struct Example {
    name: String,
    old: Schema,
    new: Schema,
}

impl Example {
    /// A2A, and every case of `tests/cases`.
    fn all() -> Vec<Example> {
        let cases = case::Case::all();
        let cases = cases.iter().map(|case| Example {
            name: case.name.clone(),
            old: case.old_schema(),
            new: case.new_schema(),
        });
        std::iter::once(Example::a2a()).chain(cases).collect()
    }

    fn a2a() -> Example {
        let release = |locator: &str| {
            load(&SchemaLocator::parse(locator).expect("a bundled release"), &LoadOptions::default()).expect("it loads")
        };
        Example { name: "a2a".to_owned(), old: release("a2a:0.3.0"), new: release("a2a:1.0.1") }
    }

    fn draft(&self) -> String {
        draft(&self.old, &self.new, &pair(&self.old, &self.new, &PairingOptions::default()))
    }
}
