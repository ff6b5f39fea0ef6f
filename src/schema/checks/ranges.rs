//! `reserved` and `extensions` statements: ranges in order and apart, names once, and nothing that uses them.

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::{DescriptorProto, EnumDescriptorProto};

use super::{
    child, part,
    report::{Place, Reporter},
    tag,
};
use crate::schema::SchemaError;

/// A range as a person wrote it, ends included, with its path.
#[derive(Debug, Clone)]
struct Range {
    start: i32,
    end: i32,
    path: Vec<i32>,
    /// `reserved` or `extensions`.
    statement: &'static str,
}

impl Range {
    fn text(&self) -> String {
        match self.start == self.end {
            true => self.start.to_string(),
            false => format!("{} to {}", self.start, self.end),
        }
    }
}

/// A field or enum value.
struct Used<'d> {
    name: &'d str,
    number: i32,
    name_path: Vec<i32>,
    number_path: Vec<i32>,
}

pub(super) fn message(
    reporter: &Reporter,
    message: &DescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    if message.reserved_range.is_empty() && message.reserved_name.is_empty() && message.extension_range.is_empty() {
        return Ok(());
    }
    // The ends of these ranges are exclusive in the descriptor.
    let range = |start: Option<i32>, end: Option<i32>, tag, i, statement| Range {
        start: start.unwrap_or_default(),
        end: end.unwrap_or_default().saturating_sub(1),
        path: child(path, tag, i),
        statement,
    };
    let reserved = message.reserved_range.iter().enumerate();
    let reserved: Vec<Range> =
        reserved.map(|(i, r)| range(r.start, r.end, tag::MESSAGE_RESERVED_RANGE, i, "reserved")).collect();
    let open = message.extension_range.iter().enumerate();
    let open: Vec<Range> =
        open.map(|(i, r)| range(r.start, r.end, tag::MESSAGE_EXTENSION_RANGE, i, "extensions")).collect();
    let used: Vec<Used> = message
        .field
        .iter()
        .enumerate()
        .map(|(i, field)| {
            let path = child(path, tag::MESSAGE_FIELD, i);
            Used {
                name: field.name.as_deref().unwrap_or_default(),
                number: field.number.unwrap_or_default(),
                name_path: part(&path, tag::NAME),
                number_path: part(&path, tag::FIELD_NUMBER),
            }
        })
        .collect();
    let all: Vec<Range> = reserved.into_iter().chain(open).collect();
    for range in &all {
        if range.start < 1 {
            return Err(reporter.error(
                format!("`{full_name}`: field numbers start at 1, and {} is in a range", range.start),
                [Place::new(range.path.clone(), "starts below 1")],
                "start the range at 1 or later",
            ));
        }
    }
    in_order(reporter, &all, full_name)?;
    let sorted = apart(reporter, &all, full_name)?;
    names_once(reporter, &message.reserved_name, full_name, path, tag::MESSAGE_RESERVED_NAME)?;
    numbers_free(reporter, &sorted, &used, full_name)?;
    names_free(reporter, &message.reserved_name, &used, full_name, path, tag::MESSAGE_RESERVED_NAME)
}

pub(super) fn enumeration(
    reporter: &Reporter,
    descriptor: &EnumDescriptorProto,
    full_name: &str,
    path: &[i32],
) -> Result<(), SchemaError> {
    if descriptor.reserved_range.is_empty() && descriptor.reserved_name.is_empty() {
        return Ok(());
    }
    let reserved = descriptor.reserved_range.iter().enumerate();
    let reserved: Vec<Range> = reserved
        .map(|(i, r)| Range {
            start: r.start.unwrap_or_default(),
            end: r.end.unwrap_or_default(),
            path: child(path, tag::ENUM_RESERVED_RANGE, i),
            statement: "reserved",
        })
        .collect();
    let used: Vec<Used> = descriptor
        .value
        .iter()
        .enumerate()
        .map(|(i, value)| {
            let path = child(path, tag::ENUM_VALUE, i);
            Used {
                name: value.name.as_deref().unwrap_or_default(),
                number: value.number.unwrap_or_default(),
                name_path: part(&path, tag::NAME),
                number_path: part(&path, tag::ENUM_VALUE_NUMBER),
            }
        })
        .collect();
    in_order(reporter, &reserved, full_name)?;
    let sorted = apart(reporter, &reserved, full_name)?;
    names_once(reporter, &descriptor.reserved_name, full_name, path, tag::ENUM_RESERVED_NAME)?;
    numbers_free(reporter, &sorted, &used, full_name)?;
    names_free(reporter, &descriptor.reserved_name, &used, full_name, path, tag::ENUM_RESERVED_NAME)
}

