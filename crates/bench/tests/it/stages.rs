//! The tables of the stages of a step.

use bench::stages;

#[test]
fn a_line_for_each_scene_size_and_number_of_threads() {
    let mut out = Vec::new();
    // Enough sprites for work on two threads.
    stages::run(&[(300, 3), (20_000, 2)], &mut out).expect("the calls agree about the pairs");
    let text = String::from_utf8(out).expect("the tables are text");
    let tables: Vec<Vec<Vec<&str>>> = text
        .split("\n\n")
        .filter(|part| part.contains("  scene  "))
        .map(|part| part.lines().skip(2).map(|line| line.split_whitespace().collect()).collect())
        .collect();
    assert_eq!(tables.len(), 2, "{text}");
    for table in tables {
        assert_eq!(table.len(), 12, "{text}");
        for (cells, (size, threads)) in
            table.iter().zip([("300", "1"), ("300", "2"), ("20,000", "1"), ("20,000", "2")].into_iter().cycle())
        {
            assert_eq!(cells[1..3], [size, threads], "{text}");
            let number = |cell: &&str| cell.replace(',', "").trim_end_matches('x').parse::<f64>().ok();
            let numbers: Vec<f64> = cells[3..].iter().filter_map(number).collect();
            assert!(numbers.iter().all(|&number| number >= 0.0 && number.is_finite()), "{text}");
            let unknown = cells.iter().filter(|&&cell| cell == "-").count();
            assert_eq!(numbers.len() + unknown, cells.len() - 3, "{text}");
            assert_eq!(unknown > 0, threads == "2", "{text}");
        }
    }
}
