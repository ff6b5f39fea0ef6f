//! What is the same in every adapter: its source stands in `support/`.

use super::{package::Package, text::header_lines};
use crate::{codegen::GeneratedFile, migration::Migration};

/// The files of the module `support`.
pub(super) fn files(migration: &Migration, package: &Package<'_>) -> Vec<GeneratedFile> {
    let mut files = vec![
        ("decode", include_str!("support/decode.rs")),
        ("gone", include_str!("support/gone.rs")),
        ("list", include_str!("support/list.rs")),
        ("reader", include_str!("support/reader.rs")),
        ("report", include_str!("support/report.rs")),
        ("trail", include_str!("support/trail.rs")),
        ("unknown", include_str!("support/unknown.rs")),
        ("value", include_str!("support/value.rs")),
    ];
    if package.has_base64() {
        files.push(("base64", include_str!("support/base64.rs")));
    }
    if package.has_structs() {
        files.push(("structs", include_str!("support/structs.rs")));
    }
    files.sort_unstable();
    let modules: String = files
        .iter()
        .map(|(name, _)| match *name {
            "decode" | "gone" | "reader" | "report" | "trail" | "unknown" => format!("mod {name};\n"),
            name => format!("pub(crate) mod {name};\n"),
        })
        .collect();
    let root = include_str!("support/root.rs").replace("// modules\n", &modules);
    files.push(("mod", &root));
    let file = |(name, text): &(&str, &str)| {
        package.source(&format!("support/{name}"), format!("{}\n{text}", header_lines(migration, "//")))
    };
    files.iter().map(file).collect()
}
