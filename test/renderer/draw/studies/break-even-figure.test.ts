import { describe, expect, it } from 'vitest'
import { composed } from '../../../../renderer/src/draw/figures/compose'
import type { Shape } from '../../../../renderer/src/draw/figures/drawing'
import { panelsOf } from '../../../../renderer/src/draw/figures/model'
import {
  breakEvenFigure,
  breakEvenTable,
  crossingText,
  type PhysicalReference,
} from '../../../../renderer/src/draw/studies/break-even-figure'
import { studyCsv } from '../../../../renderer/src/draw/studies/study-csv'
import { estimateOf, sampleStudy } from '../../samples/studies'

const study = sampleStudy()
const figureOf = (of: typeof study, against: readonly PhysicalReference[] = ['best']) =>
  breakEvenFigure(of, { against, scheme: 'light', width: 86 })
const panelOf = (...of: Parameters<typeof figureOf>) => panelsOf(figureOf(...of))[0]!
const lines = (...of: Parameters<typeof figureOf>) => panelOf(...of).series.filter(({ sideways }) => !sideways)
const crossings = (...of: Parameters<typeof figureOf>) => panelOf(...of).series.filter(({ sideways }) => sideways)

/** Points of 86 mm. */
const WIDTH = (86 * 72) / 25.4

const within = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap(shape => (shape.kind === 'clip' ? within(shape.shapes) : [shape]))

/** Where the longest horizontal bar begins and ends, and where arrow heads lie at its height. */
function crossingDrawn(of: typeof study) {
  const shapes = within(composed(figureOf(of), 'light').shapes)
  const level = shapes.flatMap(shape => {
    if (shape.kind !== 'line' || shape.stroke.width !== 0.8 || shape.places.length !== 2) return []
    const [[x1, y1], [x2, y2]] = shape.places as [[number, number], [number, number]]
    return y1 === y2 ? [{ y: y1, bar: [x1, x2] as const }] : []
  })
  const { y, bar } = level.reduce((long, each) => (each.bar[1] - each.bar[0] > long.bar[1] - long.bar[0] ? each : long))
  const heads = shapes.flatMap(shape =>
    shape.kind === 'area' && shape.tip === undefined && Math.abs(middle(shape.places, 1) - y) < 0.1
      ? [middle(shape.places, 0)]
      : [],
  )
  return { bar, heads }
}

const middle = (places: readonly (readonly [number, number])[], along: 0 | 1): number => {
  const all = places.map(place => place[along])
  return (Math.min(...all) + Math.max(...all)) / 2
}

