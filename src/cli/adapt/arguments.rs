//! What can be typed about `adapt`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::{
    cli::{Failure, once::once, payload::SchemaArguments, versions::MigrationArguments},
    codegen::{Language, PythonOptions, RustOptions, TypeScriptOptions, USUAL_INTERPRETER},
};

/// The arguments of `adapt`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct AdaptArguments {
    /// The old schema; without both, those that the manifest names
    #[arg(value_name = "OLD", requires = "new")]
    pub old: Option<String>,
    /// The new schema
    #[arg(value_name = "NEW")]
    pub new: Option<String>,
    /// The language
    #[arg(long, value_name = "LANGUAGE")]
    lang: LanguageName,
    /// The directory to write to; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Write nothing; say which files in DIR are not what they would be, and exit with 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Rust: the module that has the old version's types, instead of types of its own (repeatable): my_types::a2a::v1
    ///
    /// The types must be named as prost-build names them. With several packages: PACKAGE=MODULE for each.
    #[arg(long, value_name = "MODULE", value_parser = of_package, help_heading = "Types")]
    old_types: Vec<(String, String)>,
    /// Rust: the module that has the new version's types (repeatable)
    #[arg(long, value_name = "MODULE", value_parser = of_package, help_heading = "Types")]
    new_types: Vec<(String, String)>,
    /// Python, TypeScript: the module that has the old version's types (repeatable): a2a.compat.v0_3.a2a_v0_3_pb2
    ///
    /// With several .proto files: FILE=MODULE for each, as in common/money.proto=common.money_pb2.
    /// Python is asked whether it is there: python3, or the one that the environment variable PYTHON names.
    #[arg(long, value_name = "MODULE", value_parser = of_file, help_heading = "Types")]
    old_module: Vec<(String, String)>,
    /// Python, TypeScript: the module that has the new version's types (repeatable)
    #[arg(long, value_name = "MODULE", value_parser = of_file, help_heading = "Types")]
    new_module: Vec<(String, String)>,
    #[command(flatten)]
    pub migration: MigrationArguments,
    /// Look for imports here too (repeatable)
    #[arg(short = 'I', long, value_name = "DIR", help_heading = "Imports")]
    proto_path: Vec<PathBuf>,
    /// The git repository that REV:path means, instead of the one around the current directory
    #[arg(long, value_name = "DIR", help_heading = "Imports")]
    repo: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  A Rust crate that converts A2A v0.3.0 to v1.0.1 and back, with types of its own:
    proto-diff adapt --lang rust --out a2a-adapter a2a:0.3.0 a2a:1.0.1

  The same over types that you have already:
    proto-diff adapt --lang rust --out src/adapter --old-types crate::a2a::v1 --new-types crate::lf::a2a::v1

  Python, over the modules of the official SDK:
    proto-diff adapt --lang python --out adapter \\
      --old-module a2a.compat.v0_3.a2a_v0_3_pb2 --new-module a2a.types.a2a_pb2

  Your own schemas, by your own manifest; in CI, fail when the code is stale:
    proto-diff adapt --lang typescript --out src/adapter --manifest shop.toml --check

Exit codes:
  0  written; with --check, nothing is stale
  1  with --check, something is stale
  2  could not run";

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LanguageName {
    /// A crate over types by prost
    Rust,
    /// A package over modules by protoc
    Python,
    /// A module over types by protoc-gen-es 2 (@bufbuild/protobuf)
    Typescript,
}

impl AdaptArguments {
    /// Both schemas, if they are named.
    pub(super) fn schemas(&self) -> SchemaArguments {
        let schema = self.old.iter().chain(&self.new).cloned().collect();
        SchemaArguments { schema, proto_path: self.proto_path.clone(), repo: self.repo.clone() }
    }

    /// The language, and where its types are.
    pub(super) fn language(&self) -> Result<Language, Failure> {
        once("--old-types", "PACKAGE=MODULE", &self.old_types)?;
        once("--new-types", "PACKAGE=MODULE", &self.new_types)?;
        once("--old-module", "FILE=MODULE", &self.old_module)?;
        once("--new-module", "FILE=MODULE", &self.new_module)?;
        let (old_types, new_types) = (self.old_types.clone(), self.new_types.clone());
        let (old_modules, new_modules) = (self.old_module.clone(), self.new_module.clone());
        let has_types = !old_types.is_empty() || !new_types.is_empty();
        let has_modules = !old_modules.is_empty() || !new_modules.is_empty();
        match self.lang {
            LanguageName::Rust if has_modules => Err(Failure::TypesOfAnother {
                given: "--old-module and --new-module are",
                language: "Rust",
                meant: "--old-types and --new-types",
            }),
            LanguageName::Python | LanguageName::Typescript if has_types => Err(Failure::TypesOfAnother {
                given: "--old-types and --new-types are",
                language: "Python and TypeScript",
                meant: "--old-module and --new-module",
            }),
            LanguageName::Rust => {
                let base = std::path::absolute(&self.out).ok();
                Ok(Language::Rust(RustOptions { old_types, new_types, base }))
            }
            LanguageName::Python => {
                let interpreter = std::env::var_os("PYTHON").filter(|python| !python.is_empty());
                let interpreter = Some(interpreter.unwrap_or_else(|| USUAL_INTERPRETER.into()).into());
                Ok(Language::Python(PythonOptions { old_modules, new_modules, interpreter }))
            }
            LanguageName::Typescript => {
                let base = std::path::absolute(&self.out).ok();
                Ok(Language::TypeScript(TypeScriptOptions { old_modules, new_modules, base }))
            }
        }
    }
}

fn of_package(text: &str) -> Result<(String, String), String> {
    let of = |(name, module): (&str, &str)| (name.trim().to_owned(), module.trim().to_owned());
    let (name, module) = text.split_once('=').map_or((String::new(), text.trim().to_owned()), of);
    if module.is_empty() { Err("name a module, as in my_types::a2a::v1".to_owned()) } else { Ok((name, module)) }
}

fn of_file(text: &str) -> Result<(String, String), String> {
    of_package(text).map_err(|_| "name a module, as in a2a.types.a2a_pb2".to_owned())
}
