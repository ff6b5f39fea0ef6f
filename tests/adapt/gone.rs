//! The search for messages that are lost as a whole, held against the simple way of saying what is inside them.

#[path = "../../src/codegen/rust/support/gone.rs"]
mod support;

use proptest::prelude::*;
use support::Gone;

/// Whether a path is inside a message; a message that ends in `[1..]` is all of a list but the first.
fn is_in(inner: &str, outer: &str) -> bool {
    match outer.strip_suffix("[1..]") {
        Some(list) => inner.strip_prefix(list).is_some_and(|at| at.starts_with('[') && !at.starts_with("[0]")),
        None => inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with(['.', '['])),
    }
}

/// Paths of few names, so that many begin alike; some with a key that looks like a path.
fn path() -> impl Strategy<Value = String> {
    let step = prop_oneof![
        Just(".a"),
        Just(".b"),
        Just(".ab"),
        Just("[0]"),
        Just("[1]"),
        Just("[10]"),
        Just("[\"a.b[0]\"]"),
        Just("[\"é\"]"),
        Just("[\"è\"]")
    ];
    proptest::collection::vec(step, 0..7).prop_map(|steps| steps.concat().trim_start_matches('.').to_owned())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn what_is_inside_a_lost_message_is_found(
        outer in proptest::collection::vec((path(), any::<bool>()), 0..12),
        inner in path(),
    ) {
        let outer: Vec<String> =
            outer.into_iter().map(|(path, is_list)| if is_list { path + "[1..]" } else { path }).collect();
        let mut gone = Gone::default();
        outer.iter().for_each(|path| gone.add(path));
        prop_assert_eq!(gone.holds(&inner), outer.iter().any(|outer| is_in(&inner, outer)), "{:?} in {:?}", inner, outer);
    }
}

/// As many of both as are listed: each with each would be a hundred million comparisons.
#[test]
fn many_lost_messages_take_no_time() {
    let mut gone = Gone::default();
    (0..10_000).for_each(|index| gone.add(&format!("list[{index}].message")));
    let start = std::time::Instant::now();
    let found = (0..10_000).filter(|index| gone.holds(&format!("list[{}].message.#{index}", index * 2))).count();
    assert_eq!(found, 5_000);
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}
