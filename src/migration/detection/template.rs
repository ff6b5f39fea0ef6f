//! The shape of a resource name: `tasks/{id}` (<https://google.aip.dev/122>).

use std::{fmt, str::FromStr};

/// A resource name with gaps: `tasks/{task_id}/pushNotificationConfigs/{id}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameTemplate {
    text: String,
    segments: Vec<Segment>,
}

/// What stands between two slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    /// These letters.
    Fixed(String),
    /// Anything but nothing.
    Gap,
}

/// Text that is no template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no name template: segments are either plain text or one `{{gap}}`, and one of each is needed")]
pub struct TemplateError(String);

impl NameTemplate {
    /// Whether `name` has this shape: as many segments, the fixed ones alike, none empty.
    pub fn matches(&self, name: &str) -> bool {
        let mut found = name.split('/');
        self.segments.iter().all(|segment| match (segment, found.next()) {
            (Segment::Fixed(text), Some(found)) => text == found,
            (Segment::Gap, Some(found)) => !found.is_empty(),
            (_, None) => false,
        }) && found.next().is_none()
    }
}

impl FromStr for NameTemplate {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        let segment = |part: &str| {
            let gap = part.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            match gap {
                Some(name) if !name.is_empty() && !name.contains(['{', '}']) => Some(Segment::Gap),
                None if !part.is_empty() && !part.contains(['{', '}']) => Some(Segment::Fixed(part.to_owned())),
                _ => None,
            }
        };
        let segments: Option<Vec<Segment>> = text.split('/').map(segment).collect();
        // Without fixed text every name would match, without a gap only one.
        let telling = |segments: &Vec<Segment>| {
            segments.contains(&Segment::Gap) && segments.iter().any(|segment| *segment != Segment::Gap)
        };
        match segments.filter(telling) {
            Some(segments) => Ok(NameTemplate { text: text.to_owned(), segments }),
            None => Err(TemplateError(text.to_owned())),
        }
    }
}

impl fmt::Display for NameTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_segment_by_segment() {
        let push: NameTemplate = "tasks/{task}/pushNotificationConfigs/{id}".parse().unwrap();
        let task: NameTemplate = "tasks/{id}".parse().unwrap();
        let cases = [
            (&task, "tasks/t-1", true),
            (&task, "tasks/", false),
            (&task, "tasks", false),
            (&task, "tasks/a/b", false),
            (&task, "/tasks/a", false),
            (&task, "", false),
            (&push, "tasks/t/pushNotificationConfigs/p", true),
            (&push, "tasks/t/pushNotificationConfigs/", false),
            (&push, "tasks/t", false),
        ];
        for (template, name, expected) in cases {
            assert_eq!(template.matches(name), expected, "{template} {name:?}");
        }
    }

    #[test]
    fn what_would_match_everything_or_one_thing_is_no_template() {
        for text in ["", "{id}", "tasks", "tasks/{}", "tasks/{id", "tasks/x{id}", "tasks//{id}", "{a}/{b}"] {
            assert!(text.parse::<NameTemplate>().is_err(), "{text:?}");
        }
    }
}
