//! That no two fields that can be set together become two members of one oneof.

/// The oneofs of the fields that stay, each with the oneof on the other side.
#[derive(Default)]
pub(super) struct Oneofs(Vec<(Option<usize>, Option<usize>)>);

impl Oneofs {
    /// Adds a field. Two fields that can be set together cannot become two members of one oneof; the direction in which
    /// that would happen is left out. `None` when it would happen in both.
    pub(super) fn admit(&mut self, old: Option<usize>, new: Option<usize>) -> Option<Option<&'static str>> {
        let together = |a: Option<usize>, b: Option<usize>| a.is_some() && a == b;
        let clash = |up: bool| {
            self.0.iter().any(|(before, after)| match up {
                true => together(*after, new) && !together(*before, old),
                false => together(*before, old) && !together(*after, new),
            })
        };
        let unused = match (clash(true), clash(false)) {
            (false, false) => None,
            (true, false) => Some("up"),
            (false, true) => Some("down"),
            (true, true) => return None,
        };
        self.0.push((old, new));
        Some(unused)
    }
}
