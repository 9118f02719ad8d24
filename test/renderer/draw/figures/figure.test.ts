import { createFont } from 'fonteditor-core'
import { describe, expect, it } from 'vitest'
import { FIGURE_SERIES, INKS } from '../../../../renderer/src/draw/charts/colours'
import { headlineFigure } from '../../../../renderer/src/draw/comparison/headline'
import { alongRounds } from '../../../../renderer/src/draw/comparison/ranges'
import { lookOf, seriesOf } from '../../../../renderer/src/draw/comparison/series'
import { residualPanel } from '../../../../renderer/src/draw/comparison/side-panels'
import { composed } from '../../../../renderer/src/draw/figures/compose'
import { figureCsv, figureJson } from '../../../../renderer/src/draw/figures/data'
import type { Drawing, Shape } from '../../../../renderer/src/draw/figures/drawing'
import { fontFaces, usedCharacters } from '../../../../renderer/src/draw/figures/font-subset'
import { panelsOf } from '../../../../renderer/src/draw/figures/model'
import { svgText } from '../../../../renderer/src/draw/figures/svg'
import { axisScale } from '../../../../renderer/src/draw/figures/ticks'
import { markedRuns, runsText, runsWidth } from '../../../../renderer/src/draw/figures/typeset'
import { advanceWidth } from '../../../../renderer/src/draw/figures/widths'
import { figurePdf } from '../../../../renderer/src/draw/pdf/figure-pdf'
import { sampleComparison } from '../../samples/runs'
import { FONTS } from '../fonts'
import { lightnessOf, luminance } from '../greyscale'
import { fontsOf, HAS_POPPLER, infoOf, pagesOf } from '../pdf/read-pdf'
import { FIGURES, figureOf, record } from './sample-figures'

const drawingOf = (width: 86 | 178) => composed(figureOf(width), 'light')
const AT_WIDTHS = FIGURES.flatMap(([name, figure]) => [[name, 86, figure] as const, [name, 178, figure] as const])

const within = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap(shape => (shape.kind === 'clip' ? within(shape.shapes) : [shape]))

const placesIn = (shapes: readonly Shape[]): (readonly [number, number])[] =>
  shapes.flatMap(shape => {
    if (shape.kind === 'clip') return []
    return shape.kind === 'line' || shape.kind === 'area' ? shape.places : [shape.at]
  })

