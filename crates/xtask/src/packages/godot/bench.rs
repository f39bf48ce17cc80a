//! The frames of the add-on beside those of Godot's own areas.

use crate::packages::godot::Addon;
use crate::tools::{Engine, Result, failed};
use serde_json::{Value, json};
use std::collections::HashMap;

impl Addon {
    /// Measures with a library that has the empty class `PixelBench`, and builds the usual one afterwards. Prints a
    /// line of JSON for each row, or a table.
    pub(super) fn bench(&self, is_json: bool) -> Result<()> {
        self.build(false, Some("bench"))?;
        let measured = self.measure(is_json);
        self.build(false, None)?;
        measured
    }

    fn measure(&self, is_json: bool) -> Result<()> {
        let Some(engine) = self.prepare("bench")? else { return Ok(()) };
        let print = |row: &Value| {
            if is_json {
                println!("{row}");
                return;
            }
            let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
            let time = row["ns"].as_f64().unwrap_or_default();
            println!("{:<16} {:<16} {time:12.0} ns, answer {}", text("case"), text("who"), row["answer"]);
        };
        for count in [2000_u32, 5000] {
            let mut frames: HashMap<&str, [f64; 2]> = HashMap::new();
            for kind in ["empty", "area", "pixel"] {
                let said = self.part(&engine, &["frames", &count.to_string(), kind])?;
                let frame = said.lines().find_map(|line| {
                    let mut numbers = line.strip_prefix("FRAME")?.split_whitespace().map(str::parse);
                    Some([numbers.next()?.ok()?, numbers.next()?.ok()?])
                });
                frames.insert(
                    kind,
                    frame.ok_or_else(|| failed(format!("the bench of {kind} prints no frame:\n{said}")))?,
                );
            }
            // Areas have rectangles, so they send more signals than colliders: their rows do other work.
            for (who, kind) in [("hitmask", "pixel"), ("areas", "area")] {
                let [time, signals] = frames[kind];
                let ns = ((time - frames["empty"][0]) * 1e6).round();
                let mut row = json!({"suite": "godot", "case": format!("moving-{count}"), "n": count, "who": who});
                row["ns"] = json!(ns);
                row["answer"] = json!(signals as u64);
                if kind == "area" {
                    row["aside"] = json!(true);
                }
                print(&row);
            }
        }
        for kind in ["still", "swarm", "calls"] {
            for line in self.part(&engine, &[kind])?.lines().filter(|line| line.starts_with('{')) {
                let row = serde_json::from_str(line).map_err(|error| failed(format!("'{line}' is no row: {error}")))?;
                print(&row);
            }
        }
        Ok(())
    }

    /// Runs a part of the bench and returns what it prints.
    fn part(&self, engine: &Engine, words: &[&str]) -> Result<String> {
        let bench = engine.run().arg("--headless").arg("--path").arg(&self.project).args(["--fixed-fps", "60"]);
        bench.args(["-s", "res://bench/run.gd", "--"]).args(words).output()
    }
}
