//! What may be said once about each thing.

use super::Failure;

/// Refuses an option that says something about one thing twice: which of them is meant, nobody can know. `form` is what it
/// takes; what it says about nothing in particular has no name.
pub(super) fn once(option: &'static str, form: &'static str, said: &[(String, String)]) -> Result<(), Failure> {
    for (index, (name, second)) in said.iter().enumerate() {
        if let Some((_, first)) = said[..index].iter().find(|(earlier, _)| earlier == name) {
            return Err(Failure::Twice {
                option,
                what: if name.is_empty() { String::new() } else { format!(" for `{name}`") },
                first: first.clone(),
                second: second.clone(),
                help: match name.is_empty() {
                    true => format!("write {form} for each"),
                    false => "leave one of them away".to_owned(),
                },
            });
        }
    }
    Ok(())
}
