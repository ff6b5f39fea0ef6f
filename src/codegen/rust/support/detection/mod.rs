//! Which of two versions wrote these bytes?
//!
//! 1. Each version reads them ([`Reading`]) and says what speaks for and against it;
//! 2. the two readings are laid side by side ([`Contrast`]): what speaks against both says nothing, and where one reads
//!    text and the other a message with fields of its own, that is evidence neither could see alone;
//! 3. what is left is weighed ([`judge`]). When it does not suffice the verdict is [`Verdict::Ambiguous`], which is an
//!    answer; a wrong version is none.

mod contrast;
mod detected;
mod evidence;
mod reading;
pub mod shapes;
mod spot;
mod verdict;
mod walk;
mod weight;

pub use contrast::{Contrast, Weighed};
pub use detected::{Detection, Grounds, SideEvidence};
pub use evidence::{Bearing, Evidence, Sign, Slip};
pub use reading::Reading;
pub use verdict::{Verdict, judge};
pub use weight::Weight;

use super::{Side, wire};
