# region recipe
import numpy as np
from hitmask import Mask, cross_areas

def iou_matrix(found, truth):
    """Returns the IoU of each two masks: boolean arrays (N, H, W) and (M, H, W)."""
    found = [Mask.from_array(mask) for mask in found]
    truth = [Mask.from_array(mask) for mask in truth]
    pairs, shared = cross_areas(found, truth)  # only the pairs that share a pixel
    area_found = np.array([mask.count() for mask in found])
    area_truth = np.array([mask.count() for mask in truth])
    result = np.zeros((len(found), len(truth)))
    a, b = pairs.T
    result[a, b] = shared / (area_found[a] + area_truth[b] - shared)
    return result
# endregion recipe

# The same as a loop over all pairs.
rng = np.random.default_rng(1)
y, x = np.mgrid[:120, :160]
discs = lambda places: np.array([np.hypot(x - px, y - py) < r for px, py, r in places])
places = rng.uniform((0, 0, 5), (160, 120, 30), (20, 3))
truth, found = discs(places), discs(places + rng.uniform(-6, 6, (20, 3)))
slow = np.array([[(a & b).sum() / (a | b).sum() for b in truth] for a in found])
assert np.allclose(iou_matrix(found, truth), slow) and slow.max() > 0.7