fn in_order(reporter: &Reporter, ranges: &[Range], full_name: &str) -> Result<(), SchemaError> {
    match ranges.iter().find(|range| range.start > range.end) {
        None => Ok(()),
        Some(range) => Err(reporter.error(
            format!("`{full_name}`: the range {} to {} is reversed", range.start, range.end),
            [Place::new(range.path.clone(), "the end comes before the start")],
            format!("write `{} {} to {}`", range.statement, range.end, range.start),
        )),
    }
}

/// The ranges in the order of their numbers, when no two overlap.
fn apart<'r>(reporter: &Reporter, ranges: &'r [Range], full_name: &str) -> Result<Vec<&'r Range>, SchemaError> {
    let mut sorted: Vec<&Range> = ranges.iter().collect();
    sorted.sort_by_key(|range| (range.start, range.end));
    let overlap = sorted.windows(2).find_map(|pair| match *pair {
        [first, second] if second.start <= first.end => Some((first, second)),
        _ => None,
    });
    let Some((first, second)) = overlap else { return Ok(sorted) };
    // The one that was written later is the one that is too much.
    let (first, second) = if first.path <= second.path { (first, second) } else { (second, first) };
    let message = format!(
        "`{full_name}`: `{} {}` overlaps with `{} {}`",
        second.statement,
        second.text(),
        first.statement,
        first.text()
    );
    let places =
        [Place::new(second.path.clone(), "these numbers…"), Place::new(first.path.clone(), "…were taken here already")];
    Err(reporter.error(message, places, "list every number in one statement only"))
}

fn names_once(
    reporter: &Reporter,
    names: &[String],
    full_name: &str,
    path: &[i32],
    tag: i32,
) -> Result<(), SchemaError> {
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(names.len());
    for (i, name) in names.iter().enumerate() {
        if let Some(earlier) = first.insert(name, i) {
            return Err(reporter.error(
                format!("`{full_name}`: the name `{name}` is reserved twice"),
                [
                    Place::new(child(path, tag, i), "reserved again"),
                    Place::new(child(path, tag, earlier), "reserved here already"),
                ],
                "remove one of the two",
            ));
        }
    }
    Ok(())
}

/// `ranges` are in order and apart.
fn numbers_free(reporter: &Reporter, ranges: &[&Range], used: &[Used], full_name: &str) -> Result<(), SchemaError> {
    for element in used {
        let at = ranges.partition_point(|range| range.end < element.number);
        if let Some(range) = ranges.get(at).filter(|range| range.start <= element.number) {
            let (what, help) = match range.statement {
                "reserved" => ("is reserved", "take another number: a reserved one may still be in old data"),
                _ => ("is left to extensions", "take a number outside the range, or make the range smaller"),
            };
            return Err(reporter.error(
                format!("`{full_name}.{}` uses {}, which {what}", element.name, element.number),
                [
                    Place::new(element.number_path.clone(), "used here"),
                    Place::new(range.path.clone(), format!("`{} {}`", range.statement, range.text())),
                ],
                help,
            ));
        }
    }
    Ok(())
}

fn names_free(
    reporter: &Reporter,
    names: &[String],
    used: &[Used],
    full_name: &str,
    path: &[i32],
    tag: i32,
) -> Result<(), SchemaError> {
    let reserved: HashMap<&str, usize> = names.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    for element in used {
        if let Some(&i) = reserved.get(element.name) {
            return Err(reporter.error(
                format!("`{full_name}.{0}`: the name `{0}` is reserved", element.name),
                [Place::new(element.name_path.clone(), "used here"), Place::new(child(path, tag, i), "reserved here")],
                "take another name: a reserved one may still be in old JSON",
            ));
        }
    }
    Ok(())
}
