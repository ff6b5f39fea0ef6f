//! Links in Markdown.

/// Targets of links that are not addresses, without their fragments. What stands in fenced blocks is no link.
pub fn relative(text: &str) -> impl Iterator<Item = &str> {
    let outside_of_fences = text.split("```").step_by(2);
    let targets =
        outside_of_fences.flat_map(|prose| prose.split("](").skip(1)).filter_map(|rest| rest.split(')').next());
    let paths =
        targets.filter(|target| !target.contains("://")).map(|target| target.split('#').next().unwrap_or(target));
    paths.filter(|path| !path.is_empty())
}

#[test]
fn what_a_relative_link_is() {
    let text = "[a](b.md) [c](https://d.e/f) [g](../h.md#i) [j](#k)\n```console\n[l](m.md)\n```\n[n](o/)";
    assert_eq!(relative(text).collect::<Vec<_>>(), ["b.md", "../h.md", "o/"]);
}
