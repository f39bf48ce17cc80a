//! The suite `tiles` starts the program `bench` a second time, so it is tested as a program.

use std::process::Command;

#[test]
fn tiles_on_threads_and_processes_agree_with_one_world() {
    for (case, who) in [("tiles-step-2", "tiles-2-processes"), ("tiles-exchange-0", "two-threads")] {
        let run =
            Command::new(env!("CARGO_BIN_EXE_bench")).args(["--json", case]).output().expect("bench can be started");
        let [out, err] = [&run.stdout, &run.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(run.status.success(), "{err}");
        let row = format!("\"case\":\"{case}\"");
        assert!(out.lines().filter(|line| line.contains(&row)).any(|line| line.contains(who)), "{out}{err}");
    }
}
