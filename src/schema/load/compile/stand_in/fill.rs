//! One file: its unknown types get absolute names, its unknown options are taken out.

use std::collections::BTreeSet;

use protox::prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto, ServiceDescriptorProto,
    UninterpretedOption,
};

use super::{
    known::{Known, join},
    option_text,
};
use crate::schema::link::TextOption;

/// What was found in a file.
#[derive(Debug, Default)]
pub(super) struct Filled {
    /// Full names of the types to stand in for.
    pub(super) stand_ins: BTreeSet<String>,
    pub(super) text_options: Vec<TextOption>,
    /// Paths of fields and the default values taken out.
    pub(super) defaults: Vec<(Vec<i32>, String)>,
}

/// Rewrites `file`.
pub(super) fn fill(file: &mut FileDescriptorProto, known: &Known) -> Filled {
    let package = file.package().to_owned();
    let mut filler = Filler { known, package: package.clone(), path: Vec::new(), filled: Filled::default() };
    filler.file(file, &package);
    filler.filled
}

struct Filler<'k> {
    known: &'k Known,
    package: String,
    /// The descriptor path of what is in hand.
    path: Vec<i32>,
    filled: Filled,
}

/// The uninterpreted options of an element, if it has any options.
macro_rules! uninterpreted {
    ($element:expr) => {
        $element.options.as_mut().map(|options| &mut options.uninterpreted_option)
    };
}

impl Filler<'_> {
    fn file(&mut self, file: &mut FileDescriptorProto, package: &str) {
        self.options(uninterpreted!(file), package);
        self.each(4, &mut file.message_type, |this, message| this.message(message, package));
        self.each(5, &mut file.enum_type, |this, descriptor| this.enumeration(descriptor, package));
        self.each(6, &mut file.service, |this, service| this.service(service, package));
        self.each(7, &mut file.extension, |this, field| this.field(field, package));
    }

    fn message(&mut self, message: &mut DescriptorProto, scope: &str) {
        let scope = join(scope, message.name());
        self.options(uninterpreted!(message), &scope);
        self.each(2, &mut message.field, |this, field| this.field(field, &scope));
        self.each(3, &mut message.nested_type, |this, nested| this.message(nested, &scope));
        self.each(4, &mut message.enum_type, |this, descriptor| this.enumeration(descriptor, &scope));
        self.each(6, &mut message.extension, |this, field| this.field(field, &scope));
        self.each(8, &mut message.oneof_decl, |this, oneof| this.options(uninterpreted!(oneof), &scope));
    }

    fn field(&mut self, field: &mut FieldDescriptorProto, scope: &str) {
        self.options(uninterpreted!(field), scope);
        self.reference(&mut field.extendee, scope);
        if self.reference(&mut field.type_name, scope)
            && let Some(value) = field.default_value.take()
        {
            self.filled.defaults.push((self.path.clone(), value));
        }
    }

    fn enumeration(&mut self, descriptor: &mut EnumDescriptorProto, scope: &str) {
        self.options(uninterpreted!(descriptor), scope);
        self.each(2, &mut descriptor.value, |this, value| this.options(uninterpreted!(value), scope));
    }

    fn service(&mut self, service: &mut ServiceDescriptorProto, scope: &str) {
        self.options(uninterpreted!(service), scope);
        self.each(2, &mut service.method, |this, method| {
            this.options(uninterpreted!(method), scope);
            this.reference(&mut method.input_type, scope);
            this.reference(&mut method.output_type, scope);
        });
    }

    fn each<T>(&mut self, tag: i32, elements: &mut [T], mut visit: impl FnMut(&mut Self, &mut T)) {
        for (i, element) in elements.iter_mut().enumerate() {
            self.path.extend([tag, i32::try_from(i).unwrap_or(i32::MAX)]);
            visit(self, element);
            self.path.truncate(self.path.len() - 2);
        }
    }

    /// Makes a reference to an unknown type absolute. Whether it was one.
    fn reference(&mut self, type_name: &mut Option<String>, scope: &str) -> bool {
        let Some(name) = type_name else { return false };
        let Some(full_name) = self.known.stand_in_for(name, scope, &self.package) else { return false };
        *name = format!(".{full_name}");
        self.filled.stand_ins.insert(full_name);
        true
    }

    fn options(&mut self, options: Option<&mut Vec<UninterpretedOption>>, scope: &str) {
        let Some(options) = options else { return };
        let is_unknown = |option: &UninterpretedOption| {
            option.name.iter().any(|part| part.is_extension && !self.known.has_extension(&part.name_part, scope))
        };
        let unknown: Vec<_> = options.extract_if(.., |option| is_unknown(option)).collect();
        self.filled.text_options.extend(unknown.iter().map(|option| TextOption {
            element: self.path.clone(),
            name: option_text::name(option),
            value: option_text::value(option),
        }));
    }
}
