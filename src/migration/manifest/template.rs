//! Resource names: `tasks/{task_id}/pushNotificationConfigs/{id}` (<https://google.aip.dev/122>).

use std::{fmt, str::FromStr};

/// A pattern of segments between slashes, some of which are variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    segments: Vec<Segment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Literal(String),
    Variable(String),
}

impl Template {
    /// Understands a pattern.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let segments = text.split('/').map(segment).collect::<Result<Vec<_>, _>>()?;
        let template = Template { segments };
        let variables: Vec<&str> = template.variables().collect();
        match variables.iter().enumerate().find(|(i, name)| variables[..*i].contains(name)) {
            Some((_, name)) => Err(format!("`{{{name}}}` stands in it twice")),
            None if variables.is_empty() => Err("it has no variable such as `{id}`".to_owned()),
            None => Ok(template),
        }
    }

    /// The names of its variables, from left to right.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Variable(name) => Some(name.as_str()),
            Segment::Literal(_) => None,
        })
    }

    /// What stands before and after its variable, where it has just one.
    pub fn around_its_variable(&self) -> Option<(String, String)> {
        let mut variables = self.variables();
        if variables.next().is_none() || variables.next().is_some() {
            return None;
        }
        let at = self.segments.iter().position(|segment| matches!(segment, Segment::Variable(_)))?;
        let text = |segments: &[Segment]| -> Vec<String> {
            let texts =
                segments.iter().filter_map(|s| if let Segment::Literal(text) = s { Some(text.clone()) } else { None });
            texts.collect()
        };
        let (before, after) = (text(&self.segments[..at]), text(&self.segments[at + 1..]));
        Some((before.iter().map(|s| format!("{s}/")).collect(), after.iter().map(|s| format!("/{s}")).collect()))
    }

    /// The value of variable number `index`, from 0, in a resource name; `None` when the name is not of this form.
    /// No variable is empty or holds a slash.
    pub fn part<'n>(&self, name: &'n str, index: usize) -> Option<&'n str> {
        let mut found = None;
        let mut variable = 0;
        let mut segments = self.segments.iter();
        for part in name.split('/') {
            match segments.next()? {
                Segment::Literal(text) if text == part => {}
                Segment::Literal(_) => return None,
                Segment::Variable(_) if part.is_empty() => return None,
                Segment::Variable(_) => {
                    if variable == index {
                        found = Some(part);
                    }
                    variable += 1;
                }
            }
        }
        segments.next().is_none().then_some(found).flatten()
    }

    /// Whether having this form says anything about a name: a part of it is fixed.
    pub fn is_telling(&self) -> bool {
        self.segments.iter().any(|segment| matches!(segment, Segment::Literal(_)))
    }

    /// The resource name with these values, which come from left to right and of which there are as many as variables.
    ///
    /// # Errors
    /// The value that no name can hold, because it is empty or has a slash.
    pub fn fill<'v>(&self, values: &[&'v str]) -> Result<String, &'v str> {
        if let Some(bad) = values.iter().find(|value| value.is_empty() || value.contains('/')) {
            return Err(bad);
        }
        let mut values = values.iter();
        let mut name = String::new();
        for (i, segment) in self.segments.iter().enumerate() {
            if i > 0 {
                name.push('/');
            }
            name.push_str(match segment {
                Segment::Literal(text) => text,
                Segment::Variable(_) => values.next().copied().unwrap_or_default(),
            });
        }
        Ok(name)
    }
}

impl FromStr for Template {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Template::parse(text)
    }
}

fn segment(text: &str) -> Result<Segment, String> {
    match text.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
        Some("") => Err("`{}` has no name".to_owned()),
        Some(name) if !name.contains(['{', '}']) => Ok(Segment::Variable(name.to_owned())),
        None if !text.contains(['{', '}']) && !text.is_empty() => Ok(Segment::Literal(text.to_owned())),
        _ => Err(format!("`{text}` is neither a word nor one `{{variable}}`; a segment is one of them")),
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, segment) in self.segments.iter().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            match segment {
                Segment::Literal(text) => f.write_str(text)?,
                Segment::Variable(name) => write!(f, "{{{name}}}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_and_put_together() {
        let template = Template::parse("tasks/{task_id}/pushNotificationConfigs/{id}").unwrap();
        let name = "tasks/t-1/pushNotificationConfigs/ζ";
        assert_eq!((template.part(name, 0), template.part(name, 1)), (Some("t-1"), Some("ζ")));
        assert_eq!(template.part(name, 2), None);
        assert_eq!(template.fill(&["t-1", "ζ"]).as_deref(), Ok(name));
        assert_eq!(template.to_string(), "tasks/{task_id}/pushNotificationConfigs/{id}");
    }

    #[test]
    fn other_names_are_not_guessed_at() {
        let template = Template::parse("tasks/{id}").unwrap();
        for name in ["", "tasks", "tasks/", "tasks/a/b", "/tasks/a", "task/a", "a", "tasks//a", "tasks/a/"] {
            assert_eq!(template.part(name, 0), None, "{name:?}");
        }
        assert_eq!(template.fill(&["a/b"]), Err("a/b"));
        assert_eq!(template.fill(&[""]), Err(""));
    }

    #[test]
    fn what_is_no_template_is_refused() {
        for text in ["", "tasks", "tasks/{}", "tasks/{a}b", "{a}/{a}", "tasks//{id}", "{a{b}}", "/{id}"] {
            assert!(Template::parse(text).is_err(), "{text:?}");
        }
    }
}
