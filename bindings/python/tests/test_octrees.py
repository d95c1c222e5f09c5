# SPDX-License-Identifier: MIT
"""The octree, against numpy over all boxes."""

import itertools
import threading

import numpy as np
import pytest

import halfspace
from conftest import repeats

ALL = 2**32 - 1


def random_boxes(count, seed, size=3.0):
    random = np.random.default_rng(seed)
    least = random.uniform(-30, 30, (count, 3))
    return np.stack([least, least + random.exponential(size, (count, 3))], axis=1)


def lists(answer):
    starts, values = answer
    return [values[a:b] for a, b in itertools.pairwise(starts)]


def touching(boxes, box):
    return np.flatnonzero((boxes[:, 0] <= box[1]).all(axis=1) & (boxes[:, 1] >= box[0]).all(axis=1))


class Known:
    """An octree and what it must hold: boxes and masks by id."""

    def __init__(self, count=repeats(600)):
        self.boxes = random_boxes(count, 71)
        self.masks = np.random.default_rng(72).integers(0, 16, count)
        self.tree = halfspace.Octree(self.boxes, masks=self.masks)
        self.ids = np.arange(count)

    def check(self, mask):
        here = (self.masks[self.ids] & mask) != 0
        ids, boxes = self.ids[here], self.boxes[self.ids[here]]
        questions = random_boxes(40, 73, size=8.0)
        for box, found in zip(questions, lists(self.tree.in_box(questions, mask=mask))):
            assert np.array_equal(found, ids[touching(boxes, box)])
        centres, radii = questions[:, 0], np.linspace(0, 20, 40)
        for centre, radius, found in zip(centres, radii,
                                         lists(self.tree.in_sphere(centres, radii, mask=mask))):
            apart = np.linalg.norm(centre - centre.clip(boxes[:, 0], boxes[:, 1]), axis=1)
            assert np.array_equal(found, ids[apart <= radius])
        starts, ends = questions[:, 0], questions[::-1, 1]
        for start, end, hits in zip(starts, ends, lists(self.tree.on_segment(starts, ends, mask=mask))):
            with np.errstate(divide="ignore", invalid="ignore"):
                t = (boxes - start) / (end - start)  # slabs
            enter, leave = t.min(axis=1).max(axis=1).clip(0), t.max(axis=1).min(axis=1)
            met = (enter <= leave) & (enter <= 1)
            order = np.lexsort((ids[met], enter[met]))
            assert np.array_equal(hits["id"], ids[met][order])
            assert np.allclose(hits["fraction"], enter[met][order])
        for margin in (0, 1.5):
            pairs = [(ids[i], ids[j]) for i in range(len(ids))
                     for j in touching(boxes, boxes[i] + [[-margin], [margin]]) if j > i]
            assert [tuple(pair) for pair in self.tree.near_pairs(margin, mask=mask).tolist()] == pairs


