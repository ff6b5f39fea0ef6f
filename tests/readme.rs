//! What the README shows is what the program prints. `TRYCMD=overwrite cargo test --test readme` renews it.

#[test]
fn commands_in_the_readme_print_what_it_says() {
    trycmd::TestCases::new().env("COLUMNS", "100").env("NO_COLOR", "1").env("LANG", "C.UTF-8").case("README.md");
}
