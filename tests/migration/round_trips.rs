//! There and back again: what is not as it was has been said.
//!
//! # The normal form
//!
//! v0.3 says some things twice: the id of a configuration stands in its name and in it, and in the request that creates
//! it a third and a fourth time. Coming back, all places are filled, so that a v0.3 message comes back in a normal form
//! and not always as it was. What is new in it is no difference when it was said elsewhere already. That is held by a law:
//! the normal form upgrades to exactly what the message upgraded to. And the constant "0.3" is where v1.0 requires it.

use proptest::test_runner::TestCaseError;
use proto_diff::{Direction, migration::ConvertReason};

use super::{
    exchange::{Exchange, Said},
    made::{Seed, is_to_be_refused, seeds},
    runs::{self, Volume},
    told::{covers, differences},
};

/// Fields of v0.3 that repeat what stands elsewhere, by type and path.
const REPEATED: [(&str, &str); 6] = [
    ("TaskPushNotificationConfig", "name"),
    ("TaskPushNotificationConfig", "push_notification_config"),
    ("CreateTaskPushNotificationConfigRequest", "parent"),
    ("CreateTaskPushNotificationConfigRequest", "config_id"),
    ("CreateTaskPushNotificationConfigRequest", "config"),
    ("ListTaskPushNotificationConfigResponse", "configs"),
];

/// What the interfaces of a v1.0 card are in a v0.3 card.
const INTERFACES: [&str; 4] = ["url", "preferred_transport", "protocol_version", "additional_interfaces"];

/// Names that changed on the way up, and that no difference depends on otherwise.
const RENAMED: [(&str, &str); 7] = [
    ("content", "parts"),
    ("update", "message"),
    ("request", "message"),
    ("msg", "message"),
    ("security", "security_requirements"),
    ("push_notification", "task_push_notification_config"),
    ("transport", "protocol_binding"),
];

/// A path with the v1.0 name for every step.
fn renamed(path: &str) -> String {
    let step = |step: &str| {
        let end = step.find('[').unwrap_or(step.len());
        let (name, rest) = step.split_at(end);
        let new = RENAMED.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new);
        format!("{new}{rest}")
    };
    path.split('.').map(step).collect::<Vec<_>>().join(".")
}

/// Whether a remark in the other version's names is about a path.
fn covers_across(said: &str, path: &str, direction: Direction) -> bool {
    let is_card = match direction {
        Direction::Upgrade => said.starts_with("supported_interfaces") && INTERFACES.iter().any(|f| covers(f, path)),
        Direction::Downgrade => path.starts_with("supported_interfaces") && INTERFACES.iter().any(|f| covers(f, said)),
    };
    is_card || covers(&renamed(said), &renamed(path))
}

fn there_and_back(seed: &Seed, direction: Direction) -> Result<(), TestCaseError> {
    let fail = |what: String| Err(TestCaseError::fail(what));
    let (there, message) = seed.message(direction);
    let bytes = there.from().write(&message);
    let shown = || format!("{} {}", there.from().full_name(), super::hex::to_hex(&bytes));
    let converted = match there.convert(&bytes) {
        Err(error) if is_to_be_refused(there, &message) => {
            let is_about_names = matches!(error.reason, ConvertReason::Name { .. } | ConvertReason::NamePart { .. });
            return if is_about_names { Ok(()) } else { fail(format!("{}: {error}", shown())) };
        }
        Err(error) => return fail(format!("{}: refused: {error}", shown())),
        Ok(_) if is_to_be_refused(there, &message) => return fail(format!("{}: not refused", shown())),
        Ok(converted) => converted,
    };
    let between = there.to().read(&converted.message);
    if !between.unknown.is_empty() {
        return fail(format!("{}: unknown fields are written: {between:?}", shown()));
    }
    let back = there.back();
    let returned = match back.convert(&converted.message) {
        Ok(returned) => returned,
        // An id with a slash, which v0.3 had outside of a name.
        Err(_) if is_to_be_refused(back, &between) => return Ok(()),
        Err(error) => return fail(format!("{}: does not come back: {error}", shown())),
    };
    let is = there.from().read(&returned.message);
    let losses: Vec<String> = converted.losses.iter().map(|loss| loss.path.clone()).collect();
    let untold = |difference: &super::told::Difference| {
        let path = &difference.path;
        let here = losses.iter().any(|said| covers(said, path))
            || returned.supplied.iter().any(|said| covers(&said.path, &difference.now));
        let across =
            converted.supplied.iter().map(|said| &said.path).chain(returned.losses.iter().map(|said| &said.path));
        !(here || { across }.any(|said| covers_across(said, path, direction)) || is_normal(there, difference))
    };
    // One that was empty may still be there.
    let gone = converted.losses.iter().filter(|loss| !loss.reason.starts_with("it is there and empty"));
    let gone: Vec<String> = gone.map(|loss| loss.path.clone()).collect();
    let untold: Vec<_> = differences(there.from(), &message, &is, &gone).into_iter().filter(untold).collect();
    if !untold.is_empty() {
        let remarks = format!("there: {}\nback: {}", Said::of(&converted), Said::of(&returned));
        let (was, is) = (there.from().show(&message), there.from().show(&is));
        return fail(format!("{}\nwas {was}\nis  {is}\n{untold:#?}\n{remarks}", shown()));
    }
    // A signature is carried, and said to be worth nothing, each time. What had to be supplied is another matter.
    if returned.losses.iter().all(|loss| loss.path == "signatures") && returned.supplied.is_empty() {
        let again = there.convert(&returned.message).expect("what comes back can go again");
        if there.to().read(&again.message) != between {
            return fail(format!("{}: what came back is another message there", shown()));
        }
    }
    Ok(())
}

/// Whether a difference is one of the normal form.
fn is_normal(there: Exchange<'_>, difference: &super::told::Difference) -> bool {
    let (schema, message) = (there.from().schema, there.from().message);
    let name = schema[message].element.name.as_str();
    let repeats = || REPEATED.iter().any(|(of, path)| *of == name && covers(path, &difference.path));
    let is_constant = || {
        let value = proto_diff::dynamic::Value::String("0.3".to_owned());
        difference.path.ends_with("protocol_version") && difference.is == Some(value)
    };
    match there.direction {
        Direction::Upgrade => difference.is_new && repeats(),
        Direction::Downgrade => is_constant(),
    }
}

#[test]
fn what_goes_up_comes_down_but_for_what_was_said() {
    runs::all(file!(), Volume::Many, seeds(), |seed| there_and_back(&seed, Direction::Upgrade));
}

#[test]
fn what_goes_down_comes_up_but_for_what_was_said() {
    runs::all(file!(), Volume::Many, seeds(), |seed| there_and_back(&seed, Direction::Downgrade));
}
