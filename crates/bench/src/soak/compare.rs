//! Comparisons of the world with its model: the lists of a step, a window pixel by pixel, and the properties of
//! sprites.

use super::swarm::{AREA_PER_SPRITE, REACH, Swarm};
use crate::model::{Model, Pose, Shape, brute_force};
use crate::{naive, shape};
use anyhow::{Context, Result, ensure};
use mask::Rect;
use world::Pair;

/// The approximate number of sprites in a sample.
const SAMPLE: f64 = 250.0;

impl Swarm {
    /// Makes a step of the world: the contacts that began and ended must lead from the pairs of the last step to the
    /// new ones.
    ///
    /// # Errors
    /// At a difference.
    pub fn step(&mut self) -> Result<()> {
        let step = self.world.step()?;
        let now = step.pairs();
        ensure!(now.is_sorted() && now.windows(2).all(|two| two[0] != two[1]), "the pairs of a step are not sorted");
        ensure!(without(now, &self.contacts).eq(step.began()), "the contacts that began differ from the model's");
        ensure!(without(&self.contacts, now).eq(step.ended()), "the contacts that ended differ from the model's");
        self.counts.began += step.began().len() as u64;
        self.counts.ended += step.ended().len() as u64;
        self.contacts.clear();
        self.contacts.extend_from_slice(now);
        Ok(())
    }

    /// Compares all sprites in a window of the world pairwise, pixel by pixel.
    ///
    /// # Errors
    /// At a difference.
    pub fn sample(&mut self) -> Result<()> {
        let size = ((SAMPLE * AREA_PER_SPRITE).sqrt() as i32).min(self.side);
        let [left, top] = [0; 2].map(|_: i32| self.rng.within(-REACH..self.side - size + REACH));
        let window = Rect { left, top, width: size as u32, height: size as u32 };
        let seen = self.seen(window)?;
        let view = self.world.refresh()?;
        let whole = shape::grid(window.width, window.height, |_, _| true);
        let touching = seen.iter().filter(|one| naive::share(one.drawn(), (&whole, [left, top])));
        ensure!(
            view.find(window).into_iter().eq(touching.map(|one| one.id)),
            "the sprites in {window} differ from the model's"
        );
        for one in &seen {
            let bounds =
                view.bounds(one.id).map(|rect| [rect.left.into(), rect.top.into(), rect.right(), rect.bottom()]);
            ensure!(bounds == one.tight, "the bounds of {:?} differ from the model's", one.id);
        }
        let both = |pair: &Pair| [pair.a, pair.b].iter().all(|id| seen.binary_search_by_key(id, |one| one.id).is_ok());
        let [candidates, collisions] = brute_force(&seen);
        let mut listed = view.candidates()?;
        ensure!(view.collisions()? == self.contacts, "the pairs of a view differ from the step's");
        listed.retain(both);
        listed.sort();
        ensure!(listed == candidates, "the candidates in {window} differ from the model's");
        ensure!(
            self.contacts.iter().filter(|&pair| both(pair)).eq(&collisions),
            "the collisions in {window} differ from the model's"
        );
        self.counts.samples += 1;
        self.counts.sprites += seen.len() as u64;
        self.counts.pairs += collisions.len() as u64;
        Ok(())
    }

    /// The poses whose tight boxes overlap a window, sorted.
    fn seen(&mut self, window: Rect) -> Result<Vec<Pose>> {
        let [right, bottom] = [window.right(), window.bottom()];
        let [left, top] = [window.left, window.top].map(i64::from);
        let near = |c: i32, from: i64, to: i64| (from - i64::from(REACH)..to + i64::from(REACH)).contains(&c.into());
        let Model { actors, shapes, .. } = &mut self.model;
        let mut seen = Vec::new();
        for (&id, actor) in
            actors.iter().filter(|(_, actor)| near(actor.at[0], left, right) && near(actor.at[1], top, bottom))
        {
            let shape = shapes.get_mut(&actor.mask).context("the model has every mask")?;
            let pose = shape.pose(id, actor).context("every mask is small enough to be turned")?;
            if pose.tight.is_some_and(|[l, t, r, b]| l < right && left < r && t < bottom && top < b) {
                seen.push(pose);
            }
        }
        shapes.values_mut().for_each(Shape::clear_variants);
        Ok(seen)
    }

    /// Compares the properties of all sprites and masks, lets the world validate itself, and compares its lists of
    /// pairs, which come from the pair cache, with the visited pairs, which do not.
    ///
    /// # Errors
    /// At a difference.
    ///
    /// # Panics
    /// If the world's validation fails.
    pub fn validate(&mut self) -> Result<()> {
        let Model { actors, shapes, .. } = &self.model;
        ensure!(self.world.len() == actors.len(), "the number of sprites differs from the model's");
        ensure!(
            self.world.sprites().eq(actors.iter().map(|(&id, actor)| (id, actor.sprite()))),
            "the sprites differ from the model's"
        );
        ensure!(
            shapes.iter().all(|(&id, shape)| self.world.mask(id) == Some(&shape.mask)),
            "the masks differ from the model's"
        );
        self.world.validate()?;
        let view = self.world.refresh()?;
        let [mut candidates, mut collisions, mut listed] = [Vec::new(), Vec::new(), view.candidates()?];
        view.for_each_candidate(|pair| candidates.push(pair));
        view.for_each_collision(|pair| collisions.push(pair));
        [&mut candidates, &mut collisions, &mut listed].into_iter().for_each(|pairs| pairs.sort());
        ensure!(listed == candidates, "the cached candidates differ from the visited ones");
        ensure!(view.collisions()? == collisions, "the cached collisions differ from the visited ones");
        self.counts.validated += 1;
        Ok(())
    }
}

/// The pairs that are not among `others`, which are sorted.
fn without<'a>(pairs: &'a [Pair], others: &'a [Pair]) -> impl Iterator<Item = &'a Pair> {
    pairs.iter().filter(|pair| others.binary_search(pair).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Swarm {
        let mut swarm = Swarm::new(300, 5).expect("the swarm is valid");
        for _ in 0..20 {
            swarm.change().and_then(|()| swarm.step()).and_then(|()| swarm.sample()).expect("they agree");
        }
        swarm
    }

    #[test]
    fn a_misplaced_sprite_is_found() {
        let mut swarm = small();
        swarm.model.actors.values_mut().for_each(|actor| actor.at[0] += 1);
        assert!(swarm.sample().is_err() && swarm.validate().is_err());
    }

    #[test]
    fn a_missing_pixel_is_found() {
        let mut swarm = small();
        swarm.model.shapes.values_mut().for_each(|shape| shape.edit(|grid| grid.solid.fill(false)));
        assert!(swarm.sample().is_err() && swarm.validate().is_err());
    }

    #[test]
    fn a_missing_contact_is_found() {
        let mut swarm = small();
        swarm.contacts.pop().expect("some collide");
        assert!(swarm.step().is_err());
    }
}
