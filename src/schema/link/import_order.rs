//! Files in the order of their imports.

use std::collections::HashMap;

use buffa_descriptor::generated::descriptor::FileDescriptorProto;

use crate::schema::{SchemaError, SchemaErrorKind};

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// The files, imports before the files that import them, otherwise in the order given.
///
/// An import that is not in the set is passed over: whether it is needed shows when names are resolved.
/// Walks with a stack of its own, because a chain of imports can be longer than the thread's stack is deep.
pub(super) fn sorted(files: &[FileDescriptorProto]) -> Result<Vec<&FileDescriptorProto>, SchemaError> {
    let mut index = HashMap::with_capacity(files.len());
    for (i, file) in files.iter().enumerate() {
        let Some(name) = file.name.as_deref() else {
            return Err(SchemaError::new(SchemaErrorKind::DescriptorSet, format!("file #{i} of the set has no name")));
        };
        if index.insert(name, i).is_some() {
            return Err(SchemaError::new(
                SchemaErrorKind::DescriptorSet,
                format!("the set holds two files named `{name}`"),
            ));
        }
    }
    let mut state = vec![State::New; files.len()];
    let mut order = Vec::with_capacity(files.len());
    for root in 0..files.len() {
        let mut stack = vec![(root, 0)];
        while let Some((file, next_import)) = stack.pop() {
            if next_import == 0 {
                if state[file] == State::Done {
                    continue;
                }
                state[file] = State::Open;
            }
            let Some(import) = files[file].dependency.get(next_import) else {
                state[file] = State::Done;
                order.push(&files[file]);
                continue;
            };
            stack.push((file, next_import + 1));
            match index.get(import.as_str()).map(|&i| (i, state[i])) {
                Some((i, State::New)) => stack.push((i, 0)),
                Some((i, State::Open)) => return Err(cycle(files, &stack, i)),
                Some((_, State::Done)) | None => {}
            }
        }
    }
    Ok(order)
}

fn cycle(files: &[FileDescriptorProto], stack: &[(usize, usize)], back_to: usize) -> SchemaError {
    let name = |i: usize| files[i].name.as_deref().unwrap_or_default();
    let start = stack.iter().position(|&(i, _)| i == back_to).unwrap_or(0);
    let mut path: Vec<&str> = stack[start..].iter().map(|&(i, _)| name(i)).collect();
    path.push(name(back_to));
    SchemaError::new(SchemaErrorKind::Import, format!("files import each other in a circle: {}", path.join(" -> ")))
        .with_help("move what they share into a file of its own that both import")
}
