//! One line: whose request or response it is, which rpcs it is in and what it is stored in, with paths as far as there
//! is room for them.

use std::collections::{HashMap, HashSet};

use super::{INDENT, is_root, names::RpcNames, part};
use crate::{
    report::{
        RouteEntry,
        text::{
            style::{Ink, Style},
            summary::plural,
            wrap::{push_inked, shorten},
        },
    },
    schema::CallPart,
};

/// What is said about an rpc or a stored type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clause {
    Is,
    In,
    Stored,
}

/// An rpc or a stored type, with the routes that lead from it.
struct Item<'a> {
    clause: Clause,
    name: &'a str,
    /// Of an rpc by its parts; of a stored type the one.
    routes: Vec<(Option<CallPart>, &'a RouteEntry)>,
}

/// How much is said about an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// `GetTask`.
    Name,
    /// `GetTask (artifacts[].parts[], …)`.
    Path,
    /// `SendMessage request (message.parts[]), response (task.artifacts[].parts[], …)`.
    Parts,
}

/// Appends the line.
pub(super) fn push(out: &mut String, routes: &[RouteEntry], style: Style) {
    let items = items(routes);
    let room = style.width.saturating_sub(INDENT.len());
    push_inked(out, Ink::Faint, INDENT, &fitted(&items, room, style), style, INDENT.len());
}

/// As much as there is room for: one path, then names, then parts and further paths.
fn fitted(items: &[Item], room: usize, style: Style) -> String {
    let fits = |line: &String| line.chars().count() <= room;
    let with_parts = |count: usize| {
        let detail = |at| if at < count { Detail::Parts } else { Detail::Name };
        sentence(items, detail, style)
    };
    let with_names = |count: usize| {
        let detail = |at| if at == 0 { Detail::Path } else { Detail::Name };
        let (named, others) = items.split_at(count);
        (sentence(named, detail, style), others_counted(named, others))
    };
    let in_room = |(named, others): &(String, String)| named.chars().count() + others.chars().count() <= room;
    let all = 1..=items.len();
    if let Some(line) = (items.len() < room).then(|| all.clone().rev().map(with_parts).find(fits)).flatten() {
        return line;
    }
    let complete = Some(with_names(items.len())).filter(in_room);
    let longest = complete.or_else(|| all.map(with_names).take_while(in_room).last());
    let (named, others) = longest.unwrap_or_else(|| with_names(1));
    let left = room.saturating_sub(others.chars().count());
    [shorten(&named, left, style.ellipsis()), others].concat()
}

/// One item for each rpc and clause, in the order of the routes; what it is before what it is in.
fn items(routes: &[RouteEntry]) -> Vec<Item<'_>> {
    let names = RpcNames::of(routes);
    let mut items: Vec<Item> = Vec::new();
    let mut places = HashMap::new();
    for route in routes {
        if route.is_stored() {
            items.push(Item { clause: Clause::Stored, name: &route.name, routes: vec![(None, route)] });
            continue;
        }
        let clause = if is_root(route) { Clause::Is } else { Clause::In };
        for rpc in route.rpcs.iter() {
            let place = *places.entry((clause == Clause::Is, &rpc.rpc)).or_insert_with(|| {
                items.push(Item { clause, name: names.short(&rpc.rpc), routes: Vec::new() });
                items.len() - 1
            });
            items[place].routes.push((Some(rpc.part), route));
        }
    }
    items.sort_by_key(|item| item.clause != Clause::Is);
    items
}

/// `is GetTask's response; in SendMessage response (task), ListTasks; stored in Envelope`.
fn sentence(items: &[Item], detail: impl Fn(usize) -> Detail, style: Style) -> String {
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| (items[before].clause, detail(before)));
        text.push_str(match before {
            None => "",
            // Within an item there may be commas already.
            Some((clause, Detail::Name | Detail::Path)) if clause == item.clause => ", ",
            Some((Clause::Is, _)) if item.clause == Clause::Is => ", ",
            Some(_) => "; ",
        });
        if before.is_none_or(|(clause, _)| clause != item.clause) {
            text.push_str(match item.clause {
                Clause::Is => "is ",
                Clause::In => "in ",
                Clause::Stored => "stored in ",
            });
        }
        text.push_str(&item.text(detail(at), style));
    }
    text
}

/// `, 5 more rpcs (-v)`: those that are not named.
fn others_counted(named: &[Item], others: &[Item]) -> String {
    let is_rpc = |item: &&Item| item.clause != Clause::Stored;
    let known: HashSet<&str> = named.iter().filter(is_rpc).map(|item| item.name).collect();
    let rpcs: HashSet<&str> = others.iter().filter(is_rpc).map(|item| item.name).collect();
    let types = others.iter().filter(|item| item.clause == Clause::Stored).count();
    let counts = [(rpcs.difference(&known).count(), "more rpc"), (types, "more type")];
    let some: Vec<String> =
        counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| plural(count, word)).collect();
    match some.is_empty() {
        true => String::new(),
        false => format!(", {} (-v)", some.join(", ")),
    }
}

impl Item<'_> {
    fn text(&self, detail: Detail, style: Style) -> String {
        let name = self.name;
        match (self.clause, detail) {
            (Clause::Is, _) => {
                let parts: Vec<&str> = self.routes.iter().filter_map(|(of, _)| of.map(part)).collect();
                format!("{name}'s {}", parts.join(" and "))
            }
            (_, Detail::Name) => name.to_owned(),
            (Clause::Stored, _) | (_, Detail::Path) => format!("{name}{}", paths(&self.routes, style)),
            (Clause::In, Detail::Parts) => {
                let parts = self.routes.iter().filter_map(|route| {
                    let (of, _) = route;
                    of.map(|of| format!("{}{}", part(of), paths(std::slice::from_ref(route), style)))
                });
                format!("{name} {}", parts.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// ` (message.parts[], …)`: the shortest path, and a sign where there are others.
fn paths(routes: &[(Option<CallPart>, &RouteEntry)], style: Style) -> String {
    let mut paths = routes.iter().flat_map(|(_, route)| &route.paths).filter(|path| !path.is_empty());
    let shortest = paths.clone().min_by_key(|path| path.matches('.').count());
    let others = match paths.nth(1) {
        Some(_) => format!(", {}", style.ellipsis()),
        None => String::new(),
    };
    shortest.map(|path| format!(" ({path}{others})")).unwrap_or_default()
}
