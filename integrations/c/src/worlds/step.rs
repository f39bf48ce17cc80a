//! Steps, and the contacts of pairs.

use super::{Lists, hitmask_world, refill};
use crate::ffi::{OutList, borrow, call, list, memory, object, object_mut, option, out, out_list, out_object, put_if};
use crate::mask_handle::hitmask_mask;
use crate::status::{Failure, hitmask_status};
use crate::types::{hitmask_contact, hitmask_impact, hitmask_pair, hitmask_point, hitmask_query, hitmask_step};
use world::{Contact, Impact, Pair, SpriteId, Step, WorldError};

/// Brings a world up to date after changes, so that it can be asked. The cost is in proportion to the changes. Without changes, it returns
/// at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_refresh(world: *mut hitmask_world) -> hitmask_status {
    call(|| {
        borrow!(world: object_mut);
        world.change(|world| {
            world.world.refresh()?;
            Ok(())
        })
    })
}

/// Finds the pairs of sprites that share a pixel, and compares them with those of the last step. Call it once a frame, after all moves.
///
/// The lists in `step` belong to the world. They are valid until the next step of the world, or until it is
/// freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_step(world: *mut hitmask_world, step: *mut hitmask_step) -> hitmask_status {
    call(|| {
        borrow!(step: out, world: object_mut);
        world.change(|hitmask_world { world, lists, .. }| {
            let step = world.step()?;
            refill(&mut lists.pairs, step.pairs().iter().copied())?;
            refill(&mut lists.began, step.began().iter().copied())?;
            refill(&mut lists.ended, step.ended().iter().copied())
        })?;
        let Lists { pairs, began, ended, .. } = &world.lists;
        step.put(hitmask_step {
            pairs: pairs.as_ptr(),
            began: began.as_ptr(),
            ended: ended.as_ptr(),
            pair_count: pairs.len(),
            began_count: began.len(),
            ended_count: ended.len(),
        });
        Ok(())
    })
}

/// Writes the pairs of sprites that share a pixel now, sorted, at most `capacity`, and sets `count` to how many there are. It is no step: it
/// compares with nothing, and the next step begins where the last one was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_collisions(
    world: *const hitmask_world,
    pairs: *mut hitmask_pair,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(pairs: out_list(capacity, count), world: object);
        pairs.write(world.view()?.collisions()?.into_iter());
        Ok(())
    })
}

/// Returns the last step, if nothing has changed since.
fn last_step(world: &hitmask_world) -> Result<Step<'_>, Failure> {
    world.world.last_step().ok_or_else(|| {
        let message = "the world has changed since its last step: ask about a step before the change, or call hitmask_world_step first";
        Failure::new(hitmask_status::HITMASK_NOT_REFRESHED, message)
    })
}

impl From<Contact<'_>> for hitmask_contact {
    fn from(contact: Contact<'_>) -> hitmask_contact {
        hitmask_contact {
            pair: hitmask_pair { a: contact.a.to_bits(), b: contact.b.to_bits() },
            area: contact.area(),
            first: contact.first().into(),
            bounds: contact.bounds().into(),
            normal: contact.normal().into(),
        }
    }
}

/// Writes the pairs of the last step between sprites in `layers_a` and sprites in `layers_b`, at most `capacity`, and sets `count` to how
/// many there are. The sprite in `layers_a` comes first. A pair comes once, with the smaller slot first, if both orders fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_pairs_between(
    world: *const hitmask_world,
    layers_a: u32,
    layers_b: u32,
    pairs: *mut hitmask_pair,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(pairs: out_list(capacity, count), world: object);
        write_between(pairs, last_step(world)?.pairs_between(layers_a, layers_b))
    })
}

/// Writes the pairs that began in the last step between sprites in `layers_a` and sprites in `layers_b`. The rest is as in
/// `hitmask_world_pairs_between`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_began_between(
    world: *const hitmask_world,
    layers_a: u32,
    layers_b: u32,
    pairs: *mut hitmask_pair,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(pairs: out_list(capacity, count), world: object);
        write_between(pairs, last_step(world)?.began_between(layers_a, layers_b))
    })
}

