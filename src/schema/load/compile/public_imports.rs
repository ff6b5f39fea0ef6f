//! `import public` along two ways to one file, which protox follows along one way only.

use std::collections::{BTreeSet, HashMap};

use protox::prost_reflect::prost_types::FileDescriptorProto;

/// Makes every file import directly what it gets to see through public imports. `files` has imports before importers.
pub(super) fn made_direct(files: &mut [FileDescriptorProto]) {
    let mut passed_on: HashMap<String, BTreeSet<String>> = HashMap::new();
    for file in files {
        let public = file.public_dependency.iter().filter_map(|&i| file.dependency.get(usize::try_from(i).ok()?));
        let mut own = BTreeSet::new();
        for import in public {
            own.insert(import.clone());
            own.extend(passed_on.get(import).into_iter().flatten().cloned());
        }
        let direct: BTreeSet<&String> = file.dependency.iter().collect();
        let through = file.dependency.iter().filter_map(|import| passed_on.get(import)).flatten();
        let more: BTreeSet<String> = through.filter(|name| !direct.contains(name)).cloned().collect();
        file.dependency.extend(more);
        if !own.is_empty() {
            passed_on.insert(file.name().to_owned(), own);
        }
    }
}
