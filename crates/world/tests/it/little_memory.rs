//! Many threads ask about one sprite under a map while the system refuses memory.

use mask::{Mask, Rect};
use std::process::Command;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use world::{Angle, Sprite, SpriteId, View, World, WorldError};

/// The environment variable of the process that has little memory.
const LITTLE: &str = "HITMASK_TEST_LITTLE_MEMORY";
/// The address space of this process, in KiB.
const SPACE: usize = 1 << 20;
/// The free memory while the threads ask, in bytes: room for two rendered masks. Each thread asks for one mask.
const LEFT: usize = 40 << 20;
const THREADS: usize = 32;

/// The answers of queries that take no memory.
#[derive(Debug, PartialEq)]
struct Read {
    bounds: Option<Rect>,
    found: Vec<bool>,
    hits: Vec<Option<[i32; 2]>>,
    first: Option<[i32; 2]>,
    area: Option<u64>,
}

fn read(view: View<'_>, [big, small]: [SpriteId; 2]) -> Read {
    let points = (0..40).map(|n| [n * 250 - 1000, 300 + n * 211]);
    let contact = view.contact(small, big);
    Read {
        bounds: view.bounds(big),
        found: points.clone().map(|point| !view.find(point).is_empty()).collect(),
        hits: points.map(|[x, y]| view.cast_ray([x, y - 4000], [x, y]).map(|hit| hit.at)).collect(),
        first: contact.map(|contact| contact.first()),
        area: contact.map(|contact| contact.area()),
    }
}

#[test]
fn many_threads_get_right_answers_or_an_error_while_memory_is_refused() {
    if !cfg!(target_os = "linux") {
        println!("not run: only Linux limits the address space of a process");
        return;
    }
    if std::env::var_os(LITTLE).is_some() {
        return ask_with_little_memory();
    }
    let script = format!(r#"ulimit -v {SPACE}; exec "$0" "$@""#);
    let name = "little_memory::many_threads_get_right_answers_or_an_error_while_memory_is_refused";
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(std::env::current_exe().unwrap()).args(["--exact", name, "--nocapture"]);
    // An allocator that keeps an arena for each thread would take all of the address space.
    let output = command.env(LITTLE, "1").env("MALLOC_ARENA_MAX", "1").output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    println!("{out}");
    assert!(output.status.success() && out.contains("1 passed"), "{}\n{err}", output.status);
}

fn ask_with_little_memory() {
    let mut world = World::new();
    let [rock, dot] =
        [Mask::filled(1000, 1000), Mask::filled(40, 40)].map(|mask| world.add_mask(mask.unwrap()).unwrap());
    // It renders to some 11,000 x 11,000 pixels, 15 MiB.
    let big = Sprite::new(rock, [0, 0]).angle(Angle::degrees(33.0).unwrap()).scale([8.0, 8.0]);
    let big = world.spawn(big.origin([0.0, 0.0])).unwrap();
    let small = world.spawn(Sprite::new(dot, [0, 500]).angle(Angle::degrees(10.0).unwrap())).unwrap();
    let far = world.spawn(Sprite::new(dot, [1 << 20, 0])).unwrap();
    let (expected, solid) = {
        let view = world.refresh().unwrap();
        (read(view, [big, small]), view.shape(big).unwrap().mask.count())
    };
    let (mut rendered, mut refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    for round in 0..4 {
        // A refresh after a change drops the masks that were rendered meanwhile.
        world.move_by(far, [1, 0]).unwrap();
        let view = world.refresh().unwrap();
        let [ready, go, end] = [THREADS + 1; 3].map(Barrier::new);
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    ready.wait();
                    go.wait();
                    let (read, shape) = (read(view, [big, small]), view.shape(big));
                    // Until all have asked, no stack and none of the blocks goes.
                    end.wait();
                    assert_eq!(read, expected);
                    match shape {
                        Ok(placed) => {
                            assert_eq!(placed.mask.count(), solid);
                            rendered.fetch_add(1, Ordering::Relaxed);
                        }
                        Err(error) => {
                            assert_eq!(error, WorldError::NoMemory);
                            refused.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
            ready.wait();
            // All memory is taken, and a little given back: in the last round less than one mask takes.
            let block = |size: usize| {
                let mut block: Vec<u8> = Vec::new();
                block.try_reserve_exact(size).is_ok().then_some(block)
            };
            let left = if round == 3 { 2 << 20 } else { LEFT / 2 };
            let reserve = [left; 2].map(|size| block(size).expect("there is memory yet"));
            let mut taken: Vec<Vec<u8>> = Vec::with_capacity(SPACE / 256);
            for size in [1 << 24, 1 << 20, 1 << 18] {
                taken.extend(std::iter::from_fn(|| block(size)));
            }
            drop(reserve);
            go.wait();
            end.wait();
        });
    }
    let counts = [&mut rendered, &mut refused].map(|count| *count.get_mut());
    println!("{} answers with a rendered mask, {} errors", counts[0], counts[1]);
    assert!(counts[0] > 0 && counts[1] >= THREADS, "{counts:?}");
}