describe('a figure', () => {
  it.each(AT_WIDTHS)('of %s is %d mm wide and draws nothing outside of itself', (_, width, figure) => {
    const drawing: Drawing = composed(figure(width), 'light')
    expect((drawing.width / 72) * 25.4).toBeCloseTo(width, 9)
    for (const [x, y] of placesIn(drawing.shapes)) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(drawing.width)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(drawing.height)
    }
  })

  it.each(AT_WIDTHS)(
    'of %s at %d mm keeps every word within itself, however long names and sources are',
    (_, width, of) => {
      const figure = of(width)
      const long = {
        ...figure,
        source: `run 0123abcd of ${'a-name-that-goes-on-'.repeat(9)} and calibration cal-20251208T143709Z-9855a6fcce`,
        legend: figure.legend.map(entry => ({
          ...entry,
          name: `Median physical (qubit 116) of ${'a long name '.repeat(9)}`,
          note: 'ε = 2.502 [2.442, 2.562] × 10^{-5}, *N* = 160,000,000 shots',
        })),
      }
      for (const drawing of [composed(figure, 'light'), composed(long, 'light')]) {
        const texts = within(drawing.shapes).flatMap(shape => (shape.kind === 'text' && !shape.turned ? [shape] : []))
        for (const { at, runs, size, anchor } of texts) {
          const wide = runsWidth(runs, size)
          const left = at[0] - { start: 0, middle: wide / 2, end: wide }[anchor]
          expect(left, runsText(runs)).toBeGreaterThanOrEqual(0)
          expect(left + wide, runsText(runs)).toBeLessThanOrEqual(drawing.width)
          expect(at[1], runsText(runs)).toBeLessThanOrEqual(drawing.height)
        }
      }
    },
  )

  it('writes nothing below 7 points, indices and exponents nothing below 5, and draws no line below half a point, as journals ask', () => {
    for (const [, width, figure] of AT_WIDTHS) {
      const all = within(composed(figure(width), 'light').shapes)
      const sizes = all.flatMap(shape => (shape.kind === 'text' ? [shape.size] : []))
      const runs = all.flatMap(shape =>
        shape.kind === 'text' ? shape.runs.map(({ scale }) => scale * shape.size) : [],
      )
      expect(Math.min(...runs)).toBeGreaterThanOrEqual(5)
      const strokes = all.flatMap(shape => ('stroke' in shape && shape.stroke ? [shape.stroke.width] : []))
      expect(sizes.length).toBeGreaterThan(8)
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(7)
      expect(Math.min(...strokes)).toBeGreaterThanOrEqual(0.5)
    }
  })

  it('writes the bases beside points that lie over one another below each other', () => {
    const fit = { ...sampleComparison().encoded.fit! }
    const residuals = (['X', 'Y', 'Z'] as const).map(basis => ({ rounds: 4, basis, residual: 1.1 }))
    const encoded = { ...record.comparison.encoded, fit: { ...fit, residuals } }
    const comparison = { ...record.comparison, encoded, best: null, median: null }
    const panel = residualPanel(comparison, { along: alongRounds, scheme: 'light' })
    const alone = { ...figureOf(86), columns: [{ share: 1, panels: [panel] }] }
    const letters = within(composed(alone, 'light').shapes).flatMap(shape =>
      shape.kind === 'text' && ['X', 'Y', 'Z'].includes(runsText(shape.runs)) ? [shape.at[1]] : [],
    )
    const heights = letters.toSorted((a, b) => a - b)
    expect(heights).toHaveLength(3)
    for (const [at, height] of heights.slice(1).entries()) expect(height - heights[at]!).toBeGreaterThan(5)
  })

  it('is distinguished in greyscale: lightness, mark and dash of the series differ', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const looks = seriesOf(sampleComparison()).map(series => lookOf(series, scheme))
      const lightness = looks.map(({ colour }) => lightnessOf(colour))
      const sorted = lightness.toSorted((a, b) => a - b)
      for (const [at, one] of sorted.slice(1).entries()) expect(one - sorted[at]!).toBeGreaterThan(12)
      expect(new Set(looks.map(({ mark }) => mark)).size).toBe(3)
      expect(new Set(looks.map(({ dash }) => dash)).size).toBe(3)
      for (const colour of FIGURE_SERIES[scheme])
        expect(contrast(luminance(colour), luminance(INKS[scheme].ground))).toBeGreaterThan(3)
    }
  })

  it('writes SVG with its text as text, its fonts as data and nothing that a run name could break', async () => {
    const named = { ...figureOf(86), alt: '<script>&"', source: 'run </text>\u0000' }
    const drawing = composed(named, 'light')
    const svg = svgText(drawing, { css: await fontFaces(drawing, FONTS) })
    expect(svg).toMatch(/^<svg [^>]*width="243\.78pt"/)
    expect(svg).toContain('<title>&lt;script&gt;&amp;&quot;</title>')
    expect(svg).toContain('run &lt;/text&gt;')
    expect(svg).not.toContain('\u0000')
    expect(svg.match(/@font-face/g)).toHaveLength(3)
    expect(svg).toMatch(/>Encoded, <\/tspan>|>Encoded, /)
    // Every tag is closed.
    for (const tag of ['g', 'text', 'tspan', 'clipPath', 'circle'])
      expect(svg.split(`<${tag}`).length - 1 - (svg.match(new RegExp(`<${tag}[^>]*/>`, 'g'))?.length ?? 0), tag).toBe(
        svg.split(`</${tag}>`).length - 1,
      )
  })

  it('carries in its subset every character that it writes', async () => {
    const drawing = drawingOf(178)
    const css = await fontFaces(drawing, FONTS)
    const data = Buffer.from(
      /font-weight:400;font-style:normal;src:url\(data:font\/ttf;base64,([^)]+)/.exec(css)![1]!,
      'base64',
    )
    const subset = createFont(data.buffer.slice(data.byteOffset, data.byteOffset + data.length) as ArrayBuffer, {
      type: 'ttf',
    })
    const { cmap } = subset.get()
    for (const code of usedCharacters(drawing).get('regular')!)
      expect(cmap, String.fromCodePoint(code)).toHaveProperty(String(code))
    expect(data.length).toBeLessThan(40_000)
  })

  it('knows how wide its font is', () => {
    for (const [face, bold] of [
      ['regular', false],
      ['bold', true],
    ] as const) {
      const file = FONTS[face]
      const font = createFont(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer, {
        type: 'ttf',
      }).get()
      for (const character of 'abcXYZ0189 .,[]%×−½εΔσµ⁻³₀‹›†')
        expect(advanceWidth(character, bold), character).toBe(
          Math.round(
            (font.glyf[(font.cmap as Record<number, number>)[character.codePointAt(0)!]!]!.advanceWidth * 1_000) /
              font.head.unitsPerEm!,
          ),
        )
    }
  })

  it.skipIf(!HAS_POPPLER)(
    'is a tagged PDF of its own size with every font embedded and its text searchable',
    async () => {
      const pdf = await figurePdf(figureOf(86), FONTS)
      expect(infoOf(pdf)).toMatchObject({
        Tagged: 'yes',
        Pages: '1',
        Title: expect.stringContaining(record.run_id.slice(0, 8)),
      })
      expect(infoOf(pdf)['Page size']).toMatch(/^243\.78/)
      for (const { embedded } of fontsOf(pdf)) expect(embedded).toBe(true)
      expect(pagesOf(pdf)[0]).toContain('9.00 [8.10, 9.90] %')
      expect(Buffer.from(await figurePdf(figureOf(86), FONTS)).equals(Buffer.from(pdf))).toBe(true)
    },
  )

  it.skipIf(!HAS_POPPLER).each(FIGURES)('of %s is a tagged PDF with a title and every font embedded', async (_, of) => {
    const pdf = await figurePdf(of(178), FONTS)
    expect(infoOf(pdf)).toMatchObject({ Tagged: 'yes', Pages: '1', Title: expect.stringMatching(/^\S.*: ./) })
    const fonts = fontsOf(pdf)
    expect(fonts.length).toBeGreaterThan(0)
    for (const { embedded } of fonts) expect(embedded).toBe(true)
  })

  it('leaves as data: every point with its interval, unrounded', () => {
    const figure = figureOf(178)
    const points = panelsOf(figure).flatMap(({ series }) => series.flatMap(each => each.points))
    const rows = figureCsv(figure).trim().split('\r\n')
    expect(rows.filter(row => row.includes(',point,'))).toHaveLength(points.length)
    const { best } = sampleComparison()
    expect(figureCsv(figure)).toContain(String(best!.pooled[0]!.error.low))
    for (const row of rows.slice(1)) expect(row).toMatch(/,Rounds R,[^,]+$/)
    expect(JSON.parse(figureJson(figure))).toMatchObject({ format: 'pentad-figure/1', width_mm: 178 })
  })

  it('names the units of both axes in each row of its data', () => {
    const figure = headlineFigure(record, { quantity: 'survival', axis: 'time', width: 86, scheme: 'light' })
    const rows = figureCsv(figure).trim().split('\r\n')
    expect(rows[0]).toMatch(/,x_axis,y_axis$/)
    expect(rows[1]).toMatch(/,Time R × T_round \(µs\),Survival probability P\(R\)$/)
    expect(rows.every(row => !/[*{}]/.test(row))).toBe(true)
  })
})

