//! Files and packages.

use super::{ChangeKind, Detail, Finder, Subject, options};
use crate::pairing::{Pair, Sides};

impl Finder<'_> {
    pub(super) fn files(&mut self) {
        let pairing = self.pairing;
        for pair in &pairing.packages {
            match pair {
                Pair::Both { old, new, basis } if old != new => {
                    let detail = super::messages::identity(basis);
                    self.add(ChangeKind::PackageChanged, Subject::Package(pair.sides()), detail);
                }
                Pair::Both { .. } | Pair::Old(_) | Pair::New(_) => {}
            }
        }
        for pair in &pairing.files {
            match pair {
                Pair::Old(_) => self.add(ChangeKind::FileRemoved, Subject::File(pair.sides()), Detail::None),
                Pair::New(_) => {}
                Pair::Both { old, new, .. } => {
                    let subject = Subject::File(Sides::Both { old: *old, new: *new });
                    let (old, new) = (&self.old[*old], &self.new[*new]);
                    let renamed = Sides::Both { old: old.package.clone(), new: new.package.clone() };
                    let known = self.changes.iter().any(|change| change.subject == Subject::Package(renamed.clone()));
                    if old.package != new.package && !known {
                        self.add(ChangeKind::PackageChanged, Subject::Package(renamed), Detail::None);
                    }
                    if old.syntax != new.syntax {
                        let detail = Detail::Texts { old: old.syntax.to_string(), new: new.syntax.to_string() };
                        self.add(ChangeKind::SyntaxChanged, subject.clone(), detail);
                    }
                    let kind = ChangeKind::FileOptionChanged;
                    self.changes.extend(options::changes(kind, &subject, &old.options, &new.options, &[]));
                }
            }
        }
    }
}
