//! The crate around the code; or, where the caller has the types, the module.

use super::{
    RustOptions,
    text::{SourceFile, header_lines},
};
use crate::{
    codegen::{
        AdaptError, GeneratedFile,
        header::origin,
        program::{Conversion, How, Program, Way},
    },
    migration::{Migration, Side},
};

/// What is around the code.
pub(super) struct Package<'m> {
    migration: &'m Migration,
    /// Whether it is a crate of its own.
    is_crate: bool,
    has_base64: bool,
    has_structs: bool,
    /// Which sides have types made for them.
    made: Vec<&'static str>,
}

impl<'m> Package<'m> {
    pub fn of(program: &Program<'m>, options: &RustOptions) -> Self {
        let made: Vec<&'static str> = [("old", &options.old_types), ("new", &options.new_types)]
            .into_iter()
            .filter(|(_, own)| own.is_empty())
            .map(|(side, _)| side)
            .collect();
        let any = |test: fn(&How<'_>) -> bool| program.ways().iter().any(|way| way_has(way, test));
        Package {
            migration: program.migration,
            is_crate: made.len() == 2,
            has_base64: any(is_base64),
            has_structs: any(|how| matches!(how, How::Wrap { .. } | How::Unwrap { .. })),
            made,
        }
    }

    /// The manifest, as comments call it.
    pub fn manifest(&self) -> &'m str {
        origin(&self.migration.manifest.name)
    }

    /// Whether it is a crate of its own.
    pub fn is_crate(&self) -> bool {
        self.is_crate
    }

    pub fn has_base64(&self) -> bool {
        self.has_base64
    }

    pub fn has_structs(&self) -> bool {
        self.has_structs
    }

    /// A source file.
    pub fn source(&self, module: &str, text: String) -> GeneratedFile {
        let path = if self.is_crate { format!("src/{module}.rs") } else { format!("{module}.rs") };
        GeneratedFile { path, text }
    }

    /// The manifest of the crate, and its root.
    pub fn files(&self) -> Result<Vec<GeneratedFile>, AdaptError> {
        let root = self.source(if self.is_crate { "lib" } else { "mod" }, self.root()?);
        let mut files = vec![root];
        if self.is_crate {
            files.push(GeneratedFile { path: "Cargo.toml".to_owned(), text: self.cargo_toml() });
        }
        Ok(files)
    }

    fn cargo_toml(&self) -> String {
        let name = self.manifest().trim_end_matches(".toml").to_lowercase();
        let mut parts: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        parts.retain(|part| !part.is_empty());
        if !parts.first().is_some_and(|part| part.starts_with(|c: char| c.is_ascii_alphabetic())) {
            parts.insert(0, "m");
        }
        let name = parts.join("-");
        format!(
            "{}\n[package]\nname = \"{name}-adapter\"\nversion = \"0.1.0\"\nedition = \"2024\"\nrust-version = \"1.85\"\n\
             description = \"{} as {}, and back\"\npublish = false\n\n[dependencies]\n{}\n[lints.rust]\nunsafe_code = \"forbid\"\n",
            header_lines(self.migration, "#"),
            self.version(Side::Old),
            self.version(Side::New),
            self.dependencies().map(|(name, version)| format!("{name} = \"{version}\"\n")).collect::<String>(),
        )
    }

    fn dependencies(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let base64 = self.has_base64.then_some(("base64", "0.22"));
        base64.into_iter().chain([("prost", "0.14"), ("prost-types", "0.14")])
    }

    fn version(&self, side: Side) -> String {
        origin(self.migration.version_name(side)).replace(['"', '\\'], "")
    }

    fn root(&self) -> Result<String, AdaptError> {
        let (old, new) = (self.version(Side::Old), self.version(Side::New));
        let mut lines = vec![
            format!("Messages of {old} as messages of {new}, and back."),
            String::new(),
            "[`upgrade`] and [`downgrade`] have a function for each pair of types. It takes a message and gives the"
                .to_owned(),
            "message of the other version, with everything that could not be carried: see [`Converted`]. [`bytes`]"
                .to_owned(),
            "does the same to encoded messages, by the names of their types. Who does not know which version bytes are in".to_owned(),
            "asks the [`reader`], which finds out by what is known beside them or by the bytes themselves.".to_owned(),
            String::new(),
            "Decoded messages show no fields that their version does not know: prost leaves them out. Only [`bytes`] and the".to_owned(),
            "[`reader`] can report them.".to_owned(),
        ];
        if !self.is_crate {
            let crates: Vec<String> = self.dependencies().map(|(name, version)| format!("{name} {version}")).collect();
            lines.push(String::new());
            lines.push(format!("The crate that this module is in needs {}.", crates.join(", ")));
        }
        let about: Vec<String> = lines.iter().map(|line| format!("//! {line}").trim_end().to_owned()).collect();
        let public = ["bytes", "detection", "downgrade", "reader", "upgrade", "wire"];
        let mut modules: Vec<(&str, &str)> = ["side", "support", "tables"].map(|name| (name, "")).to_vec();
        modules.extend(public.into_iter().chain(self.made.iter().copied()).map(|name| (name, "pub ")));
        modules.sort_unstable();
        // Rustfmt and prettyplease do not agree on where lines break, and generated code is nobody's to reformat.
        let module = |(name, public): (&str, &str)| format!("#[rustfmt::skip]\n{public}mod {name};");
        let modules: Vec<String> = modules.into_iter().map(module).collect();
        Ok(format!(
            "{}\n{}\n\n{}\n\npub use side::Side;\npub use support::{{Changed, Converted, Error, Loss, Read, Supplied, VersionHint}};\n",
            header_lines(self.migration, "//"),
            about.join("\n"),
            modules.join("\n"),
        ))
    }

    /// A file with types of a side.
    pub fn types(&self, side: &str, text: &str) -> Result<String, AdaptError> {
        let which = if side == "old" { Side::Old } else { Side::New };
        let mut file =
            SourceFile::new(self.migration, &format!("The message types of {}, by prost-build.", self.version(which)));
        file.attribute(
            "#![allow(clippy::all, clippy::pedantic, missing_docs, reason = \"prost-build has its own style\")]",
        );
        file.item(text)?;
        Ok(file.finish())
    }
}

/// What the file of a direction is about.
pub(super) fn about(way: &Way<'_>, migration: &Migration) -> String {
    let version = |side| origin(migration.version_name(side));
    format!("Messages of {} as messages of {}.", version(way.source_side()), version(way.target_side()))
}

fn way_has(way: &Way<'_>, test: fn(&How<'_>) -> bool) -> bool {
    way.printed().any(|(_, function)| function.all_writes().any(|write| test(&write.how)))
}

fn is_base64(how: &How<'_>) -> bool {
    let is = |conversion: &Conversion<'_>| matches!(conversion, Conversion::DecodeBase64 | Conversion::EncodeBase64);
    match how {
        How::Value(value) => value.candidates.iter().any(|candidate| is(&candidate.conversion)),
        _ => false,
    }
}