def test_questions_find_what_numpy_finds_while_objects_come_go_and_move():
    known = Known()
    known.check(ALL)
    known.check(5)
    random = np.random.default_rng(74)
    moved = random.permutation(known.ids)[: len(known.ids) // 2]
    known.boxes[moved] = random_boxes(len(moved), 75)
    known.tree.move(moved, known.boxes[moved])
    gone = random.permutation(known.ids)[: len(known.ids) // 3]
    assert known.tree.remove(gone).all() and not known.tree.remove(gone).any()
    known.ids = np.setdiff1d(known.ids, gone)
    assert len(known.tree) == len(known.ids)
    known.check(ALL)
    again = known.tree.insert(random_boxes(10, 76))
    assert set(again.tolist()) <= set(gone.tolist())
    known.boxes[again], known.masks[again] = random_boxes(10, 76), ALL >> 1
    known.tree.set_masks(again, ALL >> 1)
    known.ids = np.sort(np.append(known.ids, again))
    known.check(3)
    assert np.array_equal(known.tree.boxes(known.ids), known.boxes[known.ids])
    assert np.array_equal(known.tree.masks(known.ids), known.masks[known.ids])
    assert all(id in known.tree for id in known.ids.tolist()) and ALL not in known.tree
    copy = known.tree.copy()
    copy.remove(known.ids)
    assert len(copy) == 0 and repr(copy) == "<halfspace.Octree: 0 objects>"
    known.check(ALL)


def test_a_view_shows_what_is_in_front_of_all_planes():
    boxes = random_boxes(repeats(500), 77)
    tree = halfspace.Octree(boxes)
    for yaw in range(0, 360, 60):
        view = halfspace.look_along((1, 2, 3), yaw, 10, fov=80, aspect=1.5)
        normals, places = view[:, :3], view[:, 3]
        reach = np.einsum("pij,pj->ip", np.where(normals[:, None] > 0, boxes[:, 1], boxes[:, 0]), normals)
        inside = (reach >= places).all(axis=1)
        beside = (abs(reach - places) < 1e-4).any(axis=1)
        found = np.isin(np.arange(len(boxes)), tree.in_view(view))
        assert np.array_equal(found[~beside], inside[~beside])
        assert not inside.all() and (inside.any() or len(boxes) < 500)


def test_what_raises_changes_nothing():
    tree = halfspace.Octree([(0, 0, 0, 1, 1, 1), (5, 5, 5, 6, 6, 6)])
    good, bad = (2, 2, 2, 3, 3, 3), (2, 2, 2, 1, 3, 3)
    for change, error, message in (
            (lambda: tree.insert([good, bad]), ValueError, "^boxes has a least corner above .* in row 1"),
            (lambda: tree.insert([good, (0, 0, 0, 1, 1, np.nan)]), ValueError, "^boxes is not finite in row 1"),
            (lambda: tree.insert([good, (0, 0, 0, 1, 1, 1e38)]), ValueError, "^a corner of boxes .* in row 1"),
            (lambda: tree.insert(np.zeros((2, 3, 3))), ValueError, "^boxes has the shape"),
            (lambda: tree.insert([good, good], masks=[1, 2, 3]), ValueError, "^masks has 3 rows and boxes has 2"),
            (lambda: tree.insert([good], masks=-1), ValueError, "^masks is -1; it must be from 0 to 4294967295"),
            (lambda: tree.move([0, 7], [good, good]), IndexError, "ids in row 1 is 7, which the octree does not have"),
            (lambda: tree.move([0, 1], [good, bad]), ValueError, "in row 1"),
            (lambda: tree.move([0, 1], [good]), ValueError, "^ids has 2 rows and boxes has 1"),
            (lambda: tree.remove([0.5]), TypeError, "^ids has the dtype"),
            (lambda: tree.set_masks([0, 9], 1), IndexError, "ids in row 1 is 9"),
            (lambda: tree.boxes(2**33), IndexError, "^ids is 8589934592")):
        with pytest.raises(error, match=message):
            change()
        assert len(tree) == 2 and tree.in_box((0, 0, 0, 9, 9, 9)).tolist() == [0, 1]
        assert tree.boxes(0).tolist() == [[0, 0, 0], [1, 1, 1]] and tree.masks(0) == ALL


def test_bad_questions_and_options_are_named():
    tree = halfspace.Octree(random_boxes(5, 78))
    view = halfspace.look_at((0, 0, 0), (1, 1, 1))
    for ask, message in (
            (lambda: tree.in_sphere([(0, 0, 0)] * 2, [1, np.nan]), "^radius in row 1 must be at least 0"),
            (lambda: tree.on_segment((0, 0, 0), [(0, 0, 0), (0, 0, 1e38)]), "^end is .* in row 1"),
            (lambda: tree.near_pairs(-1), "^margin must be"),
            (lambda: tree.in_view(view[:4]), "^view must be five planes"),
            (lambda: tree.in_view(None), "^view must be five planes"),
            (lambda: tree.in_view(2 * view), "^view has a normal .* in row 0"),
            (lambda: halfspace.look_at((0, 0, 0), (0, 0, 0)), "no view"),
            (lambda: halfspace.look_along((0, 0, 0), fov=180), "no view"),
            (lambda: halfspace.Octree(smallest_cell=-1), "smallest"),
            (lambda: halfspace.Octree(split_above=1), "split"),
            (lambda: halfspace.Octree(merge_below=20), "merge")):
        with pytest.raises(ValueError, match=message):
            ask()
    assert tree.in_box((2, 2, 2, 1, 1, 1)).size == 0
    assert len(halfspace.Octree(split_above=4).insert(np.empty((0, 6)))) == 0


def test_threads_give_the_same_bits_and_no_change_comes_between():
    tree = halfspace.Octree(random_boxes(20_000, 79))
    questions = random_boxes(3000, 80)
    first = [a.tobytes() for a in tree.in_box(questions)]
    assert [a.tobytes() for a in tree.in_box(questions, threads=0)] == first
    refused = []

    def ask():
        for _ in range(3):
            assert [a.tobytes() for a in tree.in_box(questions)] == first

    asking = threading.Thread(target=ask)
    asking.start()
    while asking.is_alive():
        try:
            tree.move([0], tree.boxes([0]))
        except RuntimeError as error:
            refused.append(str(error))
    asking.join()
    assert refused and refused[0] == "the octree cannot change while another thread asks it"
