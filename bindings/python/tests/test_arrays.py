# SPDX-License-Identifier: MIT
"""Arrays as arguments and as places for answers: what is taken, what is refused, and in which words."""

import numpy as np
import pytest

import halfspace
from conftest import START, random_points, random_segments

ROWS = np.array([START, (1040, 128, -32), (64, 256, -40)])


# A question of each kind of class, its name for its rows, and the dtype of its answers.
@pytest.fixture(params=["contents", "free", "trace", "sweep", "sight", "closest", "winding", "rays",
                        "occluded"])
def asked(request, keep, cube):
    below = (64, 256, -100)
    ball = halfspace.Shape.sphere(8)
    return {
        "contents": (keep.contents, "points", np.uint32),
        "free": (lambda p, **o: keep.free("stand", p, **o), "points", bool),
        "trace": (lambda p, **o: keep.trace("stand", p, below, **o), "start",
                  halfspace.contact_dtype),
        "sweep": (lambda p, **o: keep.sweep(ball, p, below, **o), "start", halfspace.contact_dtype),
        "sight": (lambda p, **o: keep.sight(p, below, **o), "start", bool),
        "closest": (cube.closest, "points", halfspace.mesh_point_dtype),
        "winding": (cube.winding, "points", np.int32),
        "rays": (lambda p, **o: cube.rays(p, (0, 0, 1), **o), "origins", halfspace.ray_hit_dtype),
        "occluded": (lambda p, **o: cube.occluded(p, (0, 0, 1), **o), "origins", bool),
    }[request.param]


def test_answers_are_alike_for_all_layouts_of_the_same_numbers(asked):
    ask, _, dtype = asked
    expected = ask(ROWS)
    assert expected.dtype == dtype and expected.shape == (3,)
    wide = np.zeros((6, 7))
    wide[::2, 1::2] = ROWS
    unaligned = np.frombuffer(b"\0" + ROWS.tobytes(), np.uint8)[1:].view(np.float64).reshape(3, 3)
    read_only = ROWS.copy()
    read_only.flags.writeable = False
    for rows in (ROWS.tolist(), ROWS.astype(np.float32), ROWS.astype(np.int64), ROWS.astype(np.int16),
                 ROWS.astype(">f8"), ROWS.astype(">f4"), ROWS.astype(">i8"), np.asfortranarray(ROWS),
                 wide[::2, 1::2], ROWS[::-1][::-1], unaligned, read_only):
        assert ask(rows).tobytes() == expected.tobytes()


def test_one_is_as_one_of_many(asked):
    ask, _, dtype = asked
    many = ask(ROWS[:1])
    one = ask(ROWS[0])
    assert one.shape == () and one.dtype == dtype
    assert one.tobytes() == many[0].tobytes()


def test_no_rows_have_no_answers(asked):
    ask, _, dtype = asked
    for rows in (np.empty((0, 3)), np.empty((0, 3), np.float32)):
        assert ask(rows).shape == (0,) and ask(rows).dtype == dtype


@pytest.mark.parametrize("rows", [np.zeros(2), np.zeros((3, 2)), np.zeros((1, 1, 3)), np.float64(1),
                                  np.zeros((3, 0)), []])
def test_another_shape_is_refused(asked, rows):
    ask, name, _ = asked
    with pytest.raises(ValueError, match=rf"^{name} has the shape \(.*\); it must be \(N, 3\)"):
        ask(rows)


@pytest.mark.parametrize("rows", [np.zeros((2, 3), complex), np.zeros((2, 3), bool), [["a", "b", "c"]],
                                  np.zeros((2, 3), np.longdouble), np.zeros((2, 3), "M8[s]"), None,
                                  [[1, 2, 3], [4, 5]], np.zeros((2, 3), object)])
def test_other_things_than_numbers_are_refused(asked, rows):
    ask, name, _ = asked
    with pytest.raises(TypeError, match=f"^{name} "):
        ask(rows)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_the_first_row_that_is_not_finite_is_named(asked, bad):
    ask, name, _ = asked
    rows = np.zeros((7, 3))
    rows[4, 1] = rows[6, 0] = bad
    with pytest.raises(ValueError, match=f"^{name} is not finite in row 4: "):
        ask(rows)
    with pytest.raises(ValueError, match=f"^{name} is not finite in row 4: "):
        ask(rows.astype(np.float32))


def test_integers_that_float64_does_not_hold_are_refused(asked):
    ask, name, _ = asked
    rows = np.zeros((5, 3), np.int64)
    rows[3, 2] = 2**53 + 1
    with pytest.raises(ValueError, match=rf"^{name} has an integer of 2\^53 or more in row 3"):
        ask(rows)


def test_too_many_rows_are_refused_before_anything_is_copied(asked):
    ask, name, _ = asked
    rows = np.broadcast_to(np.zeros(3), (2**32, 3))  # takes 24 bytes
    with pytest.raises(ValueError, match=f"^{name} has 4294967296 rows"):
        ask(rows)


def test_out_gets_the_answers(asked):
    ask, _, dtype = asked
    expected = ask(ROWS)
    out = np.empty(3, dtype)
    assert ask(ROWS, out=out) is out
    assert out.tobytes() == expected.tobytes()
    whole = np.empty(1, dtype)
    assert ask(ROWS[0], out=whole) is whole and whole[0].tobytes() == expected[0].tobytes()