fn write_between(list: OutList<'_, hitmask_pair>, pairs: impl Iterator<Item = [SpriteId; 2]>) -> Result<(), Failure> {
    let pairs: Vec<[SpriteId; 2]> = pairs.collect();
    list.write(pairs.into_iter().map(|[a, b]| hitmask_pair { a: a.to_bits(), b: b.to_bits() }));
    Ok(())
}

/// Writes the contacts of a sprite in the last step, at most `capacity`, and sets `count` to how many there are. The sprite comes first in
/// each, so normals point out of the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_contacts_of(
    world: *const hitmask_world,
    id: u64,
    contacts: *mut hitmask_contact,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(contacts: out_list(capacity, count), world: object);
        let id = SpriteId::from_bits(id);
        world.world.get(id).ok_or(Failure::from(WorldError::StaleSprite(id)))?;
        let found: Vec<hitmask_contact> = last_step(world)?.contacts_of(id).map(hitmask_contact::from).collect();
        contacts.write(found.into_iter());
        Ok(())
    })
}

/// Sets `contact` to the contact of two sprites as they are now. Its area is 0 if they share no pixel, or if their layers do not agree.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_contact(
    world: *const hitmask_world,
    a: u64,
    b: u64,
    contact: *mut hitmask_contact,
) -> hitmask_status {
    call(|| {
        borrow!(contact: out, world: object);
        let found = contact_now(world, a, b)?.map(hitmask_contact::from);
        contact.put(found.unwrap_or(hitmask_contact { pair: hitmask_pair { a, b }, ..hitmask_contact::default() }));
        Ok(())
    })
}

/// Sets `found` to whether two sprites share pixels now, and if so, `move` to the smallest move of `a` after which they share none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_penetration(
    world: *const hitmask_world,
    a: u64,
    b: u64,
    found: *mut bool,
    r#move: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(found: out, r#move: out, world: object);
        put_if(found, r#move, contact_now(world, a, b)?.map(|contact| contact.penetration().into()));
        Ok(())
    })
}

fn contact_now(world: &hitmask_world, a: u64, b: u64) -> Result<Option<Contact<'_>>, Failure> {
    let [a, b] = [a, b].map(SpriteId::from_bits);
    for id in [a, b] {
        world.world.get(id).ok_or(Failure::from(WorldError::StaleSprite(id)))?;
    }
    Ok(world.view()?.contact(a, b))
}

fn of_pairs(pairs: &[hitmask_pair]) -> Result<Vec<Pair>, Failure> {
    let mut list = Vec::new();
    list.try_reserve_exact(pairs.len()).map_err(|_| WorldError::NoMemory)?;
    list.extend(pairs.iter().map(|&pair| Pair::from(pair)));
    Ok(list)
}

/// Writes the contacts of pairs of the last step: that of `pairs[i]` to `contacts[i]`. The ids of a pair may come in any order. Two sprites that
/// are no pair have an area of 0. A pair met only on a continuous path has the contact of its first touch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_contacts(
    world: *const hitmask_world,
    pairs: *const hitmask_pair,
    count: usize,
    contacts: *mut hitmask_contact,
) -> hitmask_status {
    call(|| {
        borrow!(world: object, pairs: list(count), contacts: memory(count));
        let found = last_step(world)?.map_pairs(&of_pairs(pairs)?, hitmask_contact::from);
        for ((contact, found), &pair) in contacts.iter_mut().zip(found).zip(pairs) {
            contact.write(found.unwrap_or(hitmask_contact { pair, ..hitmask_contact::default() }));
        }
        Ok(())
    })
}

/// Writes the smallest moves of the first sprites of pairs after which the two share nothing: that of `pairs[i]` to `moves[i]`. It is 0, 0
/// for two sprites that are no pair. It costs more than `hitmask_world_contacts`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_penetrations(
    world: *const hitmask_world,
    pairs: *const hitmask_pair,
    count: usize,
    moves: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(world: object, pairs: list(count), moves: memory(count));
        let found = last_step(world)?.map_pairs(&of_pairs(pairs)?, Contact::penetration);
        moves.iter_mut().zip(found).for_each(|(to, by)| {
            to.write(by.unwrap_or_default().into());
        });
        Ok(())
    })
}

