"""Tests of ``hitmask.Mask``."""

import numpy as np

from hitmask import Mask


def test_arrays_go_in_and_come_out():
    array = np.random.default_rng(1).random((70, 129)) < 0.5
    assert np.array_equal(Mask.from_array(array).to_array(), array)