def test_out_that_does_not_fit_is_refused(asked):
    ask, _, dtype = asked
    good = np.empty(3, dtype)
    read_only = good.copy()
    read_only.flags.writeable = False
    for out, message in ((np.empty(4, dtype), "has the shape"), (np.empty((3, 1), dtype), "has the shape"),
                         (np.empty(6, dtype)[::2], "contiguous"), (read_only, "read-only")):
        with pytest.raises(ValueError, match=f"^out .*{message}"):
            ask(ROWS, out=out)
    for out in (np.empty(3, np.float16), np.empty(3, [("a", "f8")]), [0, 0, 0]):
        with pytest.raises(TypeError, match="^out "):
            ask(ROWS, out=out)
    swapped = np.dtype(dtype).newbyteorder()
    if swapped != dtype:
        with pytest.raises(TypeError, match="^out has the dtype"):
            ask(ROWS, out=np.empty(3, swapped))


def test_out_between_the_places_of_numbers_is_refused(keep):
    memory = np.zeros(3 * 4 + 1, np.uint8)
    with pytest.raises(ValueError, match="^out does not begin at a multiple"):
        keep.contents(ROWS, out=memory[1:].view(np.uint32))


def test_out_that_shares_memory_with_the_input_spoils_no_answer(asked, request):
    ask, _, dtype = asked
    size = np.dtype(dtype).itemsize
    memory = np.zeros(max(3 * size, 72), np.uint8)
    rows = memory[:72].view(np.float64).reshape(3, 3)
    rows[:] = ROWS
    out = memory[:3 * size].view(dtype)
    expected = ask(ROWS)
    kind = request.node.callspec.params["asked"]
    if kind in ("contents", "free", "closest", "winding", "rays", "occluded"):
        with pytest.raises(ValueError, match="^out shares memory with an input"):
            ask(rows, out=out)
    else:  # the question copies its rows
        assert ask(rows, out=out).tobytes() == expected.tobytes()


def test_segments_of_six_numbers_are_read_in_place(keep):
    segments = random_segments(keep, 50, 1)
    expected = keep.trace("stand", segments[:, :3], segments[:, 3:])
    assert keep.trace("stand", segments).tobytes() == expected.tobytes()
    memory = np.zeros(50 * 120, np.uint8)
    rows = memory[:50 * 48].view(np.float64).reshape(50, 6)
    rows[:] = segments
    with pytest.raises(ValueError, match="^out shares memory with an input"):
        keep.trace("stand", rows, out=memory.view(halfspace.contact_dtype))


def test_one_start_or_end_is_for_all(keep):
    points = random_points(keep, 40, 2)
    for ask in (lambda a, b: keep.trace("point", a, b), keep.sight):
        one = np.tile(START, (40, 1))
        assert ask(START, points).tobytes() == ask(one, points).tobytes()
        assert ask(points, START).tobytes() == ask(points, one).tobytes()
    with pytest.raises(ValueError, match="^start has 40 rows and end has 3"):
        keep.sight(points, ROWS)


def test_what_is_masked_is_refused(asked):
    ask, name, _ = asked
    rows = np.ma.masked_array(ROWS)
    assert ask(rows).tobytes() == ask(ROWS).tobytes()  # nothing is masked
    rows = np.ma.masked_array(np.zeros((7, 3)), mask=False)
    rows[5, 1] = rows[6, 0] = np.ma.masked
    with pytest.raises(ValueError, match=f"^{name} is masked in row 5$"):
        ask(rows)
    with pytest.raises(ValueError, match=f"^{name} is masked in row 5$"):
        ask(rows.copy(order="F"))
    with pytest.raises(ValueError, match=f"^{name} is masked at index 1$"):
        ask(rows[5])


def test_records_and_numbers_that_are_masked_are_refused(keep):
    states = np.ma.masked_array(halfspace.movers_at(np.zeros((4, 3))))
    assert halfspace.valid_movers(states).all()
    states["velocity"][2, 1] = np.ma.masked
    with pytest.raises(ValueError, match="^states is masked at index 2$"):
        halfspace.valid_movers(states)
    yaw = np.ma.masked_array([0, 90, 180.0], mask=[False, True, False])
    with pytest.raises(ValueError, match="^yaw is masked at index 1$"):
        halfspace.controls(yaw=yaw)


def test_records_have_the_sizes_of_their_structs():
    assert halfspace.contact_dtype.itemsize == 120
    assert halfspace.mover_state_dtype.itemsize == 88
    assert halfspace.mover_input_dtype.itemsize == 8


@pytest.mark.parametrize("bad", [-1, 2**32, 1.5, "all"])
def test_threads_are_a_number(keep, bad):
    with pytest.raises(TypeError):
        keep.contents(ROWS, threads=bad)


class Tensor:
    """An array of another library: it speaks nothing but DLPack."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **wishes):
        return self._array.__dlpack__(**wishes)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


def test_tensors_come_and_go_by_dlpack(keep):
    rows = random_segments(keep, 40, 3)
    here = np.from_dlpack(Tensor(rows))
    assert np.shares_memory(here, rows)
    touches = keep.trace("stand", here)
    assert touches.tobytes() == keep.trace("stand", rows).tobytes()
    with pytest.raises(TypeError, match="dtype object"):
        keep.trace("stand", Tensor(rows))
    for field in ("point", "normal", "fraction", "contents"):
        there = np.from_dlpack(Tensor(touches[field]))
        assert np.shares_memory(there, touches) and np.array_equal(there, touches[field])
    for refused in (touches, keep.vertices):
        with pytest.raises((BufferError, RuntimeError)):
            np.from_dlpack(Tensor(refused))
    copied = np.from_dlpack(Tensor(keep.vertices.copy()))
    assert np.array_equal(copied, keep.vertices)
