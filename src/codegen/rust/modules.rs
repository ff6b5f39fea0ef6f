//! The message types of a side as source code, by prost-build: a tree of modules, one for each part of a package's name.

use std::collections::BTreeMap;

use prost_build::{Config, Module};

use super::{collisions, descriptors, shadowed};
use crate::{codegen::AdaptError, schema::Schema};

/// A module, and those in it.
#[derive(Default)]
struct Tree {
    text: String,
    inner: BTreeMap<String, Tree>,
}

/// The types of a schema, not yet formatted.
pub(super) fn types(schema: &Schema) -> Result<String, AdaptError> {
    let files = descriptors::files(schema)?;
    collisions::check(&files)?;
    let requests = files.into_iter().map(|file| (Module::from_protobuf_package_name(file.package()), file)).collect();
    let modules = Config::new().generate(requests).map_err(|error| AdaptError::Types {
        option: "the types".to_owned(),
        given: schema.origin.clone(),
        what: format!("prost cannot have them: {error}"),
        help: "bring types of your own with --old-types and --new-types".to_owned(),
    })?;
    let mut root = Tree::default();
    for (module, text) in modules {
        let place = module.parts().fold(&mut root, |tree, part| tree.inner.entry(part.to_owned()).or_default());
        place.text.push_str(&text);
    }
    Ok(shadowed::evaded(root.print()))
}

impl Tree {
    fn print(&self) -> String {
        let inner: String =
            self.inner.iter().map(|(name, tree)| format!("pub mod {name} {{ {} }}", tree.print())).collect();
        format!("{}\n{inner}", self.text)
    }
}