describe('the axes', () => {
  const labels = (axis: Parameters<typeof axisScale>[0], most = 6) =>
    axisScale(axis, most).major.map(({ label }) => runsText(label))
  const axis = (kind: 'linear' | 'log', low: number, high: number) => ({ title: '', kind, range: [low, high] as const })

  it('are ticked at powers of ten with eight between, at 1, 2 and 5 where they are short', () => {
    expect(labels(axis('log', 0.0005, 0.5))).toEqual(['10−3', '10−2', '10−1'])
    expect(axisScale(axis('log', 0.001, 1), 6).minor).toHaveLength(24)
    expect(labels(axis('log', 0.02, 0.9))).toEqual(['0.02', '0.05', '0.1', '0.2', '0.5'])
  })

  it('are ticked at whole rounds, and at round steps with one number of decimals', () => {
    expect(labels({ ...axis('linear', -0.2, 4.2), whole: true })).toEqual(['0', '1', '2', '3', '4'])
    expect(labels(axis('linear', -2.6, 2.6))).toEqual(['−2', '−1', '0', '1', '2'])
    expect(labels({ ...axis('linear', 0.94, 1.02), limits: [0, 1] })).toEqual(['0.94', '0.96', '0.98', '1.00'])
    expect(labels(axis('linear', 0.7, 1))).toEqual(['0.70', '0.75', '0.80', '0.85', '0.90', '0.95', '1.00'])
  })
})

it('marks italics, indices and exponents', () => {
  expect(markedRuns('*T*_{round} × 10^{-2}').map(({ text, face, rise }) => [text, face, Math.sign(rise)])).toEqual([
    ['T', 'italic', 0],
    ['round', 'regular', -1],
    [' × 10', 'regular', 0],
    ['−2', 'regular', 1],
  ])
})

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
