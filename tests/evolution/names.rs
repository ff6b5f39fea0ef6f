//! Names that have nothing in common, so that nothing but a number can speak for two fields being one.

const WORDS: &[&str] = &[
    "amber", "birch", "cliff", "dough", "ember", "fjord", "grape", "hymn", "ivory", "jolt", "kiosk", "lynx", "mocha",
    "nymph", "onyx", "prism", "quilt", "rhubarb", "sphinx", "tulip", "umbra", "vortex", "wharf", "xenon", "yacht",
    "zebra", "anvil", "bugle", "cobra", "dwarf", "eclipse", "flint", "gecko", "husk", "igloo", "jungle", "kayak",
    "lotus", "mango", "nickel", "opal", "pylon", "quartz", "raven", "sundew", "trophy", "urchin", "velvet", "walnut",
    "yodel", "zinc", "acorn", "basil", "cumin", "drum", "elbow", "fungus", "glyph", "hazel", "iris", "jasmine",
];

/// The name of the `index`th thing that needs one. Some are of two words, which JSON spells otherwise.
pub fn unlike_any_other(index: usize) -> String {
    let word = WORDS[index % WORDS.len()];
    match (index / WORDS.len(), index % 3) {
        (0, 0) => format!("{word}_{}", &WORDS[(index * 7 + 30) % WORDS.len()][1..3]),
        (0, _) => word.to_owned(),
        (round, _) => format!("{word}{round}"),
    }
}
