//! Names that are different in a schema and would be one in Rust: prost-build does not tell, and the compiler would.

use std::collections::{BTreeSet, HashMap};

use prost_types::{DescriptorProto, EnumDescriptorProto, FileDescriptorProto};

use super::identifiers::{snake, upper_camel};
use crate::codegen::AdaptError;

/// All names are unlike each other in Rust, too, and are names there.
///
/// # Errors
/// When two are not.
pub(super) fn check(files: &[FileDescriptorProto]) -> Result<(), AdaptError> {
    // By the module they are in: all files of a package are one.
    let mut modules: HashMap<String, Scope> = HashMap::new();
    // Prost has types of its own for these.
    let own = |file: &&FileDescriptorProto| file.package() != "google.protobuf";
    for file in files.iter().filter(own) {
        let (mut module, mut package) = (String::new(), String::new());
        for part in file.package().split('.').filter(|part| !part.is_empty()) {
            package = format!("{package}{part}");
            let inner = format!("{module}::{}", snake(part));
            // Several files may be in a package, and packages that are one module do no harm by that.
            modules.entry(module).or_default().module(snake(part), &package, &inner)?;
            (module, package) = (inner, package + ".");
        }
    }
    for file in files.iter().filter(own) {
        let parts = file.package().split('.').filter(|part| !part.is_empty());
        let module: String = parts.map(|part| format!("::{}", snake(part))).collect();
        let prefix = if file.package().is_empty() { String::new() } else { format!("{}.", file.package()) };
        modules.entry(module).or_default().types(&file.message_type, &file.enum_type, &prefix)?;
    }
    Ok(())
}

/// The names of a module, with what they stand for.
#[derive(Default)]
struct Scope {
    taken: HashMap<String, String>,
    /// The modules in it, with the element and where it is.
    modules: HashMap<String, (String, String)>,
}

impl Scope {
    fn take(&mut self, name: String, of: String) -> Result<(), AdaptError> {
        if matches!(name.trim_start_matches("r#"), "" | "_") {
            return Err(refused(&of, "that is no name in Rust".to_owned()));
        }
        match self.taken.get(&name) {
            Some(other) if *other != of => Err(refused(&of, format!("in Rust it is `{name}`, as `{other}` is"))),
            _ => {
                self.taken.insert(name, of);
                Ok(())
            }
        }
    }

    /// A module for what is in an element; `place` is the same for what may share it.
    fn module(&mut self, name: String, of: &str, place: &str) -> Result<(), AdaptError> {
        if matches!(name.trim_start_matches("r#"), "" | "_") {
            return Err(refused(of, "that is no name in Rust".to_owned()));
        }
        match self.modules.get(&name) {
            Some((other, other_place)) if other_place != place => {
                Err(refused(of, format!("in Rust what is in it is in a module `{name}`, as what is in `{other}` is")))
            }
            _ => {
                self.modules.insert(name, (of.to_owned(), place.to_owned()));
                Ok(())
            }
        }
    }

    fn types(
        &mut self,
        messages: &[DescriptorProto],
        enums: &[EnumDescriptorProto],
        prefix: &str,
    ) -> Result<(), AdaptError> {
        for of in enums {
            self.take(upper_camel(of.name()), format!("{prefix}{}", of.name()))?;
            variants(of, prefix)?;
        }
        let is_entry = |message: &&DescriptorProto| message.options.as_ref().is_some_and(|options| options.map_entry());
        for message in messages.iter().filter(|message| !is_entry(message)) {
            let full = format!("{prefix}{}", message.name());
            self.take(upper_camel(message.name()), full.clone())?;
            let nested = message.nested_type.iter().filter(|nested| !is_entry(nested));
            let oneofs = oneofs(message);
            if nested.count() + message.enum_type.len() + oneofs.len() > 0 {
                self.module(snake(message.name()), &full, &full)?;
            }
            let mut inner = Scope::default();
            inner.types(&message.nested_type, &message.enum_type, &format!("{full}."))?;
            let mut fields = Scope::default();
            for field in message.field.iter().filter(|field| !is_member(message, field)) {
                fields.take(snake(field.name()), format!("{full}.{}", field.name()))?;
            }
            for (index, name) in oneofs {
                let of = format!("{full}.{name}");
                fields.take(snake(name), of.clone())?;
                // Prost-build evades what is called like it, and not what is called like its way out.
                let wanted = upper_camel(name);
                let name = if inner.taken.contains_key(&wanted) { wanted + "OneOf" } else { wanted };
                inner.take(name, of)?;
                let mut members = Scope::default();
                for field in message.field.iter().filter(|field| field.oneof_index == Some(index)) {
                    members.take(upper_camel(field.name()), format!("{full}.{}", field.name()))?;
                }
            }
        }
        Ok(())
    }
}

/// The oneofs of a message with members, by index. Those that stand for `optional` are not in these descriptors.
fn oneofs(message: &DescriptorProto) -> Vec<(i32, &str)> {
    let all = (0..).zip(&message.oneof_decl).map(|(index, oneof)| (index, oneof.name()));
    all.filter(|(index, _)| message.field.iter().any(|field| field.oneof_index == Some(*index))).collect()
}

fn is_member(message: &DescriptorProto, field: &prost_types::FieldDescriptorProto) -> bool {
    oneofs(message).iter().any(|(index, _)| field.oneof_index == Some(*index))
}

/// The values of an enum, without the name of the enum in front of theirs (`strip_enum_prefix` of prost-build).
fn variants(of: &EnumDescriptorProto, prefix: &str) -> Result<(), AdaptError> {
    let (mut names, mut numbers) = (Scope::default(), BTreeSet::new());
    let own = upper_camel(of.name());
    for value in &of.value {
        // Prost has one name for a number.
        if !numbers.insert(value.number()) {
            continue;
        }
        let name = upper_camel(value.name());
        let short = name.strip_prefix(&own).filter(|rest| rest.starts_with(char::is_uppercase));
        let short =
            short.map_or_else(|| name.clone(), |rest| if rest == "Self" { "Self_".into() } else { rest.into() });
        names.take(short, format!("{prefix}{}.{}", of.name(), value.name()))?;
    }
    Ok(())
}

fn refused(of: &str, what: String) -> AdaptError {
    AdaptError::Inexpressible {
        language: "Rust",
        place: of.to_owned(),
        what,
        help: "rename one of them, or bring types of your own with --old-types and --new-types".to_owned(),
    }
}
