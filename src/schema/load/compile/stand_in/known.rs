//! What is defined in the files at hand.

use std::collections::{BTreeSet, HashSet};

use protox::prost_reflect::prost_types::{DescriptorProto, EnumDescriptorProto, FileDescriptorProto};

/// All full names.
pub(super) struct Known {
    types: HashSet<String>,
    extensions: HashSet<String>,
    /// Services, enum values, packages: what a stand-in cannot be named like.
    others: HashSet<String>,
    /// The directories of the missing imports, as packages.
    missing_packages: BTreeSet<String>,
}

impl Known {
    pub(super) fn collect(files: &[FileDescriptorProto], missing: &BTreeSet<&str>) -> Self {
        let missing_packages = missing
            .iter()
            .filter_map(|name| name.rsplit_once('/'))
            .map(|(directory, _)| directory.replace('/', "."))
            .collect();
        let mut known =
            Known { types: HashSet::new(), extensions: HashSet::new(), others: HashSet::new(), missing_packages };
        for file in files {
            known.add_file(file);
        }
        known
    }

    fn add_file(&mut self, file: &FileDescriptorProto) {
        let package = file.package();
        self.others.extend(package.match_indices('.').map(|(i, _)| package[..i].to_owned()));
        self.others.insert(package.to_owned());
        file.message_type.iter().for_each(|message| self.add_message(package, message));
        file.enum_type.iter().for_each(|descriptor| self.add_enum(package, descriptor));
        self.others.extend(file.service.iter().map(|service| join(package, service.name())));
        self.extensions.extend(file.extension.iter().map(|extension| join(package, extension.name())));
    }

    fn add_message(&mut self, scope: &str, message: &DescriptorProto) {
        let full_name = join(scope, message.name());
        message.nested_type.iter().for_each(|nested| self.add_message(&full_name, nested));
        message.enum_type.iter().for_each(|descriptor| self.add_enum(&full_name, descriptor));
        self.extensions.extend(message.extension.iter().map(|extension| join(&full_name, extension.name())));
        self.types.insert(full_name);
    }

    fn add_enum(&mut self, scope: &str, descriptor: &EnumDescriptorProto) {
        self.others.extend(descriptor.value.iter().map(|value| join(scope, value.name())));
        self.types.insert(join(scope, descriptor.name()));
    }

    /// Whether an extension of this name can be found from `scope`.
    pub(super) fn has_extension(&self, name: &str, scope: &str) -> bool {
        candidates(name, scope).any(|candidate| self.extensions.contains(&candidate))
    }

    /// The full name of a type that is defined nowhere here and can be in a missing import; `None` when the type is
    /// known, or cannot exist.
    ///
    /// An absolute name is that name. A relative one is taken to be in a package that the path of a missing import
    /// suggests; else a dotted one is taken for absolute, and a simple one for a neighbour in the file's `package`.
    pub(super) fn stand_in_for(&self, type_name: &str, scope: &str, package: &str) -> Option<String> {
        if candidates(type_name, scope).any(|candidate| self.types.contains(&candidate)) {
            return None;
        }
        let suggested = || {
            candidates(type_name, scope).find(|candidate| {
                candidate.rsplit_once('.').is_some_and(|(package, _)| self.missing_packages.contains(package))
            })
        };
        let full_name = match type_name.strip_prefix('.') {
            Some(absolute) => absolute.to_owned(),
            None => suggested().unwrap_or_else(|| match type_name.contains('.') {
                true => type_name.to_owned(),
                false => join(package, type_name),
            }),
        };
        // Something inside a message that is known in full, or named like a thing that is no type.
        let mut prefixes = full_name.match_indices('.').map(|(i, _)| &full_name[..i]);
        let impossible = prefixes.any(|prefix| self.types.contains(prefix))
            || self.others.contains(&full_name)
            || self.extensions.contains(&full_name);
        (!impossible).then_some(full_name)
    }
}

/// What a name can mean in a scope, innermost first.
fn candidates<'a>(name: &'a str, scope: &'a str) -> impl Iterator<Item = String> + 'a {
    let (name, scopes) = match name.strip_prefix('.') {
        Some(absolute) => (absolute, None),
        None => (name, Some(scope)),
    };
    let outward = std::iter::successors(scopes.filter(|scope| !scope.is_empty()), |scope| {
        scope.rsplit_once('.').map(|(outer, _)| outer)
    });
    outward.map(move |scope| join(scope, name)).chain(std::iter::once(name.to_owned()))
}

pub(super) fn join(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") }
}
