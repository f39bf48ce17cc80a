//! Contacts: where pairs of sprites overlap, and how they separate.

use super::errors::world_error;
use super::who::RawWho;
use super::{RawWorld, slots};
use crate::errors::{JsResult, mask_error, range_error};
use crate::flat::Flat;
use crate::masks::{PlacedMask, RawMask};
use mask::Mask;
use wasm_bindgen::prelude::wasm_bindgen;
use world::{Contact, Impact, Pair, Step};

/// Returns the numbers of a contact: the first pixel, the area, the bounds, the normal and the penetration. The last two are
/// NaN without `ways_out`.
fn row(contact: Contact<'_>, ways_out: bool) -> Flat {
    let flat = Flat::default().point(contact.first()).number(contact.area() as f64).rect(contact.bounds());
    let ways = ways_out.then(|| (contact.normal(), contact.penetration()));
    flat.optional_point(ways.map(|ways| ways.0)).optional_point(ways.map(|ways| ways.1))
}

/// Returns the numbers of a contact, and the normal and the penetration of the second sprite.
fn whole(contact: Contact<'_>) -> Vec<f64> {
    let of_b = (contact.normal_of(contact.b), contact.penetration_of(contact.b));
    row(contact, true).optional_point(of_b.0).optional_point(of_b.1).0
}

/// The row of a pair that does not collide.
const NONE: [f64; 11] = {
    let nan = f64::NAN;
    [nan, nan, 0.0, nan, nan, 0.0, 0.0, nan, nan, nan, nan]
};

/// Returns the numbers of an impact: the fraction, the places, the places before (NaN if there are none) and the contact.
fn numbers(impact: &Impact<'_>) -> Vec<f64> {
    let both =
        |places: Option<[[i32; 2]; 2]>| places.map_or([f64::NAN; 4], |[a, b]| [a[0], a[1], b[0], b[1]].map(f64::from));
    [&[impact.fraction][..], &both(Some(impact.places)), &both(impact.before), &whole(impact.contact)].concat()
}

impl RawWorld {
    fn last_step(&self) -> JsResult<Step<'_>> {
        let changed =
            "sprites have changed since the last step: ask for all impacts before a sprite moves, comes or goes";
        self.world.last_step().ok_or_else(|| range_error(changed))
    }
}

#[wasm_bindgen]
impl RawWorld {
    /// Returns the numbers of the contact of two sprites, and the normal and the penetration of the second.
    pub fn contact(&mut self, a: u32, b: u32) -> JsResult<Option<Vec<f64>>> {
        let (a, b) = (self.sprite(a)?, self.sprite(b)?);
        let contact = self.view()?.contact(a, b);
        Ok(contact.map(whole))
    }

    /// Returns the contacts of pairs, a row of 11 numbers for each. If `may_be_gone`, a pair with a sprite that has gone has
    /// no contact, and otherwise it is an error.
    pub fn contacts(&mut self, pairs: &[u32], ways_out: bool, may_be_gone: bool) -> JsResult<Vec<f64>> {
        let pairs = pairs.as_chunks().0;
        let mut ids = Vec::with_capacity(pairs.len());
        for pair in pairs {
            ids.push(match pair.map(|id| self.sprite(id)) {
                [Ok(a), Ok(b)] => Pair { a, b },
                _ if may_be_gone => Pair::default(),
                [a, b] => Pair { a: a?, b: b? },
            });
        }
        self.view()?;
        let view = self.world.view().expect("the world was refreshed");
        // The last step knows where pairs have touched that share no pixel any more.
        let step = self.world.last_step().filter(|_| may_be_gone);
        let mut rows = Vec::with_capacity(NONE.len() * ids.len());
        for Pair { a, b } in ids {
            match step.map_or_else(|| view.contact(a, b), |step| step.contact(a, b)) {
                Some(contact) => rows.extend(row(contact, ways_out).0),
                None => rows.extend(NONE),
            }
        }
        Ok(rows)
    }

    /// Returns the fraction, the places, the places before and the contact of the first touch of a pair in the last step.
    pub fn impact(&mut self, a: u32, b: u32) -> JsResult<Option<Vec<f64>>> {
        let pair = Pair { a: self.sprite(a)?, b: self.sprite(b)? };
        Ok(self.last_step()?.impact(pair).map(|impact| numbers(&impact)))
    }

    /// Returns the other sprite of the first impact of a sprite, and the numbers of [`RawWorld::impact`].
    pub fn first_impact(&mut self, id: u32) -> JsResult<Option<Vec<f64>>> {
        let id = self.sprite(id)?;
        let impact = self.last_step()?.first_impact(id);
        Ok(impact.map(|impact| [vec![impact.b.index() as f64], numbers(&impact)].concat()))
    }

    pub fn overlapping(&mut self, id: u32, options: f64, without: u32) -> JsResult<Vec<u32>> {
        let id = self.sprite(id)?;
        Ok(slots(self.view_of(options, without)?.overlapping(id)))
    }

    /// Returns the rectangle around the solid pixels of a sprite.
    pub fn bounds(&mut self, id: u32) -> JsResult<Option<Vec<f64>>> {
        let id = self.sprite(id)?;
        Ok(self.view()?.bounds(id).map(|bounds| Flat::default().rect(bounds).0))
    }

    /// Returns the mask that is shown, flipped, turned, scaled and rotated, and its position.
    pub fn shape(
        &mut self,
        id: u32,
        at_x: f64,
        at_y: f64,
        values: Option<Vec<f64>>,
        mask: Option<RawMask>,
    ) -> JsResult<PlacedMask> {
        let who = self.who(RawWho { id, at: [at_x, at_y], values: values.as_deref(), mask: mask.as_ref() })?;
        let placed = self.view()?.shape(who).map_err(world_error)?;
        let mask: Mask = placed.mask.try_clone().map_err(mask_error)?;
        Ok(PlacedMask::new(RawMask::from(mask), placed.at))
    }

    /// Returns the point of a sprite's mask that is at a point of the world.
    pub fn mask_point(&mut self, id: u32, x: f64, y: f64) -> JsResult<Vec<f64>> {
        let id = self.sprite(id)?;
        let point = self.view()?.mask_point(id, [x, y]).expect("the id is the id of a sprite");
        Ok(point.to_vec())
    }
}
