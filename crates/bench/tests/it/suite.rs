//! The cases of the report, their checks, and what the report prints.

use bench::report::{self, Format};
use bench::suite;
use std::time::Duration;
use suites::case::{Case, Effort, Role};
use suites::suite::{Extent, Family};

#[test]
fn contenders_agree_on_small_cases() {
    for family in suite::all(Extent::Quick) {
        for spec in family.specs.iter().filter(|spec| spec.n <= 128) {
            let mut case = (spec.build)().expect("the case can be built");
            let checked = case.check().unwrap_or_else(|error| panic!("{}: {error:#}", spec.name));
            assert_eq!(checked.len(), case.rows.len());
            assert_eq!(case.rows[0].who, "hitmask");
            for who in &spec.against {
                assert!(case.rows.iter().any(|row| row.who == *who), "{} has no {who}", spec.name);
            }
        }
    }
}

#[test]
fn contenders_agree_in_worlds_unlike_the_scenes() {
    let mut checked = Vec::new();
    let mut names = vec!["exact-once", "pool-step", "pool-exact", "move-until"];
    // A debug build does not optimize the peers.
    if !cfg!(debug_assertions) {
        names.extend(["queries-range", "queries-join"]);
        names.extend(["turning", "turning-dense", "turning-resting", "turning-terrain", "turning-contacts"]);
    }
    for family in suite::all(Extent::Full) {
        let unlike = names.contains(&family.name.as_str());
        for spec in family.specs.iter().filter(|spec| unlike && spec.n <= 50_000) {
            let mut case = (spec.build)().expect("the case can be built");
            let answers = case.check().unwrap_or_else(|error| panic!("{}: {error:#}", spec.name));
            for (row, answer) in case.rows.iter().zip(&answers) {
                let is_right = row.role == Role::Aside || answer.answer == answers[0].answer;
                assert!(is_right && answer.answer > 100, "{}: {}", spec.name, row.who);
            }
            checked.push(spec.name.clone());
        }
    }
    // Some families have several sizes.
    let more = if cfg!(debug_assertions) { 2 } else { 2 + 3 };
    assert_eq!(checked.len(), names.len() + more, "{checked:?}");
}

#[test]
fn contenders_agree_about_contacts_and_normals() {
    let mut checked = 0;
    for family in suite::all(Extent::Full) {
        // A debug build does not optimize the loop over pixels.
        let slow = family.name.contains("penetration") || family.name.contains("mixed");
        let wanted = family.suite == "contacts" && !(cfg!(debug_assertions) && slow) || family.name == "ray-normal";
        for spec in family.specs.iter().filter(|spec| wanted && spec.n <= 1000) {
            let answers = (spec.build)().and_then(|mut case| case.check());
            let answers = answers.unwrap_or_else(|error| panic!("{}: {error:#}", spec.name));
            assert!(answers.iter().all(|row| row.answer == answers[0].answer && row.answer > 100), "{}", spec.name);
            // In the mean, rays at discs are less than 4 degrees off.
            assert!(family.name != "ray-normal" || answers[0].mean < 4000.0, "{}: {}", spec.name, answers[0].mean);
            checked += 1;
        }
    }
    assert_eq!(checked, if cfg!(debug_assertions) { 12 } else { 18 });
}

#[test]
fn cases_mean_what_they_say() {
    for family in suites::suite::mask() {
        for spec in family.specs.iter().filter(|spec| spec.n <= 256) {
            let checked = (spec.build)().and_then(|mut case| case.check()).expect("the case is right");
            let share = checked[0].mean;
            match family.name.as_str() {
                name if name.ends_with("miss") || name.starts_with("miss") || name == "call" => {
                    assert_eq!(share, 0.0, "{}", spec.name);
                }
                name if name.starts_with("hit") => assert_eq!(share, 1.0, "{}", spec.name),
                "discs" | "sprites" | "real" | "right-down" => {
                    assert!(share > 0.05 && share < 0.95, "{}: {share}", spec.name);
                }
                _ => assert!(share > 0.0, "{}", spec.name),
            }
        }
    }
}

#[test]
fn a_wrong_answer_is_found() {
    let odd = |n: &u64| n % 2 == 1;
    let case = || Case::asking(vec![1, 2, 3, 4]).row("ours", odd);
    assert!(case().row("right", odd).done().check().is_ok());
    let error = case().row("wrong", |&n| n == 1).done().check().expect_err("3 is odd");
    assert_eq!(error.to_string(), "wrong answers question 2 with 0, ours with 1");
    let checked = case().approximate("nearly", |&n| n == 1).done().check().expect("it may be wrong");
    assert_eq!((checked[1].answer, checked[1].wrong), (1, 0.25));
    let checked = case().row("other", |_| true).aside().done().check().expect("it is not compared");
    assert_eq!((checked[1].answer, checked[1].wrong), (4, 0.0));
}

/// The smallest case of a family, alone.
fn smallest(name: &str) -> Vec<Family> {
    let mut families = suite::all(Extent::Quick);
    families.retain(|family| family.name == name);
    families.iter_mut().for_each(|family| family.specs.truncate(1));
    families
}

fn printed(families: &[Family], format: Format) -> String {
    let effort = Effort { rounds: 3, turn: Duration::from_micros(10), patience: Duration::ZERO, least: 3 };
    let mut out = Vec::new();
    report::run(families, &effort, format, &mut out).expect("the report can be written");
    String::from_utf8(out).expect("the report is text")
}

#[test]
fn the_report_prints_a_line_for_each_row() {
    let text = printed(&smallest("sprites"), Format::Json);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let held = lines.iter().filter(|line| line["who"].as_str().is_some_and(|who| who.starts_with("hitmask-")));
    assert_eq!(lines.len(), 7 + held.count());
    for line in &lines {
        assert_eq!((&line["suite"], &line["case"], &line["n"]), (&"mask".into(), &"sprites-16".into(), &16.into()));
        assert!(line["ns"].as_f64().is_some_and(|ns| ns > 0.0));
        assert_eq!(line["wrong"].is_null(), line["who"] != "render-map");
        assert!(line["answer"] == lines[0]["answer"] || line["who"] == "render-map");
    }
}

#[test]
fn the_table_is_aligned() {
    let text = printed(&smallest("sprites"), Format::Table);
    let table: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("sprites: ")).skip(1).collect();
    assert_eq!(table.len(), 2);
    assert_eq!(table[0].len(), table[1].len());
    for who in ["hitmask", "columns", "naive", "rectangle-loop", "copy-compare", "point-lists", "render-map"] {
        assert!(table[0].contains(who), "{who}");
    }
    assert!(table[1].contains("% wrong"));
}
