import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  colourAt,
  colourOf,
  inkOn,
  SCALES,
  scalePosition,
  ticksOf,
} from '../../../../renderer/src/draw/calibration/error-scale'

const scales = Object.entries(SCALES)
const luminance = (colour: string) => {
  const [r, g, b] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

describe('the absolute colour scale', () => {
  it.each(scales)('draws the best %s darkest and the worst brightest', (_, scale) => {
    expect(colourOf(scale, scale.best)).toBe('#440154')
    expect(colourOf(scale, scale.worst)).toBe('#fde725')
  })

  it.each(scales)('keeps %s beyond its ends at its ends', (_, scale) => {
    expect(scalePosition(scale, scale.unit === 'us' ? 1e9 : 0)).toBe(0)
    expect(scalePosition(scale, scale.unit === 'us' ? 0 : 1)).toBe(1)
  })

  it('grows brighter all the way, so that it survives without hue', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.98, noNaN: true }), place => {
        expect(luminance(colourAt(place + 0.02))).toBeGreaterThan(luminance(colourAt(place)))
      }),
    )
  })

  it('writes on every colour with at least 4.5:1', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), place => {
        const colour = colourAt(place)
        const [low, high] = [luminance(colour), luminance(inkOn(colour))].sort((a, b) => a - b) as [number, number]
        expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('ticks every power of ten between its ends', () => {
    expect(ticksOf(SCALES.cz).map(tick => tick.value)).toEqual([0.001, 0.01, 0.1])
    expect(ticksOf(SCALES.t1).map(tick => tick.value)).toEqual([1000, 100, 10])
    expect(ticksOf(SCALES.cz).map(tick => tick.place)).toEqual([0, 0.5, 1].map(place => expect.closeTo(place, 9)))
  })
})
