//! The tables of the stages of a step.

use bench::stages;

#[test]
fn a_line_for_each_scene_size_and_number_of_threads() {
    let mut out = Vec::new();
    // Enough sprites for work on two threads.
    stages::run(&[(300, 3), (20_000, 2)], &mut out).expect("the world steps");
    let text = String::from_utf8(out).expect("the tables are text");
    let tables: Vec<Vec<Vec<&str>>> = text
        .split("\n\n")
        .filter(|part| part.contains("  scene  "))
        .map(|part| part.lines().skip(2).map(|line| line.split_whitespace().collect()).collect())
        .collect();
    assert_eq!(tables.len(), 2, "{text}");
    let number = |cell: &str| cell.replace(',', "").parse::<f64>().expect("a number");
    for table in &tables {
        assert_eq!(table.len(), 12, "{text}");
        for (cells, (size, threads)) in
            table.iter().zip([("300", "1"), ("300", "2"), ("20,000", "1"), ("20,000", "2")].into_iter().cycle())
        {
            assert_eq!(cells[1..3], [size, threads], "{text}");
            assert!(cells[3..].iter().all(|cell| number(cell) > 0.0), "{text}");
        }
    }
    // On one thread, the stages add up to the step: the rest finds the tables to make and keeps the books.
    for cells in tables[0].iter().filter(|cells| cells[1..3] == ["20,000", "1"]) {
        let [refresh, join, test, sort, compare, step] = [4, 5, 6, 7, 8, 9].map(|column| number(cells[column]));
        let sum = refresh + join + sort + compare;
        assert!(test < join && 0.7 * step < sum && sum < 1.05 * step, "{text}");
    }
}
