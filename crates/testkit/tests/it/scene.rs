//! Scenes: equal for equal seeds, as dense as documented, with all sprites inside.

use testkit::naive;
use testkit::scene::{Kind, Scene};

#[test]
fn the_same_seed_gives_the_same_scene() {
    for kind in Kind::ALL {
        let [a, b, other] = [5, 5, 6].map(|seed| Scene::new(kind, 300, seed));
        assert_eq!((&a.at, &a.shape_of, &a.velocities), (&b.at, &b.shape_of, &b.velocities));
        assert!(a.grids == b.grids && a.masks == b.masks);
        assert_ne!(a.at, other.at);
    }
}

/// The values of one scene must not differ between platforms or versions.
#[test]
fn scenes_do_not_change() {
    let sum = |kind| {
        let scene = Scene::new(kind, 1000, 1);
        let sum = |axis: usize| scene.at.iter().map(|at| i64::from(at[axis])).sum::<i64>();
        (scene.side, sum(0), sum(1))
    };
    assert_eq!(Kind::ALL.map(sum), [(1373, 674_876, 641_637), (1373, 401_463, 370_393), (1403, 681_852, 681_121)]);
}

#[test]
fn densities_are_as_documented() {
    for (kind, expected) in [(Kind::Uniform, 1.0), (Kind::Clustered, 4.0), (Kind::Mixed, 1.0)] {
        for count in [10_000, 30_000] {
            let scene = Scene::new(kind, count, 1);
            let (mut world, _) = scene.to_world().expect("the scene is in range");
            let mut pairs = 0;
            world.refresh().expect("there is memory").for_each_candidate(|_| pairs += 1);
            let density = f64::from(pairs) / count as f64;
            let range = 0.85 * expected..1.2 * expected;
            assert!(range.contains(&density), "{kind:?}, {count} sprites: {density} pairs each");
        }
    }
}

#[test]
fn sprites_move_and_stay_inside() {
    for kind in Kind::ALL {
        let mut scene = Scene::new(kind, 500, 3);
        for _ in 0..200 {
            let before = scene.at.clone();
            scene.step();
            let inside = |at: &[i32; 2], shape: u32| {
                let grid = &scene.grids[shape as usize];
                let ends = [at[0] + grid.width as i32, at[1] + grid.height as i32];
                at.iter().all(|&place| place >= 0) && ends.iter().all(|&end| end <= scene.side)
            };
            assert!(scene.at.iter().zip(&scene.shape_of).all(|(at, &shape)| inside(at, shape)));
            let far = |(a, b): (&[i32; 2], &[i32; 2])| (0..2).any(|axis| a[axis].abs_diff(b[axis]) > 4);
            assert!(!before.iter().zip(&scene.at).any(far));
            assert_ne!(before, scene.at);
        }
    }
}

#[test]
fn small_scenes_exist() {
    for kind in Kind::ALL {
        for count in 0..3 {
            let mut scene = Scene::new(kind, count, 1);
            scene.step();
            assert_eq!(scene.len(), count);
            assert_eq!(scene.to_world().expect("the scene is in range").0.len(), count);
        }
    }
}

#[test]
fn a_scene_and_its_world_agree() {
    for kind in Kind::ALL {
        let scene = Scene::new(kind, 1500, 2);
        let (mut world, ids) = scene.to_world().expect("the scene is in range");
        assert!(ids.is_sorted());
        let view = world.refresh().expect("the trees can be built");
        let found: Vec<_> = view.collisions().unwrap().iter().map(|pair| (pair.a, pair.b)).collect();
        let expected = naive::pairs(&scene.sprites());
        assert!(!expected.is_empty());
        assert_eq!(found, expected.iter().map(|&(a, b)| (ids[a as usize], ids[b as usize])).collect::<Vec<_>>());
    }
}
