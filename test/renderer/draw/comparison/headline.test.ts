import { describe, expect, it } from 'vitest'
import { type FigureRecord, type HeadlineView, headlineFigure } from '../../../../renderer/src/draw/comparison/headline'
import { survivalTable } from '../../../../renderer/src/draw/comparison/survival'
import { composed } from '../../../../renderer/src/draw/figures/compose'
import type { Shape } from '../../../../renderer/src/draw/figures/drawing'
import { type FigurePanel, panelsOf } from '../../../../renderer/src/draw/figures/model'
import { sampleComparison, sampleEstimate, sampleRecord } from '../../samples/runs'

const record = { ...sampleRecord(), mode: 'detection' as const }
const VIEW: HeadlineView = { quantity: 'error', axis: 'rounds', width: 178, scheme: 'light' }
const panelNamed = (start: string, of: FigureRecord = record, view: Partial<HeadlineView> = {}): FigurePanel =>
  panelsOf(headlineFigure(of, { ...VIEW, ...view })).find(({ name }) => name.startsWith(start))!
const within = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap(shape => (shape.kind === 'clip' ? within(shape.shapes) : [shape]))
const withComparison = (part: object): FigureRecord => ({ ...record, comparison: { ...sampleComparison(), ...part } })

describe('the figure of a run', () => {
  it('holds every series with points, intervals, line and band, and names ε, interval and N in its legend', () => {
    const { series } = panelNamed('Error')
    expect(series.map(({ name }) => name)).toEqual(['Encoded', 'Best physical (qubit 0)', 'Median physical (qubit 1)'])
    for (const { points, curve } of series) {
      expect(points.map(({ x }) => x)).toEqual([1, 2, 4, 8])
      for (const { y, low, high } of points) expect([low! <= y, y <= high!]).toEqual([true, true])
      expect(curve!.low).toHaveLength(curve!.x.length)
    }
    const { legend } = headlineFigure(record, VIEW)
    expect(legend[0]!.note).toBe('ε = 9.00 [8.10, 9.90] %, *N* = 80,000 shots')
  })

  it('draws a fit from R = 0 where that point joined it, and from its first rounds where R = 0 is only shown', () => {
    const { encoded } = sampleComparison()
    const pooled = [{ ...encoded.pooled[0]!, rounds: 0 }, ...encoded.pooled]
    const begins = (zero_rounds: 'joined' | 'shown') => {
      const fit = { ...encoded.fit!, zero_rounds }
      const { series } = panelNamed('Error', withComparison({ encoded: { ...encoded, pooled, fit } }))
      return [series[0]!.points[0]!.x, series[0]!.curve!.x[0]]
    }
    expect(begins('joined')).toEqual([0, 0])
    expect(begins('shown')).toEqual([0, 1])
  })

  it('names the predicted acceptance where its panel stands', () => {
    const names = (width: 86 | 178, of: FigureRecord = record) =>
      headlineFigure(of, { ...VIEW, width }).legend.map(({ name }) => name)
    expect(names(178)).toContain('Acceptance, predicted')
    expect(names(86)).not.toContain('Acceptance, predicted')
    const acceptance = record.comparison.acceptance.map(each => ({ ...each, predicted: null }))
    expect(names(178, withComparison({ acceptance }))).not.toContain('Acceptance, predicted')
  })

  it.each([86, 178] as const)('keeps to the sizes that journals ask for at %i mm', width => {
    const { shapes } = composed(headlineFigure(record, { ...VIEW, width }), 'light')
    const sizes = shapes.flatMap(shape =>
      shape.kind === 'text' ? shape.runs.map(({ scale }) => shape.size * scale) : [],
    )
    const strokes = shapes.flatMap(shape => ('stroke' in shape && shape.stroke ? [shape.stroke.width] : []))
    expect([Math.min(...sizes) >= 5, Math.max(...sizes) <= 8]).toEqual([true, true])
    expect(strokes.length).toBeGreaterThan(50)
    expect(Math.min(...strokes)).toBeGreaterThanOrEqual(0.5)
  })

  it('writes in its legend a bound of ε by its own sign, without an equals sign', () => {
    const bound = { ...sampleEstimate(null), low: 0.28 }
    const { fit } = record.comparison.encoded
    const encoded = { ...record.comparison.encoded, fit: { ...fit!, error_per_round: bound } }
    const { legend } = headlineFigure({ ...record, comparison: { ...record.comparison, encoded } }, VIEW)
    expect(legend[0]!.note).toMatch(/^ε > 28 %,/)
  })

  it.each(['error', 'survival'] as const)('has every point and every interval within the range of %s', quantity => {
    const { series, y } = panelNamed(quantity === 'error' ? 'Error' : 'Survival', record, { quantity })
    expect(y.kind).toBe(quantity === 'error' ? 'log' : 'linear')
    for (const { points } of series)
      for (const { low, high } of points) {
        expect(low).toBeGreaterThanOrEqual(y.range[0])
        expect(high).toBeLessThanOrEqual(y.range[1])
      }
  })

  it('places rounds at R × T_round on the axis of time, in a unit that fits', () => {
    const { series, x } = panelNamed('Error', record, { axis: 'time' })
    expect(x.title).toContain('(µs)')
    expect(series[0]!.points.at(-1)!.x).toBeCloseTo((8 * record.round_duration_measured.value_ns) / 1_000, 9)
  })

  it('shows the ratio of errors with intervals around the line at 1', () => {
    const { name, series, rules, y } = panelNamed('Error ratio')
    expect([name, y.title].join()).not.toMatch(/gain/i)
    expect(rules).toEqual([{ along: 'x', at: 1 }])
    expect(y.range[0]).toBeLessThan(1)
    expect(y.range[1]).toBeGreaterThan(1)
    const { encoded, best } = sampleComparison()
    series[0]!.points.forEach(({ y: ratio, low, high }, at) => {
      expect(ratio).toBeCloseTo(best!.pooled[at]!.error.value! / encoded.pooled[at]!.error.value!, 12)
      expect(low!).toBeLessThan(ratio)
      expect(high!).toBeGreaterThan(ratio)
    })
  })

  it.each([
    [[0, 1, 2, 4, 8], 1.6],
    [[0, 1, 40], 0.5],
  ])(
    'moves a series as far in both panels of errors, after %j rounds by a small part of their spacing',
    (lengths, most) => {
      const at = <T extends { readonly rounds: number }>(items: readonly T[]) =>
        lengths.map((rounds, n) => ({ ...items[n % items.length]!, rounds }))
      const { encoded, best, median, physical } = sampleComparison()
      const moved = withComparison({
        encoded: {
          ...encoded,
          pooled: at(encoded.pooled),
          fit: { ...encoded.fit!, residuals: at(encoded.fit!.residuals) },
        },
        best: best && { ...best, pooled: at(best.pooled) },
        median: median && { ...median, pooled: at(median.pooled) },
        physical: physical.map(each => ({
          ...each,
          fit: each.fit && { ...each.fit, residuals: at(each.fit.residuals) },
        })),
      })
      const besides = ['Error 1', 'Fit residuals'].map(name =>
        panelNamed(name, moved).series.map(one => one.beside ?? 0),
      )
      besides.push([0, ...panelNamed('Error ratio', moved).series.map(({ beside }) => beside ?? 0)])
      expect(besides[0]).toHaveLength(3)
      expect(besides[2]).toEqual(besides[0])
      // Residuals of all series lie about 0: their marks stand at least as far apart, and at most twice as far.
      const [near, far] = besides as [number[], number[]]
      for (const [at, beside] of far.entries()) {
        expect(Math.abs(beside)).toBeGreaterThanOrEqual(Math.abs(near[at]!))
        expect(Math.abs(beside)).toBeLessThanOrEqual(2 * Math.abs(near[at]!))
      }
      expect(new Set(besides[0]).size).toBe(3)
      for (const beside of besides[0]!) expect(Math.abs(beside)).toBeLessThanOrEqual(most)
    },
  )

  it('names the basis of residuals beyond a standard error, and looks into none below a standard error', () => {
    const leaving = (residual: number) => ({
      ...sampleComparison().encoded.fit!,
      residuals: [{ rounds: 1, basis: 'X' as const, residual }],
    })
    const only = (residual: number) =>
      withComparison({ best: null, median: null, encoded: { ...sampleComparison().encoded, fit: leaving(residual) } })
    const { series, y } = panelNamed('Fit residuals', only(1e-16))
    expect(series[0]!.points[0]!.label).toBeUndefined()
    expect(panelNamed('Fit residuals', only(-4)).series[0]!.points[0]!.label).toBe('X')
    expect(y.range[1]).toBeGreaterThan(2)
    expect(panelNamed('Fit residuals', only(-4)).y.range[0]).toBeLessThan(-4)
  })

  it('sets measured beside predicted acceptance, and has no such panel where every shot is kept', () => {
    expect(panelNamed('Acceptance').series.map(({ points, curve }) => [points.length, curve?.x.length])).toEqual([
      [0, 4],
      [4, undefined],
    ])
    const one = { value: 1, low: 1, high: 1, confidence: 0.95, method: 'x' }
    const kept = withComparison({ acceptance: [{ rounds: 1, measured: one, predicted: 1 }] })
    expect(panelNamed('Acceptance', { ...kept, mode: 'correction' })).toBeUndefined()
  })

  it('shows what acceptance of nearly all shots has beside 1, and names its marks', () => {
    const measured = { value: 0.99996, low: 0.99993, high: 0.99998, confidence: 0.95, method: 'x' }
    const nearly = withComparison({ acceptance: [1, 2, 4].map(rounds => ({ rounds, measured, predicted: 0.99995 })) })
    const [low, high] = panelNamed('Acceptance', nearly).y.range
    expect(high - low).toBeLessThan(5e-4)
    expect(low).toBeLessThan(measured.low)
    const { legend } = headlineFigure({ ...nearly, mode: 'correction' }, { ...VIEW, width: 178 })
    expect(legend.map(({ name, line, marks }) => [name, line, marks]).slice(-2)).toEqual([
      ['Acceptance, measured', false, true],
      ['Acceptance, predicted', true, false],
    ])
  })

  it('is not stretched by R = 0, where hardly anything fails: those points are arrowheads at the edge', () => {
    const { encoded, best } = sampleComparison()
    const rare = (pooled: typeof encoded.pooled) => [
      { ...pooled[0]!, rounds: 0, failures: 2, error: { ...sampleEstimate(1.7e-5), low: 2e-6, high: 6e-5 } },
      ...pooled,
    ]
    const bent = withComparison({ best: best && { ...best, pooled: rare(best.pooled) } })
    for (const name of ['Error 1', 'Error ratio']) {
      const [low, high] = panelNamed(name, bent).y.range
      expect(low).toBe(panelNamed(name).y.range[0])
      expect(high).toBe(panelNamed(name).y.range[1])
    }
    const near = rare(best!.pooled)
    near[0] = { ...near[0]!, error: sampleEstimate(panelNamed('Error 1').y.range[0] / 5) }
    const stretched = withComparison({ best: best && { ...best, pooled: near } })
    expect(panelNamed('Error 1', stretched).y.range[0]).toBeLessThan(near[0].error.value!)
    const tips = within(composed(headlineFigure(bent, VIEW), 'light').shapes).flatMap(shape =>
      shape.kind === 'area' && shape.tip?.includes('beyond the axis') ? [shape.tip] : [],
    )
    expect(tips).toEqual([expect.stringMatching(/^Best physical \(qubit 0\): R = 0, 1\.7 .*, beyond the axis$/)])
  })

  it('draws errors of 0 as bounds, and leaves out where nothing was accepted', () => {
    const { encoded } = sampleComparison()
    const [first, second, ...rest] = encoded.pooled
    const none = { ...first!, failures: 0, error: { ...sampleEstimate(0), high: 0.001 } }
    const empty = { ...second!, accepted: 0, failures: 0, error: sampleEstimate(null) }
    const thinned = withComparison({ encoded: { ...encoded, pooled: [none, empty, ...rest] } })
    const [points] = panelNamed('Error', thinned).series.map(series => series.points)
    expect(points!.map(({ x }) => x)).toEqual([1, 4, 8])
    expect(points![0]).toMatchObject({ y: 0.001, bound: 'below', low: null })
    expect(panelNamed('Survival', thinned, { quantity: 'survival' }).series[0]!.points[0]!.y).toBe(1)
    expect(survivalTable(thinned.comparison).rows[1]).toContain('—')
  })

  it('is drawn without baselines and without a fit', () => {
    const bare = withComparison({ best: null, median: null, encoded: { ...sampleComparison().encoded, fit: null } })
    expect(panelNamed('Error', bare).series).toHaveLength(1)
    expect(panelNamed('Error ratio', bare).absent).toBeDefined()
    expect(panelNamed('Fit residuals', bare).absent).toBeDefined()
  })

  it('says in words what it shows, that it is simulated, and which run it is', () => {
    const { alt, stamp, source } = headlineFigure(record, VIEW)
    expect(alt).toMatch(/^Simulated\. .*best physical \(qubit 0\).*loss\.$/)
    expect(stamp).toBe('SIMULATED')
    expect(source).toContain(record.run_id.slice(0, 8))
    expect(headlineFigure({ ...record, simulated: false }, VIEW).stamp).toBeNull()
  })
})
