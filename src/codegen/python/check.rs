//! Whether the modules that generated code is to use are there. Python itself is asked, once, while code is made; the
//! code does not depend on the answer.

use std::{collections::BTreeMap, io, path::Path, process::Command};

use serde::Deserialize;

use super::modules::Modules;
use crate::{
    codegen::{AdaptError, modules::option, program::Program},
    migration::Side,
};

const SCRIPT: &str = include_str!("support/check.py");

/// The interpreter that is asked where none is named. It may be missing: then nothing is checked here, and the package
/// says when it is imported what is not there.
pub const USUAL: &str = "python3";

/// What the script says.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    #[serde(default)]
    module: String,
    missing: Option<String>,
    import: Option<String>,
    class: Option<String>,
    #[serde(default)]
    near: Vec<String>,
}

/// Asks whether all modules can be imported, in one process as the generated code does, and have what it needs.
///
/// # Errors
/// The first module that cannot, or an interpreter that does not answer.
pub(super) fn check(program: &Program<'_>, modules: &Modules<'_>, python: &Path) -> Result<(), AdaptError> {
    let wanted: BTreeMap<&str, _> =
        modules.all().map(|(side, module)| (module.name.as_str(), modules.classes(program, side, module))).collect();
    let request = serde_json::to_string(&wanted).unwrap_or_default();
    let output = match Command::new(python).args(["-c", SCRIPT]).arg(request).output() {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound && python == Path::new(USUAL) => return Ok(()),
        Err(error) => return Err(no_answer(python, &error.to_string())),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    // A module may print something while it is imported.
    let answer = text.lines().last().and_then(|line| serde_json::from_str::<Answer>(line).ok());
    let Some(answer) = answer else {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(no_answer(python, said.lines().last().unwrap_or("it says nothing")));
    };
    let Some((side, _)) = modules.all().find(|(_, module)| module.name == answer.module) else { return Ok(()) };
    Err(fault(answer, side, python))
}

fn fault(answer: Answer, side: Side, python: &Path) -> AdaptError {
    let python = python.display();
    let (what, help) = match (&answer.missing, &answer.import, &answer.class) {
        (Some(missing), _, _) => {
            let what = match *missing == answer.module {
                true => format!("`{python}` finds no such module"),
                false => format!("`{python}` finds no `{missing}` in which it could be"),
            };
            let near = match answer.near.as_slice() {
                [] => String::new(),
                near => format!("there is {}; otherwise ", near.join(", ")),
            };
            let help = "install it where that Python looks, name another Python with the environment variable PYTHON, \
                        or set PYTHONPATH";
            (what, format!("{near}{help}"))
        }
        (_, Some(error), _) if error.contains("duplicate symbol") => {
            let help = "Python holds one type of a name, and this one is in both versions: protoc must be given one of \
                        them with another `package`, or convert with `proto-diff convert`";
            (format!("`{python}` cannot import it beside the other version: {error}"), help.to_owned())
        }
        (_, Some(error), _) => {
            let help = "it must be importable together with the modules of the other version; name another Python with \
                        the environment variable PYTHON";
            (format!("`{python}` cannot import it: {error}"), help.to_owned())
        }
        (_, _, class) => {
            let class = class.as_deref().unwrap_or_default();
            let near = match answer.near.as_slice() {
                [] => String::new(),
                near => format!(" it has {};", near.join(", ")),
            };
            let help = format!("name the module that protoc made of that version's .proto file;{near}");
            (format!("it has no class `{class}`, which the schema has"), help.trim_end_matches(';').to_owned())
        }
    };
    AdaptError::Types { option: option(side).to_owned(), given: answer.module, what, help }
}

fn no_answer(python: &Path, why: &str) -> AdaptError {
    AdaptError::Types {
        option: "PYTHON".to_owned(),
        given: python.display().to_string(),
        what: format!("it cannot be asked whether the modules are there: {why}"),
        help: "name a Python 3 with the environment variable PYTHON".to_owned(),
    }
}
