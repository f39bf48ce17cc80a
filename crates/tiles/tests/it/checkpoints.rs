//! A run that is resumed from a checkpoint goes on as the unbroken run.

use crate::one_world::{expected, play_step};
use crate::script::Script;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use tiles::{CheckpointError, CheckpointInfo, Cluster, ClusterError, Connection, Exchange, Tiles, TilesError};
use world::{MaskId, Sprite};

const SCRIPT: Script = Script { seed: 3, sprites: 150, side: 300, drift: 9, paths: true };
const JOB: u64 = 77;

/// Runs a function on each worker of a cluster of threads.
fn on_workers<T: Send>(workers: usize, run: impl Fn(Connection) -> T + Sync) -> Vec<T> {
    let connections = Cluster::threads(workers).connect().unwrap();
    let run = &run;
    thread::scope(|scope| {
        let threads: Vec<_> = connections.into_iter().map(|connection| scope.spawn(move || run(connection))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn new_tiles(connection: Connection) -> (Tiles, Vec<MaskId>) {
    let mut tiles = Tiles::new(Exchange::new(connection).unwrap());
    let masks = Script::masks().into_iter().map(|mask| tiles.add_mask(mask).unwrap()).collect();
    (tiles, masks)
}

/// Plays the first steps of the script, and saves a checkpoint after each step.
fn save(workers: usize, steps: u64, folder: &Path) {
    on_workers(workers, |connection| {
        let (mut tiles, masks) = new_tiles(connection);
        for step in 0..steps {
            play_step(SCRIPT, step, &masks, &mut tiles);
            let extra = format!("worker {} after {step}", tiles.worker());
            tiles.save(folder, JOB, extra.as_bytes()).unwrap();
        }
        tiles.finish().unwrap();
    });
}

/// Loads a checkpoint that `culprit` alone must report. Returns the error of `culprit`, which all other workers quote.
fn load_error(workers: usize, culprit: usize, folder: &Path, job: u64) -> TilesError {
    let mut errors = on_workers(workers, |connection| {
        let mut tiles = new_tiles(connection).0;
        let error = tiles.load(folder, job).unwrap_err();
        if tiles.worker() == culprit {
            tiles.fail(&error.to_string());
        }
        error
    });
    let error = errors.remove(culprit);
    let quoted = ClusterError::Failed { worker: culprit, message: error.to_string() };
    for other in errors {
        assert!(matches!(&other, TilesError::Cluster(fault) if *fault == quoted), "{other}, expected {quoted}");
    }
    error
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn a_resumed_run_goes_on_as_the_unbroken_run() {
    let expected = expected(SCRIPT, 10);
    for workers in [1, 2, 3] {
        let folder = tempfile::tempdir().unwrap();
        save(workers, 5, folder.path());
        assert_eq!(files(folder.path()).len(), workers, "older checkpoints are removed");
        let results = on_workers(workers, |connection| {
            let (mut tiles, masks) = new_tiles(connection);
            let extra = tiles.load(folder.path(), JOB).unwrap();
            assert_eq!(extra, format!("worker {} after 4", tiles.worker()).into_bytes());
            assert_eq!(tiles.steps(), 5);
            let lists: Vec<_> = (5..10).map(|step| play_step(SCRIPT, step, &masks, &mut tiles)).collect();
            tiles.finish().unwrap();
            lists
        });
        assert!(results[0] == expected[5..], "{workers} workers");
    }
}

#[test]
fn the_file_that_a_killed_process_was_writing_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let [mine, other] = [".checkpoint-0-of-1-x", ".checkpoint-0-of-2-x"].map(|name| folder.path().join(name));
    fs::write(&mine, "half").unwrap();
    fs::write(&other, "half").unwrap();
    save(1, 1, folder.path());
    assert_eq!(files(folder.path()), [other, folder.path().join("step-0000000001-worker-0-of-1.checkpoint")]);
}

#[test]
fn a_step_that_one_worker_did_not_save_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    save(2, 3, folder.path());
    let older = files(folder.path());
    let kept: Vec<_> = older.iter().map(|path| (path, fs::read(path).unwrap())).collect();
    save(2, 4, folder.path());
    let newer = files(folder.path());
    kept.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    fs::remove_file(&newer[1]).unwrap();
    on_workers(2, |connection| {
        let mut tiles = new_tiles(connection).0;
        tiles.load(folder.path(), JOB).unwrap();
        assert_eq!(tiles.steps(), 3);
        tiles.finish().unwrap();
    });
}

#[test]
fn foreign_and_missing_checkpoints_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let error = load_error(1, 0, folder.path(), JOB);
    assert!(matches!(error, TilesError::Checkpoints(CheckpointError::Missing { .. })), "{error}");
    save(2, 2, folder.path());
    let error = load_error(3, 0, folder.path(), JOB);
    let expected = CheckpointError::Workers { folder: folder.path().to_owned(), found: 2, expected: 3 };
    assert_eq!(error.to_string(), expected.to_string());
    let error = load_error(2, 0, folder.path(), JOB + 1);
    let is_other = matches!(error, TilesError::CheckpointFile { source: CheckpointError::OtherJob, .. });
    assert!(is_other, "{error}");

    // The two files with their names exchanged.
    let names = files(folder.path());
    let contents: Vec<_> = names.iter().map(|name| fs::read(name).unwrap()).collect();
    fs::write(&names[0], &contents[1]).unwrap();
    fs::write(&names[1], &contents[0]).unwrap();
    let error = load_error(2, 0, folder.path(), JOB);
    let is_renamed = matches!(error, TilesError::CheckpointFile { source: CheckpointError::Renamed { .. }, .. });
    assert!(is_renamed, "{error}");
}

#[test]
fn every_changed_bit_and_every_lost_byte_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    save(1, 1, folder.path());
    let bytes = fs::read(&files(folder.path())[0]).unwrap();
    let info = CheckpointInfo::read(&bytes[..]).unwrap();
    assert_eq!((info.job, info.worker, info.workers, info.step, info.sprites), (JOB, 0, 1, 1, 150));
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 1 << (index % 8);
        assert!(CheckpointInfo::read(&damaged[..]).is_err(), "byte {index}");
    }
    for length in 0..bytes.len() {
        assert!(CheckpointInfo::read(&bytes[..length]).is_err(), "{length} bytes");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert!(matches!(CheckpointInfo::read(&longer[..]), Err(CheckpointError::Damaged { .. })));
    assert!(matches!(CheckpointInfo::read(&b"\x89PNG\r\n"[..]), Err(CheckpointError::NotACheckpoint)));
}

#[test]
fn a_damaged_file_ends_all_workers() {
    let folder = tempfile::tempdir().unwrap();
    save(3, 2, folder.path());
    let file = &files(folder.path())[1];
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(file, bytes).unwrap();
    let error = load_error(3, 1, folder.path(), JOB);
    let is_damaged = matches!(error, TilesError::CheckpointFile { source: CheckpointError::Damaged { .. }, .. });
    assert!(is_damaged, "{error}");
}

#[test]
fn a_checkpoint_needs_a_finished_step_and_new_tiles() {
    let folder = tempfile::tempdir().unwrap();
    let tiles_with_step = |connection| {
        let (mut tiles, masks) = new_tiles(connection);
        tiles.add(1, Sprite::new(masks[1], [0, 0])).unwrap();
        tiles.step().unwrap();
        (tiles, masks)
    };
    let changes: [fn(&mut Tiles, &[MaskId]); 4] = [
        |tiles, masks| tiles.add(2, Sprite::new(masks[1], [0, 0])).unwrap(),
        |tiles, _| assert!(tiles.remove(1).is_ok()),
        |tiles, _| tiles.sync([(1, [5, 5])]).unwrap(),
        |tiles, masks| tiles.set_mask(1, masks[2]).unwrap(),
    ];
    for change in changes {
        on_workers(1, |connection| {
            let (mut tiles, masks) = tiles_with_step(connection);
            change(&mut tiles, &masks);
            let error = tiles.save(folder.path(), JOB, &[]).unwrap_err();
            assert!(matches!(error, TilesError::Checkpoints(CheckpointError::NotAfterStep)), "{error}");
        });
    }
    on_workers(1, |connection| {
        let error = tiles_with_step(connection).0.load(folder.path(), JOB).unwrap_err();
        assert!(matches!(error, TilesError::Checkpoints(CheckpointError::NotNew)), "{error}");
    });
}
