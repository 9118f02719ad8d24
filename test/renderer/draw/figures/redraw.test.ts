/** The Python script that redraws a figure, with matplotlib where it is installed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { figureCsv, figureJson } from '../../../../renderer/src/draw/figures/data'
import type { FigureColumn, FigurePoint, FigureSeries, PaperFigure } from '../../../../renderer/src/draw/figures/model'
import { FIGURES, figureOf } from './sample-figures'

const SCRIPT = resolve(import.meta.dirname, '../../../../renderer/src/draw/figures/redraw.py')
const PYTHON = '/usr/bin/python3'
const FIND = 'import importlib.util, sys; sys.exit(importlib.util.find_spec("matplotlib") is None)'
/** Runs the script with each list of words in turn; a second process would load matplotlib once more. */
const RUN_EACH = `
import json, runpy, sys
for words in json.loads(sys.argv[1]):
    sys.argv = words
    runpy.run_path(words[0], run_name="__main__")
`
const HAS_MATPLOTLIB = spawnSync(PYTHON, ['-c', FIND]).status === 0

describe.skipIf(!HAS_MATPLOTLIB)('the script that redraws a figure, with matplotlib', () => {
  it('draws its data at its size, and refuses what is no figure', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pentad-figure-'))
    const files = FIGURES.map(([, figure], at) => {
      const [data, drawn] = [`figure-${at}.json`, `again-${at}.svg`].map(name => join(folder, name))
      const long = { ...figure(86).legend[0]!, name: 'word '.repeat(40).trim(), note: '' }
      const written = { ...figure(86), legend: [...figure(86).legend, long] }
      writeFileSync(data!, figureJson(written))
      return { data: data!, drawn: drawn!, figure: written }
    })
    const other = join(folder, 'other.json')
    writeFileSync(other, '{"format": "other"}')
    const lists = JSON.stringify([...files.map(({ data, drawn }) => [SCRIPT, data, drawn]), [SCRIPT, other]])
    const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', RUN_EACH, lists], { encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: files.map(({ drawn }) => `${drawn} is drawn.\n`).join(''),
      // On its first start matplotlib says that it builds its font cache.
      stderr: expect.stringMatching(
        /^(?:Matplotlib is building the font cache.*\n)?\S+other\.json is no file of format pentad-figure\/1: .*\n$/,
      ),
    })
    const drawings = files.map(({ drawn, figure }) => ({ svg: readFileSync(drawn, 'utf8'), figure }))
    expect(drawings.some(({ svg }) => svg.includes('font: italic'))).toBe(true)
    for (const { svg, figure } of drawings) {
      expect(Number(/width="([\d.]+)pt"/.exec(svg)![1])).toBeCloseTo((86 * 72) / 25.4, 1)
      for (const { look } of figure.legend) expect(svg).toContain(look.colour)
      // Italics and indices are set by matplotlib's mathematics, which has a face of its own.
      const faces = [...svg.matchAll(/font: [^;"]*?'([^']+)'/g)].map(([, face]) => face)
      expect(new Set(faces).size).toBe(1)
      // The smallest size that journals print, for indices too.
      const sizes = [...svg.matchAll(/font: [^;"]*?([\d.]+)px/g)].map(([, size]) => Number(size))
      expect(sizes.length).toBeGreaterThan(10)
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(5)
      // The added name is too long for a line of 86 mm in any font, so it is broken.
      expect(svg.match(/>(?:word ?)+</g)!.length).toBeGreaterThan(1)
    }
  })
})

/** Runs the script with each list of words in turn and prints the sentence that it ends with. */
const LAST_WORDS = `
import json, runpy, sys
for words in json.loads(sys.argv[1]):
    sys.argv = words
    try:
        runpy.run_path(words[0], run_name="__main__")
    except SystemExit as end:
        print(end)
`

describe.skipIf(!HAS_MATPLOTLIB)('the script that redraws a figure, given what it cannot draw', () => {
  it('names the fault in one sentence, and says how it is used when asked', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pentad-figure-'))
    const [data, table] = ['figure.json', 'figure.csv'].map(name => join(folder, name)) as [string, string]
    writeFileSync(data, figureJson(figureOf(86)))
    writeFileSync(table, figureCsv(figureOf(86)))
    const wrong: [string[], RegExp][] = [
      [[join(folder, 'none.json')], /none\.json cannot be read: No such file or directory\.$/],
      [[table], /figure\.csv is no JSON: .*Give the file of Data \(JSON\)/],
      [[data, join(folder, 'a.xyz')], /a\.xyz names no format by its ending: .*pdf.* are known\.$/],
      [[data, join(folder, 'no/a.svg')], /a\.svg cannot be written: No such file or directory\.$/],
    ]
    const lists = JSON.stringify([...wrong.map(([words]) => [SCRIPT, ...words]), [SCRIPT, '--help']])
    const { status, stdout } = spawnSync(PYTHON, ['-c', LAST_WORDS, lists], { encoding: 'utf8' })
    const [first, second, third, fourth, ...help] = stdout.split('\n')
    expect(status).toBe(0)
    for (const [at, line] of [first, second, third, fourth].entries()) expect(line).toMatch(wrong[at]![1])
    expect(help.join('\n')).toContain('python3 redraw.py figure.json [figure.pdf]')
  })
})

it('names matplotlib, and how to install it, where the script that redraws a figure finds none', () => {
  const without =
    'import runpy, sys; sys.modules["matplotlib"] = None; runpy.run_path(sys.argv[1], run_name="__main__")'
  const { status, stderr } = spawnSync(PYTHON, ['-c', without, SCRIPT], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Drawing needs matplotlib 3.6 or newer: python3 -m pip install matplotlib\n',
  })
})

/** Prints the lines that the script draws in each panel: marker, places, and the labels with their offsets. */
const DRAWN = `
import json, runpy, sys
import matplotlib
script = runpy.run_path(sys.argv[1])
with matplotlib.rc_context(script["STYLE"]):
    figure = script["draw"](script["read"](sys.argv[2]))
    print(json.dumps([{
        "marks": [[line.get_marker(), *(float(each) for each in (*line.get_xdata(), *line.get_ydata()))] for line in axes.lines if len(line.get_xdata()) == 1],
        "bars": [[[float(f"{at:.6g}") for at in end] for end in bar] for lines in axes.collections for bar in lines.get_segments()],
        "labels": [[text.get_text(), text.xyann[0], text.xyann[1]] for text in axes.texts],
        "ticks": [text.get_text() for text in axes.get_yticklabels()],
    } for axes in figure.get_axes()]))
`
const drawnAgain = (figure: PaperFigure) => {
  const data = join(mkdtempSync(join(tmpdir(), 'pentad-figure-')), 'figure.json')
  writeFileSync(data, figureJson(figure))
  const { stdout, stderr, status } = spawnSync(PYTHON, ['-c', DRAWN, SCRIPT, data], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout)[0] as {
    marks: [string, number, number][]
    bars: [number, number][][]
    labels: [string, number, number][]
    ticks: string[]
  }
}

describe.skipIf(!HAS_MATPLOTLIB)('what the script draws', () => {
  const look = { colour: '#123456', mark: 'circle', dash: 'solid' } as const
  const of = (points: readonly FigurePoint[], part: Partial<FigureSeries> = {}): PaperFigure => ({
    ...figureOf(86),
    columns: [
      {
        share: 1,
        panels: [
          {
            share: 1,
            name: 'one',
            x: { title: 'x', kind: 'log', range: [0.5, 8] },
            y: { title: 'y', kind: 'log', range: [0.1, 10] },
            rules: [],
            series: [{ name: 'one', look, points, curve: null, ...part }],
          },
        ],
      },
    ],
  })
  const point = (x: number, y: number, low: number | null, high: number | null) => ({ x, y, low, high, tip: '' })

  it('ends an interval without an end at the edge, in a head in place of a cap, and draws what lies beyond as one there', () => {
    const beyond = [point(5, 0.001, 0.0005, 0.002), point(6, 40, 30, 50)]
    const upright = drawnAgain(of([point(1, 2, 1, 4), point(2, 2, null, 4), point(4, 2, 1, null), ...beyond]))
    expect(upright.marks).toEqual(
      expect.arrayContaining([
        ['_', 1, 1],
        ['_', 1, 4],
        ['v', 2, 0.1],
        ['_', 2, 4],
        ['_', 4, 1],
        ['^', 4, 10],
        // Points beyond the axis.
        ['v', 5, 0.1],
        ['^', 6, 10],
      ]),
    )
    expect(upright.marks.filter(([mark]) => mark === '_')).toHaveLength(4)
    expect(upright.bars.map(bar => bar.map(([, y]) => y))).toEqual([
      [1, 4],
      [0.1, 4],
      [1, 10],
    ])
    const sideways = drawnAgain(of([point(2, 1, null, 4), point(2, 3, 1, null)], { sideways: true }))
    expect(sideways.marks).toEqual(
      expect.arrayContaining([
        ['<', 0.5, 1],
        ['|', 4, 1],
        ['|', 1, 3],
        ['>', 8, 3],
      ]),
    )
  })

  it('writes labels beside their moved points, one below the other where they would lie over one another', () => {
    const labelled = [0, 1].map(at => ({ ...point(2, 2, null, null), label: 'XY'[at]! }))
    const { labels } = drawnAgain(of([...labelled, { ...point(2, 5, null, null), label: 'Z' }], { beside: 7 }))
    const across = labels.map(([, x]) => x)
    expect(across).toEqual([11, 11, 11])
    const [z, x, y] = ['Z', 'X', 'Y'].map(name => labels.find(([label]) => label === name)![2])
    expect(z).toBeCloseTo(-2, 6)
    expect(x).toBeCloseTo(-2, 6)
    expect(y).toBeCloseTo(-8, 6)
  })

  it('numbers an axis in full where its values hardly differ', () => {
    const figure = of([point(2, 0.99997, 0.99996, 0.99998)])
    const [{ panels, ...column }] = figure.columns as [FigureColumn]
    const y = { title: 'y', kind: 'linear', range: [0.99994, 1.00001] } as const
    const { ticks } = drawnAgain({ ...figure, columns: [{ ...column, panels: [{ ...panels[0]!, y }] }] })
    expect(ticks.some(text => /^0\.9999\d$/.test(text))).toBe(true)
  })
})
