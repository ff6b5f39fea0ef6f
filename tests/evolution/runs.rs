//! How many cases are run, from which seed, and where failing ones are kept.

use std::{env, fmt::Debug};

use proptest::{
    strategy::Strategy,
    test_runner::{Config, FileFailurePersistence, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};

/// How many cases a test runs where nothing else is asked for, and what part of them where it is.
#[derive(Debug, Clone, Copy)]
pub enum Volume {
    Many,
    /// For what is slow.
    Few,
}

impl Volume {
    fn cases(self, asked_for: Option<u32>) -> u32 {
        let many = asked_for.unwrap_or(1000);
        match self {
            Volume::Many => many,
            Volume::Few => many / 10,
        }
    }
}

/// Runs cases until one fails, and shrinks that one. Cases are the same each time, so that a failure comes back; where
/// `EVOLUTION_CASES` says how many, they are others each time. Seeds that failed are tried first and are kept beside
/// the source of the test.
pub fn all<T: Debug>(
    source: &'static str,
    volume: Volume,
    strategy: impl Strategy<Value = T>,
    test: impl Fn(T) -> Result<(), TestCaseError>,
) {
    let asked_for = env::var("EVOLUTION_CASES").ok().map(|cases| cases.parse().expect("EVOLUTION_CASES is a number"));
    let cases = volume.cases(asked_for);
    let config = Config {
        cases,
        max_global_rejects: cases.saturating_mul(20),
        source_file: Some(source),
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..Config::default()
    };
    let mut runner = match asked_for {
        Some(_) => TestRunner::new(config),
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    runner.run(&strategy, test).unwrap_or_else(|failure| panic!("{failure}"));
}
