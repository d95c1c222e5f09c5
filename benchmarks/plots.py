# SPDX-License-Identifier: MIT
"""Plots as SVG: groups of bars, and points in logarithmic axes."""

import html
import math

FONT = 'font-family="sans-serif" font-size="12"'


def write(path, width, height, title, *parts):
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
             f'width="{width:.0f}" height="{height:.0f}" {FONT}>',
             f"<title>{html.escape(title)}</title>",
             f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
             text(10, 20, title, size=14)]
    for part in parts:
        lines.extend(part)
    path.write_text("\n".join([*lines, "</svg>"]) + "\n", encoding="utf-8")


def text(x, y, words, anchor="start", size=12, more=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{more}>'
            f"{html.escape(str(words))}</text>")


def legend(x, y, series):
    """One line: a box and a name for each (name, colour)."""
    for name, colour in series:
        yield f'<rect x="{x:.1f}" y="{y - 10:.1f}" width="12" height="12" fill="{colour}"/>'
        yield text(x + 17, y, name)
        x += 35 + 6.6 * len(name)


def bars(path, title, series, groups, shown, lines=(), footnote=""):
    """Horizontal bars. Series are (name, colour). A group is (name, a value for each series or
    None, a note on the right). `shown` makes a text of a value. `lines` are (value, name) of
    upright lines."""
    width, left, room, thick = 780, 170, 480, 13
    most = max(v for _, values, _ in groups for v in values if v is not None)
    top = 66
    out = list(legend(10, 44, series))
    y = top
    for name, values, note in groups:
        height = thick * len(values)
        out.append(text(left - 10, y + height / 2 + 4, name, "end"))
        out.append(text(width - 10, y + height / 2 + 4, note, "end"))
        for (_, colour), value in zip(series, values):
            if value is not None:
                length = room * value / most
                out.append(f'<rect x="{left}" y="{y:.1f}" width="{length:.1f}" '
                           f'height="{thick - 1}" fill="{colour}"/>')
                out.append(text(left + length + 5, y + thick - 3, shown(value), size=10))
            y += thick
        y += 9
    for value, name in lines:
        x = left + room * value / most
        out.append(f'<path d="M{x:.1f} {top - 4}V{y:.1f}" stroke="#c33" stroke-dasharray="4 3"/>')
        out.append(text(x, y + 12, name, "middle", 11, ' fill="#c33"'))
    out.append(text(10, y + 32, footnote, size=11))
    write(path, width, y + (42 if footnote else 20), title, out)


def _ticks(values):
    """1, 2 and 5 times powers of ten, from the last below all values to the first above them."""
    exponents = range(math.floor(math.log10(min(values))), math.ceil(math.log10(max(values))) + 1)
    ticks = [m * 10.0 ** e for e in exponents for m in (1, 2, 5)]
    lowest = max(t for t in ticks if t <= min(values))
    highest = min(t for t in ticks if t >= max(values))
    return [t for t in ticks if lowest <= t <= highest]


def _short(value):
    """20k for 20000, 1M for 1000000"""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def time(nanoseconds):
    """20 µs for 20000"""
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g} ns"


def _labelled(ticks):
    """The powers of ten alone, if there are many ticks."""
    tens = [t for t in ticks if math.log10(t).is_integer()]
    return tens if len(ticks) > 9 and len(tens) > 1 else ticks


def log_panel(left, top, width, height, x_name, y_name, series, y_shown=_short):
    """Points in logarithmic axes. Series are (colour, is joined by a line, [(x, y, name)]); for
    "dashes" in place of True the line has dashes. `y_shown` makes a text of a y."""
    points = [p for _, _, of_series in series for p in of_series]
    x_ticks, y_ticks = _ticks([p[0] for p in points]), _ticks([p[1] for p in points])

    def along(value, ticks):
        return math.log(value / ticks[0]) / math.log(ticks[-1] / ticks[0])

    def at(x, y):
        return left + width * along(x, x_ticks), top + height * (1 - along(y, y_ticks))

    for tick in x_ticks:
        x, _ = at(tick, y_ticks[0])
        yield f'<path d="M{x:.1f} {top}V{top + height}" stroke="#ddd"/>'
        if tick in _labelled(x_ticks):
            yield text(x, top + height + 16, _short(tick), "middle", 10)
    for tick in y_ticks:
        _, y = at(x_ticks[0], tick)
        yield f'<path d="M{left} {y:.1f}H{left + width}" stroke="#ddd"/>'
        if tick in _labelled(y_ticks):
            yield text(left - 5, y + 4, y_shown(tick), "end", 10)
    yield text(left + width / 2, top + height + 36, x_name, "middle")
    yield text(left, top - 8, y_name)
    for colour, is_joined, of_series in series:
        if is_joined:
            path = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y, _ in of_series)
            dashes = ' stroke-dasharray="6 4"' if is_joined == "dashes" else ""
            yield (f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"'
                   f"{dashes}/>")
        for x, y, name in of_series:
            cx, cy = at(x, y)
            yield (f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="3.5" fill="{colour}">'
                   f"<title>{html.escape(name)}</title></circle>")
