//! The forms of resource names: each is a constant of the generated file that uses it.

use std::{cell::RefCell, collections::BTreeMap};

use heck::ToShoutySnakeCase;

use super::free_name::first_free;
use crate::migration::manifest::Template;

/// The constants of a file: what each is called, by the form that it holds.
#[derive(Debug, Default)]
pub(super) struct Templates(RefCell<BTreeMap<String, String>>);

impl Templates {
    /// The constant that holds a form. It is called what `called` makes of the words in the form, which for
    /// `tasks/{task}/artifacts/{artifact}` are `TASKS_ARTIFACTS`.
    pub fn constant(&self, template: &Template, called: impl Fn(&str) -> String) -> String {
        let form = template.to_string();
        let words: Vec<&str> = form.split('/').filter(|segment| !segment.starts_with('{')).collect();
        let words = if words.is_empty() { form.clone() } else { words.join("_") };
        let mut constants = self.0.borrow_mut();
        let is_free = |name: &str| constants.values().all(|taken| taken != name);
        let name = first_free(called(&words.to_shouty_snake_case()), "_", is_free);
        constants.entry(form).or_insert(name).clone()
    }

    /// All of them, each form with what its constant is called.
    pub fn all(&self) -> Vec<(String, String)> {
        self.0.borrow().iter().map(|(form, name)| (form.clone(), name.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_called_like_the_words_in_their_forms() {
        let templates = Templates::default();
        let constant = |form: &str| {
            let template = Template::parse(form).expect("a template");
            templates.constant(&template, |words| format!("{words}_NAME"))
        };
        assert_eq!(constant("tasks/{task}/pushConfigs/{config}"), "TASKS_PUSH_CONFIGS_NAME");
        assert_eq!(constant("tasks/{id}/push_configs/{config}"), "TASKS_PUSH_CONFIGS_NAME_2");
        assert_eq!(constant("tasks/{task}/pushConfigs/{config}"), "TASKS_PUSH_CONFIGS_NAME");
        assert_eq!(constant("{only}"), "ONLY_NAME");
        assert_eq!(templates.all().len(), 3);
    }
}