describe('the break-even figure', () => {
  it('draws a line with intervals for each kind and each qubit compared with', () => {
    const two = sampleStudy({}, ['all', 'idle'])
    expect(lines(two, ['best', 'median']).map(({ name }) => name)).toEqual([
      'all errors, against the best qubit',
      'all errors, against the median qubit',
      'idle (1/T1, 1/T2), against the best qubit',
      'idle (1/T1, 1/T2), against the median qubit',
    ])
    const [line] = lines(two)
    expect(line!.points.map(({ y, low, high }) => [y, low, high])).toEqual(
      study.points.map(({ gain_best: { estimate } }) => [estimate.value, estimate.low, estimate.high]),
    )
    expect(line!.curve!.y).toEqual(line!.points.map(({ y }) => y))
  })

  it('distinguishes kinds and qubits compared with by mark and dash, not by colour alone', () => {
    const looks = lines(sampleStudy({}, ['all', 'idle']), ['best', 'median']).map(({ look }) => look)
    expect(new Set(looks.map(({ mark }) => mark)).size).toBe(4)
    expect(looks.map(({ dash }) => dash)).toEqual(['solid', 'dash', 'solid', 'dash'])
  })

  it('orders points by factor, however they came', () => {
    const [line] = lines({ ...study, points: [...study.points].reverse() })
    expect(line!.points.map(({ x }) => x)).toEqual(study.request.scales)
  })

  it('leaves out gains that are not known, shows bounds as such, and never gives a logarithmic axis a 0', () => {
    const [first, second, third, ...rest] = study.points
    const gain = (change: object) => ({ estimate: { ...estimateOf(2), ...change }, verdict: 'inconclusive' as const })
    const points = [
      { ...first!, gain_best: gain({ value: null, low: null, high: null }) },
      { ...second!, gain_best: gain({ low: 0 }) },
      { ...third!, gain_best: gain({ value: null, low: 1.5, high: null }) },
      ...rest,
    ]
    const [line] = lines({ ...study, points })
    expect(line!.points.map(({ x }) => x)).toEqual(study.request.scales.slice(1))
    expect(line!.points[1]).toMatchObject({ y: 1.5, low: null, high: null, bound: 'above' })
    expect(line!.curve!.x).toEqual([study.request.scales[1], ...study.request.scales.slice(3)])
    const { x, y } = panelOf({ ...study, points })
    for (const end of [...x.range, ...y.range]) expect(end).toBeGreaterThan(0)
  })

  it('marks gain 1, the device as calibrated, and the crossing with its interval', () => {
    expect(panelOf(study).rules).toEqual([
      { along: 'x', at: 1 },
      { along: 'y', at: 1 },
    ])
    expect(crossings(study).map(({ points }) => points)).toMatchObject([
      [{ x: 0.4, y: 1, low: 0.4 * 0.9, high: 0.4 * 1.1 }],
    ])
    expect(figureOf(study).legend[0]!.note).toBe('gain 1 at factor 0.400 [0.360, 0.440]')
  })

  it('claims no end of an interval that lies beyond the factors asked', () => {
    const [best] = study.crossings
    const withFactor = (change: object) => ({
      ...study,
      crossings: [{ ...best!, factor: { ...best!.factor, ...change } }],
    })
    expect(crossings(withFactor({ low: null }))[0]!.points).toMatchObject([{ x: 0.4, low: null, high: 0.4 * 1.1 }])
    expect(crossings(withFactor({ value: null, low: null }))[0]!.points).toMatchObject([
      { x: 0.4 * 1.1, bound: 'below' },
    ])
  })

  it('draws the interval of a crossing to the edge, with a head there, where one end of it is not known', () => {
    const [best] = study.crossings
    const drawn = (change: object) =>
      crossingDrawn({ ...study, crossings: [{ ...best!, factor: { ...best!.factor, ...change } }] })
    const whole = drawn({})
    expect(whole.heads).toEqual([])
    const below = drawn({ low: null })
    expect(below.bar[0]).toBeLessThan(whole.bar[0] - 10)
    expect(below).toEqual({ bar: [below.bar[0], whole.bar[1]], heads: [expect.closeTo(below.bar[0], -1)] })
    const above = drawn({ high: null })
    expect(above.bar[1]).toBeGreaterThan(whole.bar[1] + 10)
    expect(above).toEqual({ bar: [whole.bar[0], above.bar[1]], heads: [expect.closeTo(above.bar[1], -1)] })
    expect(above.bar[1]).toBeLessThan(above.bar[0] + WIDTH)
  })

  it('draws no crossing where there is none, and says so in words', () => {
    expect(crossings(study, ['median'])).toEqual([])
    expect(figureOf(study, ['median']).legend[0]!.note).toBe('no crossing found')
    expect(study.crossings.map(crossingText)).toEqual([
      'all errors must fall to 0.4 of what they are',
      'all errors: no crossing within the factors asked, against the median qubit',
    ])
    expect(crossingText({ ...study.crossings[0]!, text: '' })).toContain('0.400 [0.360, 0.440]')
  })

  it('has a table with intervals and a CSV with a line for each figure', () => {
    const table = breakEvenTable(study)
    for (const row of table.rows) expect(row).toHaveLength(table.columns.length)
    const lines = studyCsv(study).trim().split('\r\n')
    expect(lines).toHaveLength(1 + study.points.length * 6 + study.crossings.length)
    for (const line of lines) expect(line.split(',')).toHaveLength(11)
    expect(lines.at(-1)).toContain('crossing_median,,,')
  })

  it('says nothing of crossings before the map is complete, and draws an empty one without a point', () => {
    const { legend } = figureOf({ ...study, crossings: [] })
    expect(legend[0]!.note).toBe('')
    const { series } = panelOf({ ...study, points: [], crossings: [] })
    expect(series.map(({ points, curve }) => [points, curve])).toEqual([[[], null]])
  })
})
