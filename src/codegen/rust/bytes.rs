//! The entry by names: encoded messages of any type.

use super::{text::SourceFile, types::Types};
use crate::{
    codegen::{
        AdaptError,
        program::{Program, Way},
    },
    direction::Direction,
};

/// The file `bytes.rs`.
pub(super) fn print(program: &Program<'_>, old: &Types<'_>, new: &Types<'_>) -> Result<String, AdaptError> {
    let mut source = SourceFile::new(program.migration, "Encoded messages, converted by the names of their types.");
    for way in program.ways() {
        source.item(&entry(way, old, new))?;
    }
    source.item(CONVERTED)?;
    source.uses("prost::Message".to_owned());
    for types in [old, new] {
        types.uses_of(&mut source);
    }
    source.uses("super::support::{Converted, Error}".to_owned());
    source.uses("super::{downgrade, upgrade}".to_owned());
    Ok(source.finish())
}

fn entry(way: &Way<'_>, old: &Types<'_>, new: &Types<'_>) -> String {
    let (name, from, to) = match way.direction {
        Direction::Upgrade => ("upgrade", old, new),
        Direction::Downgrade => ("downgrade", new, old),
    };
    let arms: String = way
        .public()
        .map(|(_, function)| {
            let (source, target) =
                (&way.source[function.source].element.full_name, &way.target[function.target].element.full_name);
            let (old_name, new_name) = match way.direction {
                Direction::Upgrade => (source, target),
                Direction::Downgrade => (target, source),
            };
            let (from, to) = (from.message(function.source), to.message(function.target));
            let call = super::identifiers::snake(&function.name);
            format!("({old_name:?}, {new_name:?}) => converted::<{from}, {to}>(message, {name}::{call}),")
        })
        .collect();
    let what = match way.direction {
        Direction::Upgrade => "Makes an encoded message of an old type one of a new type.",
        Direction::Downgrade => "Makes an encoded message of a new type one of an old type.",
    };
    format!(
        "/// {what} Types are named in full, without a leading dot.
        ///
        /// # Errors
        /// When the bytes are no message of the type, when there is no such pair of types, and those of [`mod@{name}`].
        pub fn {name}(old: &str, new: &str, message: &[u8]) -> Result<Converted<Vec<u8>>, Error> {{
            match (old, new) {{
                {arms}
                _ => Err(Error::UnknownTypes {{ old: old.to_owned(), new: new.to_owned() }}),
            }}
        }}"
    )
}

const CONVERTED: &str = "
fn converted<A: Message + Default, B: Message>(
    message: &[u8],
    convert: fn(A) -> Result<Converted<B>, Error>,
) -> Result<Converted<Vec<u8>>, Error> {
    Ok(convert(A::decode(message)?)?.map(|message| message.encode_to_vec()))
}";
