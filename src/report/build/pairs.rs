//! Who became whom.

use super::rounded;
use crate::{
    Comparison,
    pairing::{Basis, Pair},
    report::{PairEntry, PairKind, Selection},
};

/// All pairs with two sides: packages, files, messages, enums, services, rpcs.
pub(super) fn entries(comparison: &Comparison, selection: &Selection) -> Vec<PairEntry> {
    let Comparison { old, new, pairing, .. } = comparison;
    let mut list = PairList { entries: Vec::new(), selection };
    list.add(PairKind::Package, &pairing.packages, |name| name, |name| name);
    list.add(PairKind::File, &pairing.files, |&id| &old[id].name, |&id| &new[id].name);
    list.add(PairKind::Message, &pairing.messages, |&id| &old[id].element.full_name, |&id| &new[id].element.full_name);
    list.add(PairKind::Enum, &pairing.enums, |&id| &old[id].element.full_name, |&id| &new[id].element.full_name);
    list.add(PairKind::Service, &pairing.services, |&id| &old[id].element.full_name, |&id| &new[id].element.full_name);
    for pair in &pairing.services {
        let Pair::Both { old: old_service, new: new_service, .. } = pair else { continue };
        let Some(methods) = pairing.methods.get(&(*old_service, *new_service)) else { continue };
        let (old_methods, new_methods) = (&old[*old_service].methods, &new[*new_service].methods);
        list.add(
            PairKind::Rpc,
            methods,
            |&index| &old_methods[index].element.full_name,
            |&index| &new_methods[index].element.full_name,
        );
    }
    list.entries
}

struct PairList<'a> {
    entries: Vec<PairEntry>,
    selection: &'a Selection,
}

impl PairList<'_> {
    fn add<'n, T>(
        &mut self,
        kind: PairKind,
        pairs: &'n [Pair<T>],
        old_name: impl Fn(&'n T) -> &'n str,
        new_name: impl Fn(&'n T) -> &'n str,
    ) {
        for pair in pairs {
            let Pair::Both { old, new, basis } = pair else { continue };
            let (old, new) = (old_name(old), new_name(new));
            if self.selection.covers_names(old, new) {
                self.entries.push(entry(kind, old, new, basis));
            }
        }
    }
}

fn entry(kind: PairKind, old: &str, new: &str, basis: &Basis) -> PairEntry {
    let (basis, score, evidence) = match basis {
        Basis::SameName => ("same_name", None, Vec::new()),
        Basis::PackageMap => ("package_map", None, Vec::new()),
        Basis::Told => ("told", None, Vec::new()),
        Basis::Manifest => ("manifest", None, Vec::new()),
        Basis::Inferred { score, evidence } => {
            ("inferred", Some(rounded(*score)), evidence.iter().map(ToString::to_string).collect())
        }
    };
    PairEntry { kind, old: old.to_owned(), new: new.to_owned(), basis, score, evidence }
}
