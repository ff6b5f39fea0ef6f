//! Names that nothing has yet.

/// The name, if it is free; else the first that is with a number behind it: `task`, `task_2`, `task_3`. `before` stands
/// before the number.
pub(super) fn first_free(name: String, before: &str, is_free: impl Fn(&str) -> bool) -> String {
    if is_free(&name) {
        return name;
    }
    let mut number = 2;
    loop {
        let numbered = format!("{name}{before}{number}");
        if is_free(&numbered) {
            return numbered;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_has_a_number() {
        let taken = ["task", "task_2"];
        let free = |name: &str| first_free(name.to_owned(), "_", |name| !taken.contains(&name));
        assert_eq!([free("task"), free("task_2"), free("part")], ["task_3", "task_2_2", "part"]);
    }
}
