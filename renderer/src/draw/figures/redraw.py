#!/usr/bin/env python3
"""Draws a figure of Pentad again from its data.

    python3 redraw.py figure.json [figure.pdf]

Reads a file of format pentad-figure/1 ("Data (JSON)" in the export menu of a figure) and writes PDF, SVG or PNG, by the ending of the second name.
Needs matplotlib 3.6 or newer. Sizes are those of the file: columns of 86 or 178 mm.
"""

import json
import math
import re
import sys
from pathlib import Path

try:
    import matplotlib
except ImportError:
    raise SystemExit("Drawing needs matplotlib 3.6 or newer: python3 -m pip install matplotlib") from None

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.patches import Patch
from matplotlib.textpath import TextPath
from matplotlib.ticker import FixedLocator, LogLocator, MaxNLocator, NullFormatter, NullLocator
from matplotlib.transforms import ScaledTranslation

MM = 1 / 25.4
POINTS = 72
# As the window has it on paper.
STAMP = "#6b3fa0"
MARKS = {"circle": "o", "square": "s", "diamond": "D", "triangle": "^", "cross": "P", "star": "*"}
DASHES = {"solid": "-", "dash": "--", "dot": ":", "dash-dot": "-."}
CAPS = {False: "_", True: "|"}
HEADS = {("above", False): "^", ("below", False): "v", ("above", True): ">", ("below", True): "<"}
# The last comes with matplotlib.
FAMILIES = ["Arimo", "Arial", "Helvetica", "Liberation Sans", "DejaVu Sans"]
# Points from a label to the one below it.
LINE = 6
# Parts bars that are alike in greyscale.
OUTLINE = {"edgecolor": "0.1", "linewidth": 0.5}
SIZE = 7
# matplotlib sets indices at 0.7 of their text: so they have the 5 points that journals ask for at least.
INDEXED_SIZE = 7.2
INSTALLED = {font.name for font in fontManager.ttflist}
STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": [name for name in FAMILIES if name in INSTALLED],
    "font.size": SIZE,
    # Marked letters in the face of the others.
    "mathtext.fontset": "custom",
    "mathtext.rm": "sans",
    "mathtext.it": "sans:italic",
    "mathtext.cal": "sans",
    "mathtext.tt": "sans",
    "axes.linewidth": 0.6,
    "xtick.direction": "in",
    "ytick.direction": "in",
    "xtick.top": True,
    "ytick.right": True,
    "axes.formatter.useoffset": False,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
}


