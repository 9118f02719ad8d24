import { describe, expect, it } from 'vitest'
import { INKS, PAULI_COLOURS, TERM_FILLS } from '../../../renderer/src/draw/charts/colours'
import { DELTA_TERMS } from '../../../renderer/src/draw/modules/delta-bars'
import { ROLE_STYLES } from '../../../renderer/src/draw/modules/role-map'

/** WCAG 2.2, relative luminance and contrast ratio. */
const luminance = (colour: string) => {
  const [r, g, b] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const contrast = (a: string, b: string) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

describe('contrast of drawn parts', () => {
  it.each(DELTA_TERMS)('keeps the bar of %s at 3:1 on the light and the dark card', term => {
    for (const { ground } of Object.values(INKS)) {
      expect(contrast(TERM_FILLS[term], ground)).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(Object.entries(PAULI_COLOURS))('keeps the white letter of Pauli %s at 4.5:1', (_, colour) => {
    expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })

  it.each(Object.values(ROLE_STYLES))('keeps the letter on $name at 4.5:1', ({ colour, ink }) => {
    expect(contrast(colour, ink)).toBeGreaterThanOrEqual(4.5)
  })
})
