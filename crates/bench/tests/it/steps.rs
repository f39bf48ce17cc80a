//! The table of one run, step by step.

use bench::steps;

#[test]
fn a_line_for_each_scene_and_size() {
    for exact in [false, true] {
        let mut out = Vec::new();
        steps::run(&[50, 100], 10, 2, exact, &mut out).expect("the table can be written");
        let text = String::from_utf8(out).expect("the table is text");
        let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("  ")).collect();
        assert_eq!(lines.len(), 7, "{text}");
        assert!(lines[0].contains("worst/median"));
        assert_eq!(text.contains("colliding"), exact);
        for (line, size) in lines[1..].iter().zip([50, 100].into_iter().cycle()) {
            assert!(line.contains(&format!(" {size} ")), "{line}");
            assert_eq!(line.ends_with('-'), size == 50, "{line}");
        }
    }
}

#[test]
fn first_and_last_steps_are_compared() {
    let mut out = Vec::new();
    steps::flat(1500, 30, 2, &mut out).expect("the table can be written");
    let text = String::from_utf8(out).expect("the table is text");
    let line = text.lines().last().expect("the table has a line");
    assert!(line.contains(" 1,500 ") && line.matches('x').count() == 2, "{text}");
}
