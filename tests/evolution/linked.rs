//! A schema in the forms that implementations want.

use std::path::Path;

use prost_reflect::DescriptorPool;
use proto_diff::schema::{self, LoadOptions, Schema, SchemaLocator};
use protox::{
    Compiler,
    file::{File, FileResolver},
};

use super::print::{Files, MAIN};

/// One version, linked by each.
pub struct Linked {
    pub schema: Schema,
    /// For Python, as protox links it.
    pub descriptor_set: Vec<u8>,
    /// For prost-reflect.
    pub pool: DescriptorPool,
}

impl Linked {
    /// `None` where the loader refuses the files, of which `main.proto` is the one that imports the others.
    pub fn of(files: Files) -> Option<Linked> {
        let schema = schema::from_texts("model", files.iter().cloned()).ok()?;
        let mut compiler = Compiler::with_file_resolver(Texts(files));
        compiler.include_imports(true).open_file(MAIN).expect("what the loader takes, protox takes");
        let descriptor_set = compiler.encode_file_descriptor_set();
        let pool = DescriptorPool::decode(descriptor_set.as_slice()).expect("a descriptor set");
        Some(Linked { schema, descriptor_set, pool })
    }
}

impl Linked {
    /// A bundled A2A release: `0.3.0`.
    pub fn a2a(release: &str) -> Linked {
        let locator = SchemaLocator::parse(&format!("a2a:{release}")).expect("a bundled release");
        let schema = schema::load(&locator, &LoadOptions::default()).expect("bundled releases are valid");
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let mut compiler = Compiler::new([fixtures.join(format!("a2a/v{release}")), fixtures]).expect("folders");
        compiler.include_imports(true).open_file("a2a.proto").expect("a bundled release");
        let descriptor_set = compiler.encode_file_descriptor_set();
        let pool = DescriptorPool::decode(descriptor_set.as_slice()).expect("a descriptor set");
        Linked { schema, descriptor_set, pool }
    }
}

struct Texts(Files);

impl FileResolver for Texts {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        let text = self.0.iter().find(|(file, _)| file == name).map(|(_, text)| text);
        File::from_source(name, text.ok_or_else(|| protox::Error::file_not_found(name))?)
    }
}
