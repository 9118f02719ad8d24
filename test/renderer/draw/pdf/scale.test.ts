import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linearScale, logScale, namedScale, tickWriter } from '../../../../renderer/src/draw/pdf/scale'

const plain = tickWriter(undefined)

describe('an axis on paper', () => {
  it('ticks round values inside its ends, a few of them', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        (low, span) => {
          const { ticks, place } = linearScale(low, low + span, plain)
          expect(ticks.length).toBeGreaterThanOrEqual(2)
          expect(ticks.length).toBeLessThanOrEqual(9)
          for (const { value } of ticks) {
            expect(place(value)).toBeGreaterThan(-1e-3)
            expect(place(value)).toBeLessThan(1 + 1e-3)
          }
        },
      ),
    )
  })

  it('writes rates in percent where the chart does', () => {
    expect(['.3~%', '.2~p'].map(format => tickWriter(format)(1e-5))).toEqual(['0.001 %', '0.001 %'])
    expect(tickWriter(',.2~r')(20)).toBe('20')
    expect(linearScale(0, 1, tickWriter('.0%'), 5).ticks.map(({ text }) => text)).toEqual([
      '0 %',
      '20 %',
      '40 %',
      '60 %',
      '80 %',
      '100 %',
    ])
  })

  it('has ticks on a logarithmic axis however short it is', () => {
    expect(logScale(0.26, 0.33, plain).ticks.length).toBeGreaterThanOrEqual(2)
    expect(logScale(1e-6, 1, plain).ticks).toHaveLength(7)
  })

  it('lays equal factors equally far apart', () => {
    const { place } = logScale(0.01, 100, plain)
    expect([0.01, 0.1, 1, 10, 100].map(place)).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect(place(0)).toBe(Number.NEGATIVE_INFINITY)
  })

  it('has the first name at the top', () => {
    const { place } = namedScale(['Encoded', 'Best'])
    expect(place('Encoded')).toBeGreaterThan(place('Best'))
  })
})
