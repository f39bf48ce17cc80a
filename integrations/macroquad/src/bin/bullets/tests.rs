//! Tests of the rules, without a window.

use crate::bullets::Bullet;
use crate::game::{Game, Keys};
use crate::layers::{MINE, SHIELD, THEIRS};
use crate::patterns::{Shot, polar};
use crate::things::Thing;

fn shots(game: &Game) -> impl Iterator<Item = &Bullet> {
    game.bullets.iter().filter(|bullet| bullet.thing == Thing::Shot)
}

/// Fires from below a roof for two seconds. Returns how many shots were seen above it, and how many hit something.
fn fire_at_a_roof(is_continuous: bool) -> (usize, u32) {
    let mut game = Game::new().unwrap();
    game.enemies.clear();
    game.bullets.set_continuous(&mut game.world, is_continuous).unwrap();
    let mut above = 0;
    for tick in 0..120 {
        // So that the shots meet the roof at all parts of their paths.
        game.ship_at = [215.0, 600.0 + f64::from(tick % 60)];
        game.tick(Keys { fire: true, ..Keys::default() }).unwrap();
        above += shots(&game).filter(|shot| shot.at[1] < 440.0).count();
    }
    (above, game.hits)
}

#[test]
fn continuous_shots_do_not_tunnel_through_a_thin_roof_and_others_do() {
    let (above, hits) = fire_at_a_roof(true);
    assert_eq!(above, 0);
    assert!(hits >= 80, "{hits} of 90 shots hit the roof, and the last are on their way");
    let (above, hits) = fire_at_a_roof(false);
    assert!(above > 100 && hits < 70, "{above} seen above, {hits} hit");
}

#[test]
fn shot_does_not_tunnel_in_the_tick_in_which_it_is_fired() {
    let mut game = Game::new().unwrap();
    game.enemies.clear();
    let mut above = 0;
    for tick in 0..120 {
        game.ship_at = [215.0, 528.0 + f64::from(tick % 20)]; // just below the roof
        game.tick(Keys { fire: true, ..Keys::default() }).unwrap();
        above += shots(&game).filter(|shot| shot.at[1] < 480.0).count();
    }
    assert_eq!((above, game.hits), (0, 90));
}

#[test]
fn shield_bounces_bullets_back_and_they_hurt_enemies() {
    let mut game = Game::new().unwrap();
    game.enemies.truncate(1);
    game.tick(Keys { shield: true, ..Keys::default() }).unwrap();
    let above = [game.ship_at[0], game.ship_at[1] - 90.0];
    game.bullets.shoot(&mut game.world, Shot { thing: Thing::Needle, at: above, velocity: [0.0, 30.0] }).unwrap();
    let mut bounced = None;
    for _ in 0..4 {
        game.tick(Keys { shield: true, ..Keys::default() }).unwrap();
        bounced =
            bounced.or(game.bullets.iter().find(|bullet| bullet.thing == Thing::Needle && bullet.is_mine).copied());
    }
    let bounced = bounced.expect("the needle belongs to the ship");
    assert!(bounced.velocity[1] < -70.0 && bounced.velocity[0].abs() < 8.0, "straight back: {:?}", bounced.velocity);
    assert_eq!((game.bounces, game.hurts), (1, 0));
    let layers = game.world.get(bounced.id).map(|sprite| sprite.layers);
    assert!(layers.is_none_or(|layers| layers == MINE));
}

#[test]
fn ring_bounces_shots_and_its_gap_lets_them_pass() {
    let mut game = Game::new().unwrap();
    let mut wounds = 0;
    for _ in 0..600 {
        game.tick(Keys { fire: true, shield: true, ..Keys::default() }).unwrap();
        wounds += u32::from(game.enemies[0].health() < 1.0);
    }
    assert!(game.bounces > 100, "{} bounces", game.bounces);
    assert!(wounds > 0, "no shot came through the gaps");
}

#[test]
fn shot_between_two_close_walls_bounces_each_time() {
    let mut game = Game::new().unwrap();
    game.enemies.clear();
    // Between the two rings around the boss, which are 27 pixels apart, and have no gaps below on the right.
    let (boss, out) = ([480.0, 200.0], polar(45.0, 88.0));
    let at = [boss[0] + out[0], boss[1] + out[1]];
    game.tick(Keys::default()).unwrap();
    game.bullets.shoot(&mut game.world, Shot { thing: Thing::Shot, at, velocity: polar(45.0, 34.0) }).unwrap();
    let mut bounces = Vec::new();
    for _ in 0..4 {
        game.tick(Keys::default()).unwrap();
        bounces.push(game.bounces);
        for shot in shots(&game) {
            let from_boss = (shot.at[0] - boss[0]).hypot(shot.at[1] - boss[1]);
            assert!((74.0..102.0).contains(&from_boss), "it is out of the rings: {from_boss}");
        }
    }
    assert_eq!(bounces, [1, 2, 3, 3], "three bounces, and the fourth touch ends it");
}

#[test]
fn thousands_of_bullets_fly_and_no_two_bullets_are_a_pair() {
    let mut game = Game::new().unwrap();
    game.more = 2;
    for _ in 0..400 {
        game.tick(Keys::default()).unwrap();
    }
    assert!(game.bullets.iter().count() > 4000, "{}", game.bullets.iter().count());
    let is_bullet = |id| game.bullets.get(id).is_some();
    let pairs = game.world.refresh().unwrap().collisions().unwrap();
    assert!(!pairs.iter().any(|pair| is_bullet(pair.a) && is_bullet(pair.b)));
    assert_eq!(
        game.world.sprites().filter(|(_, sprite)| sprite.layers & (MINE | THEIRS) != 0).count(),
        game.bullets.iter().count()
    );
    // An unshielded ship was hit, and each hit has cleared the bullets around it.
    assert!(game.hurts > 0);
    assert!(game.world.sprites().all(|(_, sprite)| sprite.layers != SHIELD));
}
