//! Tests that change a setting of the whole process run in a process of their own.

use std::process::Command;

/// The environment variable of a process that runs one test.
const ALONE: &str = "HITMASK_TEST_ALONE";

/// Returns whether this process runs only the test `name`. If not, runs the test in another process, which must
/// succeed.
///
/// # Panics
/// If the other process fails or runs another number of tests.
#[must_use]
pub fn is_alone(name: &str) -> bool {
    let is_alone = std::env::var_os(ALONE).is_some();
    if !is_alone {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let output = command.args(["--exact", name, "--nocapture"]).env(ALONE, "1").output().unwrap();
        let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        println!("{out}");
        assert!(output.status.success() && out.contains("1 passed"), "{}\n{err}", output.status);
    }
    is_alone
}
