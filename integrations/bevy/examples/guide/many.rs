use crate::{app, play};

// #region many
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Drifts;

fn setup(mut commands: Commands) -> Result {
    // Entities share a picture, or a mask.
    let disc = PixelMask::new(".##.\n####\n####\n.##.".parse::<Mask>()?);
    for i in 0..10_000 {
        let [x, y] = [i % 100, i / 100].map(|i| 5.0 * i as f32);
        let at = Transform::from_xyz(x, -y, 0.0);
        let collider = PixelCollider::default();
        let mut entity = commands.spawn((disc.clone(), collider, at));
        if i % 2 == 0 {
            entity.insert(Drifts);
        }
    }
    Ok(())
}

// In `FixedUpdate`.
fn drift(mut drifting: Query<&mut Transform, With<Drifts>>) {
    for mut transform in &mut drifting {
        // Your own movement, with fractions.
        transform.translation += Vec3::new(0.6, -0.2, 0.0);
    }
}

// In `FixedPostUpdate`, after `PixelSystems::Step`: the plugin's step.
fn count(world: Res<PixelWorld>) {
    // Every collision once.
    println!("pairs: {}", world.pairs().len());
}
// #endregion many

pub(crate) fn check() {
    let mut app = app();
    app.add_systems(Startup, setup)
        .add_systems(FixedUpdate, drift)
        .add_systems(FixedPostUpdate, count.after(PixelSystems::Step));
    play(&mut app, 3, &["pairs: 0", "pairs: 0", "pairs: 5000"]);
}
