use crate::app;

// #region save
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Ground;

#[derive(Resource)]
struct Dug(Vec<u8>); // to a file

// The plugin makes its world from your components: save these, and what
// was dug.
fn save(
    pixels: PixelQuery,
    world: Res<PixelWorld>,
    ground: Single<Entity, With<Ground>>,
    mut commands: Commands,
) -> Result {
    let sprite = pixels.view().get(*ground).ok_or("not in the world yet")?;
    let mask = world.with_world(|world| world.mask(sprite.mask).cloned());
    commands.insert_resource(Dug(mask.ok_or("no mask")?.to_bytes()));
    Ok(())
}

fn load(
    dug: Res<Dug>, // from a file
    ground: Single<Entity, With<Ground>>,
    mut commands: Commands,
) -> Result {
    // It counts instead of the picture.
    let mask = PixelMask::new(Mask::from_bytes(&dug.0)?);
    commands.entity(*ground).insert(mask);
    Ok(())
}
// #endregion save

// #region rollback
use hitmask_bevy::PixelSnapshot;

#[derive(Component)]
struct Hero;

#[derive(Resource)]
struct Before(PixelSnapshot, Transform);

fn keep(
    world: Res<PixelWorld>, // what the plugin knows
    hero: Single<&Transform, With<Hero>>,
    mut commands: Commands,
) -> Result {
    // Cheap: masks are shared. Keep your own components too.
    commands.insert_resource(Before(world.snapshot()?, **hero));
    Ok(())
}

fn go_back(
    before: Res<Before>, // what `keep` has kept
    mut world: ResMut<PixelWorld>,
    mut hero: Single<&mut Transform, With<Hero>>,
) -> Result {
    world.restore(&before.0)?;
    **hero = before.1; // the move did not happen
    Ok(())
}
// #endregion rollback

/// Returns an app with a hero and ground, and a function that makes a change and a step and returns how many pairs there are.
fn game() -> (App, impl FnMut(&mut App, fn(&mut World)) -> usize) {
    let mut app = app();
    let spawn = |mut commands: Commands| -> Result {
        let ball = PixelMask::new(Mask::filled(8, 8)?);
        commands.spawn((Hero, ball.clone(), PixelCollider::default()));
        commands.spawn((Ground, ball, PixelCollider::default(), Transform::from_xyz(40.0, 0.0, 0.0)));
        Ok(())
    };
    app.add_systems(Startup, spawn);
    bevy::start(&mut app);
    let step = |app: &mut App, change: fn(&mut World)| {
        change(app.world_mut());
        app.update();
        app.world().resource::<PixelWorld>().pairs().len()
    };
    (app, step)
}

pub(crate) fn check() {
    let walk = |world: &mut World| {
        let mut heroes = world.query_filtered::<&mut Transform, With<Hero>>();
        heroes.single_mut(world).unwrap().translation.x += 36.0;
    };
    let (mut app, mut step) = game();
    assert_eq!(step(&mut app, |_| {}), 0);
    assert_eq!(step(&mut app, |world| world.run_system_cached::<(), _, _>(keep).unwrap()), 0);
    assert_eq!(step(&mut app, walk), 1);
    assert_eq!(step(&mut app, |world| world.run_system_cached::<(), _, _>(go_back).unwrap()), 0);

    let dig = |mut mover: PixelMover| mover.erase(Rect::new(36.0, -4.0, 42.0, 4.0), u32::MAX).unwrap().len();
    let (mut app, mut step) = game();
    assert_eq!(step(&mut app, |_| {}), 0);
    assert_eq!(app.world_mut().run_system_cached(dig).unwrap(), 1);
    app.world_mut().run_system_cached::<(), _, _>(save).unwrap();
    let saved = app.world_mut().remove_resource::<Dug>().unwrap();
    let (mut app, mut step) = game();
    app.insert_resource(saved);
    assert_eq!(step(&mut app, |_| {}), 0);
    assert_eq!(step(&mut app, |world| world.run_system_cached::<(), _, _>(load).unwrap()), 0);
    // The hero comes to where the ground was dug.
    assert_eq!(step(&mut app, walk), 0);
}
