//! Runs the cases of a suite in criterion: hitmask and a few of its contenders.

use criterion::{BenchmarkId, Criterion, SamplingMode};
use suites::case::Case;
use suites::suite::Family;

/// Makes a group for each family, with a benchmark for hitmask and for each row that the case names. The time is the
/// time of one question.
///
/// A case is built when criterion runs its first benchmark, so that a filter also saves the building. It is checked
/// before anything is timed.
pub(crate) fn run(criterion: &mut Criterion, families: Vec<Family>) {
    for family in families {
        let mut group = criterion.benchmark_group(format!("{}/{}", family.suite, family.name));
        group.sampling_mode(SamplingMode::Flat);
        for spec in family.specs {
            let mut built: Option<Case> = None;
            for who in [vec!["hitmask"], spec.against].concat() {
                group.bench_function(BenchmarkId::new(who, spec.n), |bencher| {
                    let case = built.get_or_insert_with(|| {
                        let mut case = (spec.build)().expect("the case can be built");
                        case.check().expect("all contenders give equal answers");
                        case
                    });
                    let row = case.rows.iter_mut().find(|row| row.who == who).expect("the case has the row");
                    bencher.iter_custom(|passes| row.time(passes));
                });
            }
        }
    }
}
