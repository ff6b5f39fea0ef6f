//! Paths to fields as a manifest writes them: `url`, `file.mime_type`, `supported_interfaces[0].url`, `parts[1..]`,
//! `[acme.ext]`.

use std::fmt;

/// A path from a message to a field in it or below it. It has at least one step.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath(pub Vec<PathStep>);

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathStep {
    /// The name of the field; of an extension its full name.
    pub field: FieldName,
    /// Which of its values are meant.
    pub select: Select,
}

/// How a step names its field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldName {
    /// A field that the message declares.
    Own(String),
    /// An extension of the message, by its full name.
    Extension(String),
}

/// Which values of a field are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Select {
    /// Its value, or all of them.
    Whole,
    /// The first element of a list: `[0]`.
    First,
    /// The elements after the first: `[1..]`.
    Rest,
}

impl FieldPath {
    /// Understands a path.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut steps = Vec::new();
        let mut rest = text;
        loop {
            let (field, after) = name(rest)?;
            let (select, after) = select(after)?;
            steps.push(PathStep { field, select });
            match after.strip_prefix('.') {
                Some(next) => rest = next,
                None if after.is_empty() => return Ok(FieldPath(steps)),
                None => {
                    return Err(format!("`{after}` is no part of a path; after a field comes `.`, `[0]` or `[1..]`"));
                }
            }
        }
    }
}

fn name(text: &str) -> Result<(FieldName, &str), String> {
    if let Some(rest) = text.strip_prefix('[') {
        let Some((full_name, after)) = rest.split_once(']') else {
            return Err("the name of an extension ends with `]`".to_owned());
        };
        return match full_name.split('.').all(is_identifier) {
            true => Ok((FieldName::Extension(full_name.to_owned()), after)),
            false => Err(format!("`{full_name}` is no full name of an extension")),
        };
    }
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (own, after) = text.split_at(end);
    match is_identifier(own) {
        true => Ok((FieldName::Own(own.to_owned()), after)),
        false => Err(format!("`{own}` is no name of a field")),
    }
}

fn select(text: &str) -> Result<(Select, &str), String> {
    if let Some(after) = text.strip_prefix("[0]") {
        Ok((Select::First, after))
    } else if let Some(after) = text.strip_prefix("[1..]") {
        Ok((Select::Rest, after))
    } else if text.starts_with('[') {
        Err("a list is taken as a whole, or as its first element `[0]` and the rest `[1..]`".to_owned())
    } else {
        Ok((Select::Whole, text))
    }
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            write!(f, "{step}")?;
        }
        Ok(())
    }
}

impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            FieldName::Own(name) => f.write_str(name)?,
            FieldName::Extension(name) => write!(f, "[{name}]")?,
        }
        f.write_str(self.select.suffix())
    }
}

impl Select {
    /// How it is written after the name of the field.
    pub fn suffix(self) -> &'static str {
        match self {
            Select::Whole => "",
            Select::First => "[0]",
            Select::Rest => "[1..]",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_printed_as_they_were_read() {
        for text in ["url", "file.mime_type", "list[0].url", "list[1..]", "[acme.v1.ext].a", "a.[acme.ext][0].b"] {
            assert_eq!(FieldPath::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in ["", ".a", "a.", "a..b", "a[2]", "a[", "[acme", "[]", "a b", "1a", "a[0]b", "a[1..].x.", "é"] {
            assert!(FieldPath::parse(text).is_err(), "{text:?}");
        }
    }
}
