//! `hitmask pairs --memory`: finds the colliding pairs of a scene that need not fit the memory.

use super::table;
use super::table::Row;
use super::words::{Words, say};
use crate::args::PairsArgs;
use crate::channel::note_warnings;
use crate::ending;
use crate::output::{Output, OutputTargets};
use crate::progress::Progress;
use crate::scene::{Scene, SceneSprite, Sprites, Stretch};
use anyhow::{Context, Result, anyhow};
use std::path::{Path, PathBuf};
use tiles::{DiskJoin, DiskJoinError, DiskJoinOptions, DiskJoinStage, JoinedPair, JoinedPairs};

/// The memory of the process beside the join: the program, threads, and buffers of inputs and outputs. The peak of the
/// resident set (`VmHWM`) with a thousand sprites is 6.5 MiB, and the allocator keeps some freed memory.
const PROCESS: usize = 12 << 20;

pub(crate) fn run_out_of_core(args: &PairsArgs, memory: usize) -> Result<()> {
    let targets = OutputTargets::resolve(&args.outputs())?;
    let folder =
        args.scratch.clone().or_else(|| targets.folder().map(Path::to_owned)).unwrap_or_else(std::env::temp_dir);
    let scene_name = || args.scene.display().to_string();
    let options = DiskJoinOptions { memory: memory - PROCESS, folder, pair_limit: args.pair_limit };
    let mut join = DiskJoin::new(options)?;
    let sprites = {
        let _progress = Progress::spinner("reading the scene");
        read(args, memory, &targets, &mut join)?
    };
    let mut bar = StageBar::default();
    let pairs = join.run(|stage| bar.show(stage)).map_err(explain).with_context(scene_name)?;
    drop(bar);
    let (count, mut words) = (pairs.left(), Words::new(args, |_| None));
    let table = Output::written(&args.out, |out| write_csv(out, pairs, |row| words.add(row)))?;
    ending::commit(table.as_slice())?;
    say(&words.lines(sprites, None, count));
    Ok(())
}

/// Returns an error that names the option if the memory does not suffice.
fn explain(error: DiskJoinError) -> anyhow::Error {
    match error {
        DiskJoinError::BudgetTooSmall { memory, least, what } => {
            let [least, memory] = [least, memory].map(|bytes| bytes.saturating_add(PROCESS).div_ceil(1 << 20));
            anyhow!("--memory must be at least {least}M for {what}, got {memory}M")
        }
        error => error.into(),
    }
}

/// Reads the scene into the join. The ids of the sprites are their indices. Returns their number.
fn read(args: &PairsArgs, memory: usize, targets: &OutputTargets, join: &mut DiskJoin) -> Result<u64> {
    let scene_name = args.scene.display();
    let scene = Scene::open(&args.scene, Some(memory), false)?;
    note_warnings(&scene.warnings);
    targets.check_inputs(scene.files.iter().map(PathBuf::as_path))?;
    let masks = scene.masks.iter().map(|mask| Ok((join.add_mask(mask.mask.clone()).map_err(explain)?, mask.origin)));
    let masks = masks.collect::<Result<Vec<_>>>().with_context(|| scene_name.to_string())?;
    let mut count = 0;
    let mut push = |index: u64, sprite: SceneSprite, stretch: Stretch| {
        let (mask, origin) = masks[sprite.mask as usize];
        count = index + 1;
        let pushed = join.push(index, &sprite.to_world(stretch, mask, origin));
        let is_sprite = matches!(pushed, Err(DiskJoinError::World(_) | DiskJoinError::BudgetTooSmall { .. }));
        pushed
            .map_err(explain)
            .with_context(|| if is_sprite { format!("{scene_name}: sprites[{index}]") } else { scene_name.to_string() })
    };
    match scene.sprites {
        Sprites::List(list) => {
            (0..).zip(list.iter()).try_for_each(|(at, (sprite, stretch))| push(at, *sprite, stretch))?;
        }
        Sprites::Table(table) => {
            (0..).zip(*table).try_for_each(|(at, row)| row.and_then(|(sprite, stretch)| push(at, sprite, stretch)))?;
        }
    }
    Ok(count)
}

/// Writes one line of CSV for each pair.
fn write_csv(out: &mut Output, pairs: JoinedPairs, mut each: impl FnMut(&Row)) -> Result<()> {
    let progress = Progress::counted("merging pairs", usize::try_from(pairs.left()).unwrap_or(usize::MAX));
    table::write_header(out)?;
    for pair in pairs {
        if out.is_reader_gone() {
            break;
        }
        let JoinedPair { a, b, area, bounds, .. } = pair?;
        let row = Row { pair: [a, b], area, bounds };
        table::write_row(out, &row)?;
        each(&row);
        progress.add(1);
    }
    Ok(())
}

/// A progress bar for the current stage.
#[derive(Default)]
struct StageBar(Option<(&'static str, Progress)>);

impl StageBar {
    fn show(&mut self, stage: DiskJoinStage) {
        let (what, done, total) = match stage {
            DiskJoinStage::Cutting { done, sprites } => ("bucketing sprites", done, sprites),
            DiskJoinStage::Joining { done, tiles } => ("joining tiles", done, tiles),
            DiskJoinStage::Merging { pairs } => ("merging pairs", 0, pairs),
            _ => return,
        };
        if self.0.as_ref().is_none_or(|(shown, _)| *shown != what) {
            self.0 = None;
            self.0 = Some((what, Progress::counted(what, 0)));
        }
        if let Some((_, progress)) = &self.0 {
            progress.set(done, total);
        }
    }
}
