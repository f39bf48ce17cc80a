//! The `hitmask` command. The library `cli` holds the code.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
