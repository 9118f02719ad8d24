import { describe, expect, it } from 'vitest'
import type { ReadingSeries } from '../../../../main/contract/instruments/reading'
import {
  followedReadings,
  readingsByUnit,
  readingsPlot,
  readingsTable,
} from '../../../../renderer/src/draw/instruments/readings-plot'

const series = (parameter: string, unit: string | null, values: readonly (number | null)[]): ReadingSeries => ({
  instrument_id: 'fridge',
  label: 'Fridge',
  parameter,
  channel: 'A',
  unit,
  simulated: true,
  below: 0.05,
  above: null,
  points: values.map((value, at) => ({
    at: `2026-11-23T10:00:0${at}Z`,
    value,
    status: value === null ? 'sensor_error' : 'ok',
  })),
})

describe('plots of readings', () => {
  const temperature = series('temperature', 'K', [0.012, null, 0.013])
  const [kelvins, millibars] = readingsByUnit([
    temperature,
    series('pressure', 'mbar', [1e-3]),
    series('dead', 'K', [null]),
  ])

  it('have an axis for each unit, and nothing of what gave no number', () => {
    expect([kelvins!.title, millibars!.title]).toEqual(['Temperatures', 'Pressures'])
    expect(kelvins!.series).toEqual([temperature])
  })

  it('keep their order whichever was read last', () => {
    const read = [
      temperature,
      series('plate', 'K', [4]),
      series('pressure', 'mbar', [1e-3]),
      series('slew', 'V/s', [1]),
      series('gain', null, [1]),
    ]
    const shown = (of: readonly ReadingSeries[]) =>
      readingsByUnit(of).flatMap(each => each.series.map(one => `${each.title}: ${one.parameter}`))
    const expected = [
      ...['Temperatures: plate', 'Temperatures: temperature', 'Pressures: pressure'],
      ...['Readings in V/s: slew', 'Readings: gain'],
    ]
    expect([shown(read), shown(read.toReversed())]).toEqual([expected, expected])
  })

  it('keep what spans powers of ten on an axis of its own, where a set point of zero cannot flatten it', () => {
    const wide = [series('plate', 'K', [46.2]), temperature]
    const zero = { ...series('setpoint', 'K', [0, 0]), below: null }
    const [first, second] = readingsByUnit([...wide, zero])
    expect([first!.series, second!.series]).toEqual([wide, [zero]])
    expect(second!.title).toBe('Temperatures that reach zero')
    expect(readingsPlot(first!, 'light').layout).toMatchObject({ yaxis: { type: 'log' } })
    expect(readingsPlot(second!, 'light').layout).toMatchObject({ yaxis: { type: 'linear' } })
    expect(readingsByUnit([temperature, zero])).toHaveLength(1)
  })

  it('separate what has limits or a course from what is read at the start and at the end', () => {
    const setting = { ...series('slew', 'V/s', [1, 1]), below: null }
    const course = { ...series('still', 'K', [0.8, 0.8, 0.9, 0.9]), below: null }
    expect(followedReadings([temperature, setting, course])).toEqual({
      followed: [temperature, course],
      others: [setting],
    })
    expect(followedReadings([setting])).toEqual({ followed: [setting], others: [] })
  })

  it('name a channel of the lab by its label and parameter, and any other once', () => {
    const own = { ...series('temperature', 'K', [1, 2]), label: 'Fridge: temperature A' }
    const names = readingsPlot(readingsByUnit([temperature, own])[0]!, 'light').traces.map(trace => trace.name)
    expect(names).toEqual([
      'Fridge, temperature A',
      'limit: below 50 mK',
      'Fridge: temperature A',
      'limit: below 50 mK',
    ])
  })

  it('leave a gap where a sensor gave no value, and draw the limit across', () => {
    const { traces, layout } = readingsPlot(kelvins!, 'light')
    expect(traces[0]).toMatchObject({ y: [0.012, null, 0.013], connectgaps: false })
    expect(traces[1]).toMatchObject({ y: [0.05, 0.05], name: 'limit: below 50 mK' })
    expect(layout).toMatchObject({ yaxis: { title: { text: 'K' }, type: 'linear' } })
  })

  it('say the same as a table', () => {
    expect(readingsTable(kelvins!).columns).toEqual(['Time', 'Reading of', 'Value', 'Limits'])
    expect(readingsTable(kelvins!).rows.map(([, name, value, limits]) => [name, value, limits])).toEqual([
      ['Fridge, temperature A', '12 mK', 'below 50 mK'],
      ['Fridge, temperature A', 'no value: sensor error', 'below 50 mK'],
      ['Fridge, temperature A', '13 mK', 'below 50 mK'],
    ])
  })
})
