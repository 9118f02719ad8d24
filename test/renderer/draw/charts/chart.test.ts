import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../../renderer/src/draw/charts/chart'
import { INKS } from '../../../../renderer/src/draw/charts/colours'
import { layoutFor, merged, stamped } from '../../../../renderer/src/draw/charts/plotly-layout'

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map(at => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const contrast = (a: string, b: string) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light! + 0.05) / (dark! + 0.05)
}

describe.each(['light', 'dark'] as const)('the %s inks', scheme => {
  const inks = INKS[scheme]

  it.each(['ink', 'quiet', 'accent', 'ok', 'warn', 'bad', 'simulated'] as const)('write %s legibly', name => {
    expect(contrast(inks[name], inks.ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(inks.series)('draw the series %s visibly', colour => {
    expect(contrast(colour, inks.ground)).toBeGreaterThanOrEqual(3)
  })

  it('never draw two series alike', () => {
    expect(new Set(inks.series).size).toBe(inks.series.length)
  })
})

describe('the layout of a chart', () => {
  it('takes the inks of the theme, and the page has the last word', () => {
    const layout = layoutFor('dark', { yaxis: { gridcolor: '#123456' }, margin: { l: 90 } })
    expect(layout).toMatchObject({
      paper_bgcolor: INKS.dark.ground,
      xaxis: { gridcolor: INKS.dark.line },
      yaxis: { gridcolor: '#123456', linecolor: INKS.dark.quiet },
      margin: { l: 90, r: 16 },
      template: { data: { bar: [{ error_y: { color: INKS.dark.ink } }] } },
    })
  })

  it('gives the theme to every axis the page names', () => {
    expect(layoutFor('light', { yaxis2: { side: 'right' } })).toMatchObject({
      yaxis2: { side: 'right', gridcolor: INKS.light.line },
    })
  })

  it('leaves what it was given as it was', () => {
    const own = { xaxis: { title: { text: 'Rounds' } } }
    layoutFor('light', own)
    expect(own).toEqual({ xaxis: { title: { text: 'Rounds' } } })
  })
})

it('a simulated drawing says so on itself, beside its own annotations', () => {
  const { annotations } = stamped('light', { annotations: [{ text: 'mine' }] })
  expect(annotations).toMatchObject([{ text: 'mine' }, { text: 'SIMULATED' }])
})

it('merging replaces arrays and keeps neighbours', () => {
  expect(merged({ a: { b: 1, c: [1, 2] } }, { a: { c: [3] } })).toEqual({ a: { b: 1, c: [3] } })
})

it('a table is written as RFC 4180', () => {
  const rows = [
    ['a "b", c', 1.5],
    ['two\nlines', 0],
  ] as const
  expect(csvOf({ columns: ['Name', 'Value'], rows })).toBe('Name,Value\r\n"a ""b"", c",1.5\r\n"two\nlines",0\r\n')
})