/// Writes where the sprites of pairs of the last step touched first, on their continuous paths: that of `pairs[i]` to `impacts[i]`. If neither
/// sprite has a path, it is where they stand. Two sprites that are no pair have an area of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_impacts(
    world: *const hitmask_world,
    pairs: *const hitmask_pair,
    count: usize,
    impacts: *mut hitmask_impact,
) -> hitmask_status {
    call(|| {
        borrow!(world: object, pairs: list(count), impacts: memory(count));
        let step = last_step(world)?;
        for (to, &pair) in impacts.iter_mut().zip(pairs) {
            to.write(step.impact(pair.into()).map_or_else(|| no_impact(pair), hitmask_impact::from));
        }
        Ok(())
    })
}

/// Sets `impact` to the first touch of a sprite on its path in the last step, with the sprite first: of several the one with the smallest
/// fraction, then the smallest slot. Its area is 0 if the sprite is in no pair.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_first_impact(
    world: *const hitmask_world,
    id: u64,
    impact: *mut hitmask_impact,
) -> hitmask_status {
    call(|| {
        borrow!(impact: out, world: object);
        let sprite = SpriteId::from_bits(id);
        world.world.get(sprite).ok_or(Failure::from(WorldError::StaleSprite(sprite)))?;
        let found = last_step(world)?.first_impact(sprite);
        impact.put(found.map_or_else(|| no_impact(hitmask_pair { a: id, b: 0 }), hitmask_impact::from));
        Ok(())
    })
}

fn no_impact(pair: hitmask_pair) -> hitmask_impact {
    hitmask_impact { contact: hitmask_contact { pair, ..hitmask_contact::default() }, ..hitmask_impact::default() }
}

impl From<Impact<'_>> for hitmask_impact {
    fn from(impact: Impact<'_>) -> hitmask_impact {
        hitmask_impact {
            contact: impact.contact.into(),
            penetration: impact.contact.penetration().into(),
            places: impact.places.map(hitmask_point::from),
            before: impact.before.unwrap_or_default().map(hitmask_point::from),
            fraction: impact.fraction,
            has_before: impact.before.is_some().into(),
            reserved: [0; 7],
        }
    }
}

/// Makes a mask of the pixels that two sprites share now, and sets `at` to its top-left pixel in the world. `shared` is NULL if they share
/// none. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_shared_pixels(
    world: *const hitmask_world,
    a: u64,
    b: u64,
    shared: *mut *mut hitmask_mask,
    at: *mut hitmask_point,
) -> hitmask_status {
    call(|| {
        borrow!(shared: out_object, at: out, world: object);
        let view = world.view()?;
        let (a, b) = (view.shape(SpriteId::from_bits(a))?, view.shape(SpriteId::from_bits(b))?);
        let offset = [0, 1].map(|axis| b.at[axis].saturating_sub(a.at[axis]));
        if a.mask.overlaps(b.mask, offset) {
            let mut mask = a.mask.try_clone()?;
            mask.intersect(b.mask, offset);
            shared.give(hitmask_mask::new(mask));
        }
        at.put(a.at.into());
        Ok(())
    })
}

/// Writes the ids of the sprites that share a pixel with a sprite now and whose layers agree, sorted, at most `capacity`, and sets `count`
/// to how many there are. `query` has the options, or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_overlapping(
    world: *const hitmask_world,
    id: u64,
    query: *const hitmask_query,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(ids: out_list(capacity, count), world: object, query: option);
        let id = SpriteId::from_bits(id);
        world.world.get(id).ok_or(Failure::from(WorldError::StaleSprite(id)))?;
        let found = world.asked(query)?.overlapping(id).into_iter().map(SpriteId::to_bits);
        ids.write(found);
        Ok(())
    })
}
