//! The module of each file of a version, in languages that have one for each: the one that the caller names, or else the
//! one by the convention of who makes them.

use std::collections::BTreeMap;

use super::{AdaptError, program::Program};
use crate::{
    migration::Side,
    schema::{FileId, Schema},
};

/// What modules are like in a language.
pub(super) struct Convention {
    /// What one is, for messages: `Python module`.
    pub kind: &'static str,
    /// One as it is written in an import.
    pub example: &'static str,
    /// Whether a text can be one in an import.
    pub is_module: fn(&str) -> bool,
    /// Who makes them: `protoc`.
    pub maker: &'static str,
    /// The one that is made of a file.
    pub of_file: fn(&str) -> String,
}

/// The modules of a version, by the file of the types in them.
pub(super) type Modules = BTreeMap<FileId, String>;

impl Convention {
    /// The modules of the old and of the new version, for every file that has a type in it that the program uses.
    /// `old` and `new` are what the caller says: modules by the names of files, or with an empty name the one of all.
    ///
    /// # Errors
    /// When a module is given for a file that there is not, or for several, or both versions would be in one.
    pub fn modules(
        &self,
        program: &Program<'_>,
        old: &[(String, String)],
        new: &[(String, String)],
    ) -> Result<(Modules, Modules), AdaptError> {
        let (old, new) = (self.of_side(program, Side::Old, old)?, self.of_side(program, Side::New, new)?);
        let (old_schema, new_schema) = (program.migration.schema(Side::Old), program.migration.schema(Side::New));
        for (old_file, module) in &old {
            let Some((new_file, _)) = new.iter().find(|(_, other)| *other == module) else { continue };
            let (old_file, new_file) = (&old_schema.files[old_file.0].name, &new_schema.files[new_file.0].name);
            return Err(AdaptError::Types {
                option: option(Side::New).to_owned(),
                given: module.clone(),
                what: format!("that is the module of {old_file} in the old version already"),
                help: format!(
                    "each version must be in a module of its own: name them with --old-module and --new-module (by \
                     {}'s convention the old {old_file} is {}, and the new {new_file} is {})",
                    self.maker,
                    (self.of_file)(old_file),
                    (self.of_file)(new_file)
                ),
            });
        }
        Ok((old, new))
    }

    fn of_side(&self, program: &Program<'_>, side: Side, given: &[(String, String)]) -> Result<Modules, AdaptError> {
        let schema = program.migration.schema(side);
        let files = program.used(side).files(schema);
        let known = || files.iter().map(|id| schema.files[id.0].name.as_str()).collect::<Vec<_>>().join(", ");
        let by_convention = |id: &FileId| (*id, (self.of_file)(&schema.files[id.0].name));
        let mut modules: Modules = files.iter().map(by_convention).collect();
        for (file, module) in given {
            let refused = |what: String, help: String| {
                let given = if file.is_empty() { module.clone() } else { format!("{file}={module}") };
                AdaptError::Types { option: option(side).to_owned(), given, what, help }
            };
            if !(self.is_module)(module) {
                let help = format!("write it as in an import: {}", self.example);
                return Err(refused(format!("`{module}` is no name of a {}", self.kind), help));
            }
            let mut meant = files.iter().filter(|id| file.is_empty() || schema.files[id.0].name == *file);
            match (meant.next(), meant.next()) {
                (Some(&id), None) => _ = modules.insert(id, module.clone()),
                (Some(_), Some(_)) => {
                    let what = format!("the types of {} are in several files", schema.origin);
                    return Err(refused(what, format!("write FILE={module}, FILE being one of {}", known())));
                }
                (None, _) => {
                    let what = format!("{} has no file `{file}` with types in it that are converted", schema.origin);
                    return Err(refused(what, format!("its files with such types are: {}", known())));
                }
            }
        }
        Ok(modules)
    }
}

/// The option that names the modules of a version.
pub(super) fn option(side: Side) -> &'static str {
    match side {
        Side::Old => "--old-module",
        Side::New => "--new-module",
    }
}

/// The name of a file without its directory and its ending.
pub(super) fn stem(schema: &Schema, file: FileId) -> &str {
    let name = schema.files[file.0].name.as_str();
    name.rsplit('/').next().unwrap_or(name).trim_end_matches(".proto")
}
