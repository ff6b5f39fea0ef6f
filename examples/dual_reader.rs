//! Reads stored A2A messages of either version and prints what they are in v1.0, and what could not be carried.
//!
//!     cargo run --example dual_reader -- card.bin AgentCard
//!
//! Without arguments it reads three messages of its own: one of v0.3, one of v1.0, and one that could be either.

use std::{env, error::Error, fs, process::ExitCode};

use proto_diff::{
    Direction,
    dynamic::{FieldNames, Reader, binary, json},
    migration::{Answer, Converted, DualReader, Migration, Side, TypePair},
};

/// What a store may hold: a type, and the bytes of a message.
const STORED: [(&str, &[u8]); 3] = [
    // v0.3: { schemes: ["Basic", "Bearer"], credentials: "x" } in a config; a v1.0 client has room for one scheme.
    ("TaskPushNotificationConfig", b"\x0a\x21tasks/7/pushNotificationConfigs/p\x12\x2f\x0a\x01p\x12\x14https://a.example/hk\x22\x14\x0a\x05Basic\x0a\x06Bearer\x12\x03xyz"),
    // v1.0: { id: "7" }
    ("GetTaskRequest", b"\x12\x017"),
    // v0.3: { blocking: true }, or v1.0: { return_immediately: true }, which is the opposite.
    ("SendMessageConfiguration", b"\x20\x01"),
];

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let migration = Migration::a2a()?;
    let reader = DualReader::new(&migration);
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => {
            for (type_name, bytes) in STORED {
                read(&reader, &migration, type_name, bytes)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        [file, type_name] => read(&reader, &migration, type_name, &fs::read(file)?),
        _ => Err("usage: dual_reader [FILE TYPE]".into()),
    }
}

/// Reads one message. What could be either version is left to whoever knows better: exit code 1.
fn read(
    reader: &DualReader<'_>,
    migration: &Migration,
    type_name: &str,
    bytes: &[u8],
) -> Result<ExitCode, Box<dyn Error>> {
    let pair = migration.pair_named(type_name, Direction::Upgrade)?;
    // A program that knows the version, from a header or the path of a call, says so in place of `None`.
    match reader.read(pair, bytes, None, Side::New)? {
        Answer::Read { detection, was, converted } => {
            println!("{type_name}: {}, {detection}", migration.version_name(was));
            show(migration, pair, &converted)?;
            Ok(ExitCode::SUCCESS)
        }
        Answer::Ambiguous { as_old, as_new, .. } => {
            println!("{type_name}: could be either");
            for (side, reading) in [(Side::Old, as_old), (Side::New, as_new)] {
                println!("if it is {}:", migration.version_name(side));
                match reading {
                    Ok(converted) => show(migration, pair, &converted)?,
                    Err(error) => println!("  {error}"),
                }
            }
            Ok(ExitCode::from(1))
        }
    }
}

/// Prints a v1.0 message as ProtoJSON, and its losses.
fn show(migration: &Migration, pair: TypePair, converted: &Converted) -> Result<(), Box<dyn Error>> {
    let (schema, message) = (&migration.new, &migration.new[pair.new()]);
    let value = binary::read(schema, message, &converted.message, Reader::Conformant)?;
    println!("  {}", json::write(schema, message, &value, FieldNames::Json)?);
    for loss in &converted.losses {
        println!("  lost: {}: {}", loss.path, loss.reason);
    }
    for path in &converted.missing {
        println!("  missing: {path}");
    }
    Ok(())
}
