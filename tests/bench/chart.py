"""Draws what onemodel_bench --json wrote: for each operator and size, how many times as fast as ONNX Runtime it is.

    python3 tests/bench/chart.py performance.json docs/performance.svg

The text and the colours are of a middle tone and there is no background, so that the drawing stands on light and dark pages.
Exit codes: 0 drawn, 1 the file has no comparison with ONNX Runtime, 2 the command line is wrong.
"""
import json
import math
import sys
from xml.sax.saxutils import escape

SIZES = {"1KB": "#a371f7", "1MB": "#388bfd", "64MB": "#2da44e"}
TEXT = "#808a94"
GRID = "#808a94"
ONE = "#e5534b"
SMALLEST, LARGEST = 0.25, 64  # the ends of the axis; what lies beyond has its number written
BAR, GAP, ROW = 8, 2, 38
LEFT, RIGHT, TOP, BOTTOM = 140, 64, 84, 40
WIDTH = 860


def x_of(speedup):
    share = math.log(speedup / SMALLEST) / math.log(LARGEST / SMALLEST)
    return LEFT + (WIDTH - LEFT - RIGHT) * min(max(share, 0), 1)


def text(x, y, content, size=13, anchor="start", weight="normal", fill=TEXT):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
            f'fill="{fill}">{escape(content)}</text>')


def number(speedup):
    return f"{speedup:,.0f}×" if speedup >= 10 else f"{speedup:.1f}×"


def draw(measured):
    speedups = {}
    for mean in measured["summary"]:
        if mean["speedup_over_onnxruntime_1"] is not None and mean["size"] in SIZES:
            speedups.setdefault(mean["operator"], {})[mean["size"]] = mean["speedup_over_onnxruntime_1"]
    if not speedups:
        return None
    height = TOP + ROW * len(speedups) + BOTTOM
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
             'font-family="-apple-system, Segoe UI, Helvetica, Arial, sans-serif" role="img" '
             'aria-label="Speed of each operator against ONNX Runtime">',
             text(12, 26, f"Times as fast as ONNX Runtime {measured['onnxruntime']}, one thread", 17, weight="bold"),
             text(12, 46, f"libonemodel {measured['library']} on {measured['processor']}; geometric means over "
                          f"{len(measured['rows'])} calls; further right is faster", 12)]
    for i, (size, colour) in enumerate(SIZES.items()):
        x = WIDTH - RIGHT - 270 + 90 * i
        parts.append(f'<rect x="{x}" y="15" width="12" height="12" rx="2" fill="{colour}"/>')
        label = "16-32MB" if size == "64MB" and measured["quick"] else size  # --quick makes them smaller
        parts.append(text(x + 17, 26, label.replace("KB", " KB").replace("MB", " MB"), 13))
    bottom = TOP + ROW * len(speedups)
    tick = SMALLEST
    while tick <= LARGEST:
        x = x_of(tick)
        is_one = tick == 1
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{bottom}" stroke="{ONE if is_one else GRID}" '
                     f'stroke-width="{2 if is_one else 1}" stroke-opacity="{1 if is_one else 0.25}"/>')
        for y in (TOP - 14, bottom + 18):
            parts.append(text(x, y, f"{tick:g}×", 12, "middle", "bold" if is_one else "normal", ONE if is_one else TEXT))
        tick *= 2
    for i, (operator, by_size) in enumerate(speedups.items()):
        top = TOP + ROW * i + (ROW - 3 * BAR - 2 * GAP) / 2
        parts.append(text(LEFT - 10, top + (3 * BAR + 2 * GAP) / 2 + 5, operator, 13, "end"))
        for j, (size, colour) in enumerate(SIZES.items()):
            speedup = by_size.get(size)
            if speedup is None:
                continue
            y = top + j * (BAR + GAP)
            start, end = sorted((x_of(1), x_of(speedup)))
            parts.append(f'<rect x="{start:.1f}" y="{y:.1f}" width="{max(end - start, 1):.1f}" height="{BAR}" fill="{colour}">'
                         f'<title>{escape(operator)}, {size}: {number(speedup)}</title></rect>')
            if speedup > LARGEST:
                parts.append(text(end + 4, y + BAR, number(speedup), 9.5))
            elif speedup < SMALLEST:
                parts.append(text(start - 4, y + BAR, number(speedup), 9.5, "end"))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        drawing = draw(json.load(file))
    if drawing is None:
        print("chart: nothing was compared with ONNX Runtime", file=sys.stderr)
        return 1
    with open(arguments[1], "w", encoding="utf-8") as file:
        file.write(drawing)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
