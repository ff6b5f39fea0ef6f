//! What the numbers of an enum become.

use std::collections::BTreeMap;

use super::{
    function::{Context, enum_function},
    text::{comment, told_lines},
};
use crate::{codegen::program::EnumFunction, migration::correspondence::Mapped};

/// The function of an enum.
pub(super) fn print(context: &Context<'_, '_>, function: &EnumFunction<'_>) -> String {
    let source = &context.way.source[function.source];
    let target = &context.way.target[function.target];
    let map = function.pair.map(context.way.direction);
    let mut lines =
        vec![format!("A number of `{}` as one of `{}`.", source.element.full_name, target.element.full_name)];
    lines.extend(told_lines(context.manifest, &function.told));
    let docs = comment(&lines);
    let name = enum_function(context.way, &function.name);
    if map.is_identity() {
        return format!("{docs}pub fn {name}(number: i32) -> Changed<i32> {{ Changed::kept(number) }}");
    }
    // Numbers with the same fate share an arm.
    let mut arms: BTreeMap<String, Vec<i32>> = BTreeMap::new();
    for (number, Mapped { to, lost }) in &map.changed {
        let why = lost.as_ref().map(|why| format!("{number}: {why}"));
        let arm = match (to, why) {
            (Some(to), None) => format!("Changed::kept({to})"),
            (Some(to), Some(why)) => format!("Changed::lost_as({to}, {why:?})"),
            (None, Some(why)) => format!("Changed::lost({why:?})"),
            (None, None) => "Changed::left_out()".to_owned(),
        };
        arms.entry(arm).or_default().push(*number);
    }
    let taken: Vec<i32> = map.taken.iter().filter(|number| !map.changed.contains_key(number)).copied().collect();
    if !taken.is_empty() {
        let arm = "Changed::lost(format!(\"the number {number} means nothing here and something else in the other version\"))";
        arms.entry(arm.to_owned()).or_default().extend(taken);
    }
    let mut ordered: Vec<(Vec<i32>, String)> = arms.into_iter().map(|(arm, numbers)| (numbers, arm)).collect();
    ordered.sort();
    let alternatives = |numbers: &[i32]| numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(" | ");
    let mut text: String =
        ordered.iter().map(|(numbers, arm)| format!("{} => {arm},", alternatives(numbers))).collect();
    match &map.closed {
        None => text.push_str("_ => Changed::kept(number),"),
        Some(known) => {
            let known: Vec<i32> = known.iter().filter(|number| !map.changed.contains_key(number)).copied().collect();
            if !known.is_empty() {
                text.push_str(&format!("{} => Changed::kept(number),", alternatives(&known)));
            }
            text.push_str("_ => Changed::lost(format!(\"the other version has no value {number}\")),");
        }
    }
    format!("{docs}pub fn {name}(number: i32) -> Changed<i32> {{ match number {{ {text} }} }}")
}
