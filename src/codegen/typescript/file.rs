//! What the functions of one generated file share.

use std::{cell::RefCell, collections::BTreeSet};

use super::{
    layout::Expr,
    modules::{Imports, Modules},
    names::Taken,
};
use crate::{
    codegen::{
        header,
        program::{Host, Literal, LiteralValue, Way},
        templates::Templates,
    },
    migration::{Migration, Side, manifest::Template},
    schema::MessageId,
};

/// What the functions of one generated file share.
pub(super) struct OfFile<'p, 'm> {
    pub migration: &'m Migration,
    pub way: &'p Way<'m>,
    pub modules: &'p Modules<'m>,
    pub imports: Imports,
    /// What is used of the runtime and of the support code, by module.
    pub uses: RefCell<BTreeSet<(&'static str, &'static str)>>,
    /// The constants that hold the forms of resource names.
    pub templates: Templates,
    /// What the functions that do the work are called, by the ids of functions and of enums.
    pub workers: Vec<String>,
    pub enum_workers: Vec<String>,
    /// All names of the file.
    pub taken: Taken,
}

impl<'m> OfFile<'_, 'm> {
    /// A name of the support code.
    fn support(&self, module: &'static str, name: &'static str) -> &'static str {
        self.uses.borrow_mut().insert((module, name));
        name
    }

    pub fn report(&self, name: &'static str) -> &'static str {
        self.support("./support/report.js", name)
    }

    pub fn values(&self, name: &'static str) -> &'static str {
        self.support("./support/values.js", name)
    }

    pub fn shown(&self, name: &'static str) -> &'static str {
        self.support("./support/shown.js", name)
    }

    pub fn structs(&self, name: &'static str) -> &'static str {
        self.support("./support/structs.js", name)
    }

    pub fn runtime(&self, name: &'static str) -> &'static str {
        self.support("@bufbuild/protobuf", name)
    }

    /// The manifest, as comments name it.
    pub fn manifest_name(&self) -> &'m str {
        header::origin(&self.migration.manifest.name)
    }

    /// The constant that holds the form of a resource name.
    pub fn template(&self, template: &Template) -> String {
        self.values("Template");
        self.templates.constant(template, |words| format!("{words}_NAME"))
    }

    /// The type of a value.
    pub fn type_of(&self, side: Side, host: Host) -> String {
        match host {
            Host::I32 | Host::U32 | Host::F32 | Host::F64 => "number".to_owned(),
            Host::I64 | Host::U64 => "bigint".to_owned(),
            Host::Bool => "boolean".to_owned(),
            Host::Text => "string".to_owned(),
            Host::Bytes => "Uint8Array".to_owned(),
            Host::Enum(id) => self.modules.of_enum(&self.imports, side, id),
            Host::Message(id) => self.modules.message(&self.imports, side, id).shape,
            Host::Unknown => "unknown".to_owned(),
        }
    }

    /// A new message.
    pub fn create(&self, side: Side, id: MessageId) -> Expr {
        let schema = self.modules.message(&self.imports, side, id).schema;
        Expr::call(self.runtime("create"), [Expr::raw(schema)])
    }

    /// A value that stands in the manifest.
    pub fn literal(&self, side: Side, host: Host, literal: &Literal) -> Expr {
        Expr::raw(match (&literal.value, host) {
            (LiteralValue::Bool(value), _) => value.to_string(),
            (LiteralValue::Integer(value), Host::Enum(id)) => {
                i32::try_from(*value).map_or(value.to_string(), |number| self.enum_value(side, id, number))
            }
            (LiteralValue::Integer(value), Host::I64 | Host::U64) => format!("{value}n"),
            (LiteralValue::Integer(value), _) => value.to_string(),
            (LiteralValue::Float(value), _) if value.is_nan() => "NaN".to_owned(),
            (LiteralValue::Float(value), _) if value.is_finite() => format!("{value:?}"),
            (LiteralValue::Float(value), _) => if *value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned(),
            (LiteralValue::Text(text), _) => return Expr::text(text),
            (LiteralValue::Bytes(bytes), _) => {
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
                if bytes.is_empty() {
                    "new Uint8Array()".to_owned()
                } else {
                    format!("Uint8Array.of({})", bytes.join(", "))
                }
            }
            (LiteralValue::EmptyMessage, Host::Message(id)) => return self.create(side, id),
            (LiteralValue::EmptyMessage, _) => "undefined".to_owned(),
        })
    }
}
