//! The entry by names: encoded messages of any type.

use super::{function::inner_name, reader::Tables, text::SourceFile};
use crate::{
    codegen::{
        AdaptError,
        program::{Program, Way},
    },
    direction::Direction,
};

/// The file `bytes.rs`.
pub(super) fn print(program: &Program<'_>, tables: &Tables) -> Result<String, AdaptError> {
    let mut source = SourceFile::new(program.migration, "Encoded messages, converted by the names of their types.");
    for way in program.ways() {
        source.item(&entry(way, tables))?;
    }
    source.item(&dual(program, tables))?;
    source.item(CONVERTED)?;
    source.item(ENCODED)?;
    source.uses("prost::Message".to_owned());
    source.uses("super::support::{Convert, Converted, Error, Pair, Read, VersionHint, foreign, read}".to_owned());
    source.uses("super::{Side, downgrade, upgrade}".to_owned());
    Ok(source.finish())
}

fn entry(way: &Way<'_>, tables: &Tables) -> String {
    let (name, side) = match way.direction {
        Direction::Upgrade => ("upgrade", "Old"),
        Direction::Downgrade => ("downgrade", "New"),
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
            let (call, pair) = (inner_name(way, function), tables.pair(way.direction, function));
            format!("({old_name:?}, {new_name:?}) => converted({pair}, Side::{side}, message, {name}::{call}),")
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

/// The reader by names.
fn dual(program: &Program<'_>, tables: &Tables) -> String {
    let (old, new) = (&program.migration.old, &program.migration.new);
    let arms: String = program
        .both_ways()
        .map(|(up, down)| {
            let (old_name, new_name) = (&old[up.source].element.full_name, &new[up.target].element.full_name);
            let pair = tables.pair(Direction::Upgrade, up);
            let (up, down) = (inner_name(&program.upgrade, up), inner_name(&program.downgrade, down));
            format!(
                "({old_name:?}, {new_name:?}) => {{
                    either(({pair}, message, hint, wanted), upgrade::{up}, downgrade::{down})
                }}"
            )
        })
        .collect();
    format!(
        "/// Reads an encoded message that is of an old type or of a new one, and gives it in the wanted version.
        ///
        /// # Errors
        /// When it is neither, when there is no such pair of types, when the hint is about nothing that is known, and when
        /// it cannot be converted.
        pub fn read_either(
            (old, new): (&str, &str),
            message: &[u8],
            hint: VersionHint<'_>,
            wanted: Side,
        ) -> Result<Read<Vec<u8>>, Error> {{
            match (old, new) {{
                {arms}
                _ => Err(Error::UnknownTypes {{ old: old.to_owned(), new: new.to_owned() }}),
            }}
        }}"
    )
}

const ENCODED: &str = "
fn either<O: Message + Default + PartialEq, N: Message + Default + PartialEq>(
    (pair, message, hint, wanted): (Pair, &[u8], VersionHint<'_>, Side),
    up: Convert<O, N>,
    down: Convert<N, O>,
) -> Result<Read<Vec<u8>>, Error> {
    Ok(match wanted {
        Side::New => read(pair, message, hint, wanted, up)?.map(|message| message.encode_to_vec()),
        Side::Old => read(pair, message, hint, wanted, down)?.map(|message| message.encode_to_vec()),
    })
}";

const CONVERTED: &str = "
fn converted<A: Message + Default, B: Message>(
    pair: Pair,
    side: Side,
    message: &[u8],
    convert: Convert<A, B>,
) -> Result<Converted<Vec<u8>>, Error> {
    Ok(foreign(pair, side, message, convert)?.map(|message| message.encode_to_vec()))
}";
