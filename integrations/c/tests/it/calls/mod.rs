//! Writes programs in C, C# and Lua that play the scripts of calls that the tests of all languages play: a block for
//! each call, which checks each number of the answer. `run test` compiles them with the tests of these languages.

mod answer;
mod call;

use crate::csharp::pascal;
use serde_json::{Value, json};
use std::{env, fs, path::Path};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    C,
    CSharp,
    Lua,
}
use Language::{C, CSharp, Lua};

#[test]
fn writes_the_programs_that_play_the_calls() {
    for (language, file) in [(C, "calls.c"), (CSharp, "Calls.cs"), (Lua, "calls.lua")] {
        let scripts = ["script", "motion"].map(|name| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/calls/{name}.json"));
            let calls: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
            assert!(calls.len() >= 50, "{name} has {} calls", calls.len());
            script(language, name, &calls)
        });
        let scripts = scripts.concat();
        let program = match language {
            C => format!("#include \"calls.h\"\n{scripts}\nvoid test_calls(void) {{ script(), motion(); }}\n"),
            CSharp => format!("using Hitmask;\n\nsealed partial class Calls\n{{\n{scripts}}}\n"),
            Lua => format!(
                "local hitmask, is, places, bytes = unpack(require \"answers\")\n{scripts}\nscript() motion()\n"
            ),
        };
        fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(file), program).unwrap();
    }
}

fn script(language: Language, name: &str, calls: &[Value]) -> String {
    let mut text = match language {
        C => format!("\nstatic void {name}(void) {{\nOK(hitmask_world_new(&world));\n"),
        CSharp => format!("void {}Calls()\n{{\n", pascal(name)),
        Lua => format!("\nlocal function {name}()\nlocal world, rest = hitmask.world_new(), hitmask.remainder_new()\n"),
    };
    for (number, call) in calls.iter().enumerate() {
        let at = format!("{name}: call {number}, {}", call["call"].as_str().unwrap());
        for call in parts(call) {
            text += &call::block(language, &at, &call);
        }
    }
    if language == C {
        let masks = calls.iter().filter_map(|call| call["as"].as_str());
        text += &masks.map(|mask| format!("hitmask_mask_free({mask});\n")).collect::<String>();
        text += "hitmask_world_free(world);\n";
    }
    text + if language == Lua { "end\n" } else { "}\n" }
}

/// A call of a remainder is several in these languages.
fn parts(call: &Value) -> Vec<Value> {
    let Some(moves) = call["moves"].as_array() else { return vec![call.clone()] };
    let answer = &call["answer"];
    let takes = moves.iter().zip(answer["moves"].as_array().unwrap());
    let takes = takes.map(|(by, taken)| json!({ "call": "take", "by": by, "answer": taken }));
    takes.chain([json!({ "call": "rest", "answer": answer["rest"] })]).collect()
}