def read(path):
    """Ends the script with a sentence where the file cannot be read or is none of a figure."""
    try:
        figure = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SystemExit(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise SystemExit(f"{path} is no JSON: {error}. Give the file of Data (JSON), not of Data (CSV).") from None
    found = figure.get("format") if isinstance(figure, dict) else None
    if found != "pentad-figure/1":
        raise SystemExit(f"{path} is no file of format pentad-figure/1: it says {found!r}.")
    return figure


def marked(text):
    """*R*, x_{abc} and x^{-2} as matplotlib's mathematics has them."""
    pattern = r"\*([^*]+)\*|_\{([^}]*)\}|_(\w+)|\^\{([^}]*)\}"

    def replaced(match):
        italic, braced, index, exponent = match.groups()
        if italic is not None:
            return rf"$\mathit{{{italic}}}$"
        if exponent is not None:
            return rf"$^{{{exponent}}}$"
        return rf"$_{{\mathrm{{{braced if braced is not None else index}}}}}$"

    return re.sub(pattern, replaced, text)


def size_of(text):
    """Points; text with an index or an exponent, marked or not, is larger."""
    return INDEXED_SIZE if re.search(r"_[{\w]|\^\{", text) else SIZE


def mark(look):
    name, _, is_open = look["mark"].partition("-")
    face = "white" if is_open else look["colour"]
    return {"marker": MARKS[name], "markerfacecolor": face, "markeredgecolor": look["colour"], "markersize": 4}


def draw_series(axes, series, panel):
    look, sideways = series["look"], series.get("sideways", False)
    place = axes.transData
    if not sideways:
        # Points of other series at the same place stay in sight.
        place = place + ScaledTranslation(series.get("beside", 0) / POINTS, 0, axes.figure.dpi_scale_trans)
    bars = series.get("bars", {"of": []})
    for bar in bars["of"]:
        axes.bar(bar["x"], bar["y"], bars["width"], bottom=bar["base"], color=look["colour"], **OUTLINE)
    curve = series["curve"]
    if curve is not None:
        axes.plot(curve["x"], curve["y"], color=look["colour"], linestyle=DASHES[look["dash"]], linewidth=1)
        if "low" in curve and "high" in curve:
            axes.fill_between(curve["x"], curve["low"], curve["high"], color=look["colour"], alpha=0.16, linewidth=0)
    for point in series["points"]:
        edges = panel["x" if sideways else "y"]["range"]
        draw_point(axes, point, look, {"sideways": sideways, "transform": place, "edges": edges})


def draw_point(axes, point, look, where):
    sideways, place = where["sideways"], {"transform": where["transform"]}
    x, y = point["x"], point["y"]
    low_edge, high_edge = where["edges"]
    value, slack = x if sideways else y, 1e-9 * (high_edge - low_edge)
    if value < low_edge - slack or value > high_edge + slack:
        beyond, edge = ("below", low_edge) if value < low_edge else ("above", high_edge)
        at = ([edge], [y]) if sideways else ([x], [edge])
        axes.plot(*at, HEADS[(beyond, sideways)], color=look["colour"], markersize=5, **place)
        return
    if "bound" in point:
        axes.plot([x], [y], HEADS[(point["bound"], sideways)], color=look["colour"], markersize=5, **place)
        return
    if point["low"] is None and point["high"] is None:
        axes.plot([x], [y], linestyle="none", **mark(look), **place)
    else:
        centre = x if sideways else y
        low, high = ends_of(axes, point, look, where)
        # The likeliest value may lie outside of its interval, which error bars cannot have.
        error = [[max(0, centre - low)], [max(0, high - centre)]]
        bars = {"xerr": error} if sideways else {"yerr": error}
        style = {"ecolor": look["colour"], "elinewidth": 0.8, "linestyle": "none", **mark(look)}
        axes.errorbar([x], [y], **bars, **style, **place)


def ends_of(axes, point, look, where):
    """The ends of an interval, with a cap at each; one that is not known is the edge of the panel, where a head is drawn."""
    sideways, ends = where["sideways"], []
    for end, bound, edge in zip(("low", "high"), ("below", "above"), where["edges"]):
        is_open = point[end] is None
        ends.append(edge if is_open else point[end])
        at = ([ends[-1]], [point["y"]]) if sideways else ([point["x"]], [ends[-1]])
        marker = HEADS[(bound, sideways)] if is_open else CAPS[sideways]
        style = {"color": look["colour"], "markersize": 4, "markeredgewidth": 0.8}
        axes.plot(*at, marker, **style, transform=where["transform"])
    return ends


def draw_labels(axes, panel):
    """Labels beside their points; those that would lie over one another one below the other, from the top."""
    points = POINTS / axes.figure.dpi
    labels = [
        (*(axes.transData.transform((point["x"], point["y"])) * points), point, series)
        for series in panel["series"]
        for point in series["points"]
        if "label" in point
    ]
    placed = []
    # To the right of the points of all series at that place.
    besides = [0 if series.get("sideways") else series.get("beside", 0) for series in panel["series"]]
    right = 4 + max(0, *besides)
    for x, y, point, series in sorted(labels, key=lambda label: -label[1]):
        over = [height for left, height in placed if abs(left - x - right) < width_of(point["label"])]
        height = min([y, *(other - LINE for other in over)])
        placed.append((x + right, height))
        place = {"xytext": (right, height - y - 2), "textcoords": "offset points", "color": series["look"]["colour"]}
        axes.annotate(point["label"], (point["x"], point["y"]), **place).set_in_layout(False)


def draw_axis(axes, which, axis):
    title = "" if axis.get("unlabelled") else axis["title"]
    getattr(axes, f"set_{which}label")(marked(title), fontsize=size_of(title))
    if axis["kind"] == "names":
        draw_names(axes, which, axis["names"])
        return
    if axis["kind"] == "log":
        getattr(axes, f"set_{which}scale")("log")
        log_ticks(getattr(axes, f"{which}axis"), axis["range"])
    getattr(axes, f"set_{which}lim")(*axis["range"])
    if axis.get("whole"):
        getattr(axes, f"{which}axis").set_major_locator(MaxNLocator(nbins=5, integer=True))
        getattr(axes, f"{which}axis").set_minor_locator(NullLocator())
    if "limits" in axis:
        limit_ticks(getattr(axes, f"{which}axis"), axis)
    if axis.get("unlabelled"):
        axes.tick_params(axis=which, labelbottom=False)


def draw_names(axes, which, names):
    getattr(axes, f"{which}axis").set_minor_locator(NullLocator())
    axes.tick_params(axis=which, which="both", length=0)
    if which == "y":
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        return
    widest = max((width_of(name) for name in names), default=0) + 6
    room = axes.get_window_extent().width / axes.figure.dpi * POINTS
    step = max(1, math.ceil(len(names) * widest / room))
    axes.set_xticks(range(0, len(names), step), names[::step])
    axes.set_xlim(-0.5, len(names) - 0.5)


def log_ticks(axis_of_panel, extent):
    """Powers of ten; 1, 2 and 5 in plain decimals where the axis is too short for two of those."""
    low, high = extent
    axis_of_panel.set_minor_formatter(NullFormatter())
    if high / low < 100:
        axis_of_panel.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis_of_panel.set_major_formatter(lambda value, _: f"{value:g}")
    else:
        axis_of_panel.set_tick_params(labelsize=INDEXED_SIZE)


def limit_ticks(axis_of_panel, axis):
    """No tick beyond what the quantity can be, such as a probability above 1."""
    low = max(axis["range"][0], axis["limits"][0])
    high = min(axis["range"][1], axis["limits"][1])
    ticks = axis_of_panel.get_major_locator().tick_values(low, high)
    axis_of_panel.set_major_locator(FixedLocator([tick for tick in ticks if low <= tick <= high]))


def draw_panel(axes, panel, letter):
    for rule in panel["rules"]:
        (axes.axhline if rule["along"] == "x" else axes.axvline)(rule["at"], color="0.3", linestyle="--", linewidth=0.7)
    for series in panel["series"]:
        draw_series(axes, series, panel)
    axes.minorticks_on()
    axes.tick_params(which="both", top=True, right=True)
    draw_axis(axes, "x", panel["x"])
    draw_axis(axes, "y", panel["y"])
    if "absent" in panel:
        axes.text(0.5, 0.5, panel["absent"], transform=axes.transAxes, ha="center", va="center", color="0.4")
    if letter:
        axes.set_title(letter, loc="left", fontweight="bold", fontsize=8, x=-0.12, y=0.93)


def width_of(text):
    """Points, of the outlines with the handles of their curves: exact extents take thirty times as long."""
    font = FontProperties(family=STYLE["font.sans-serif"], size=size_of(text))
    across = TextPath((0, 0), marked(text), prop=font).vertices[:, 0] if text else []
    return max(across) - min(across) if len(across) else 0


def broken(text, room):
    """Lines of at most so many points, broken between words, within a word only where it alone is longer."""

    def fits(line):
        return width_of(line) <= room

    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if fits(joined):
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if not fits(lines[-1] + letter):
                lines.append("")
            lines[-1] += letter
    return lines


def handle(entry, room):
    look = entry["look"]
    style = mark(look) if entry["marks"] else {}
    line = DASHES[look["dash"]] if entry["line"] else "none"
    text = entry["name"] + (f", {entry['note']}" if entry["note"] else "")
    label = "\n".join(marked(line) for line in broken(text, room))
    if entry.get("bars"):
        return Patch(facecolor=look["colour"], label=label, **OUTLINE)
    return plt.Line2D([], [], color=look["colour"], linestyle=line, linewidth=1, label=label, **style)


def draw(figure):
    columns = figure["columns"]
    room = figure["width_mm"] * MM * POINTS
    # A sample of the line stands before the words of the legend.
    entries = [handle(entry, room - 30) for entry in figure["legend"]]
    more_lines = sum(entry.get_label().count("\n") for entry in entries)
    notes = broken(figure["source"], room - 6)
    stamp = figure["stamp"]
    # Millimetres of the legend with the stamp under it, of the axes with their labels, and of the lines below.
    heights = [1 + 4 * len(entries) + 3 * more_lines + (4 if stamp else 0), figure["height_mm"] + 12, 1 + 3 * len(notes)]
    drawn = plt.figure(figsize=(figure["width_mm"] * MM, sum(heights) * MM), layout="constrained")
    head, body, foot = drawn.subfigures(3, 1, height_ratios=heights)
    parts = body.subfigures(1, len(columns), width_ratios=[column["share"] for column in columns], squeeze=False)[0]
    several = sum(len(column["panels"]) for column in columns) > 1
    letters = iter("abcdefghijkl")
    labelled = []
    for part, column in zip(parts, columns):
        panels = column["panels"]
        shares = [panel["share"] for panel in panels]
        grid = part.subplots(len(panels), 1, squeeze=False, gridspec_kw={"height_ratios": shares})
        for axes, panel in zip(grid[:, 0], panels):
            draw_panel(axes, panel, next(letters) if several else "")
            labelled.append((axes, panel))
    if entries:
        legend = head.legend(handles=entries, loc="upper left", frameon=False, borderpad=0.2)
        for text in legend.get_texts():
            text.set_fontsize(size_of(text.get_text()))
    if stamp:
        head.text(0.99, 0, stamp, color=STAMP, fontweight="bold", ha="right", va="bottom")
    foot.text(0.01, 0.95, "\n".join(notes), color="0.35", va="top")
    # Where points lie is known once the panels are laid out.
    drawn.draw_without_rendering()
    for axes, panel in labelled:
        draw_labels(axes, panel)
    return drawn


def main():
    if sys.argv[1:] in (["--help"], ["-h"]):
        print(__doc__)
        return
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    source = Path(sys.argv[1])
    target = Path(sys.argv[2]) if len(sys.argv) == 3 else source.with_suffix(".pdf")
    figure = read(source)
    with plt.rc_context(STYLE):
        drawn = draw(figure)
        endings = drawn.canvas.get_supported_filetypes()
        if target.suffix[1:].lower() not in endings:
            raise SystemExit(f"{target} names no format by its ending: {', '.join(sorted(endings))} are known.")
        try:
            drawn.savefig(target, dpi=600)
        except OSError as error:
            raise SystemExit(f"{target} cannot be written: {error.strerror}.") from None
    print(f"{target} is drawn.")


if __name__ == "__main__":
    main()
