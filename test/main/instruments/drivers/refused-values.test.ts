import { describe, expect, it } from 'vitest'
import { checkValue } from '../../../../main/instruments/drivers/parameter-spec'
import { isFault } from '../../../../main/instruments/model/fault'

const VOLTS = { type: 'number', unit: 'V', range: [-10, 10], scale: 1 } as const
const refusalOf = (spec: Parameters<typeof checkValue>[0], value: number | boolean | string) => {
  try {
    checkValue(spec, value, 'output')
  } catch (error) {
    if (isFault(error)) return [error.fault, error.message, error.remedy]
    throw error
  }
  return null
}

describe('a value that a parameter does not take', () => {
  const OF_TYPE = 'send a value of the type that is named'
  const ON_STEP = 'choose one of the nearest values, or another multiple of the step'
  const numbers = { ...VOLTS, range: [-10, 10] as [number, number] }
  const step = { ...numbers, step: 0.25 }
  const choice = { type: 'choice', values: { low: ['1'], high: ['2'] } } as const
  type Row = [spec: unknown, value: number | boolean | string, fault: string, message: string, remedy: string]

  const rows = [
    [numbers, 'ON', 'value_wrong_type', 'output takes a number from -10 to 10 V, not the text "ON"', OF_TYPE],
    [
      ...[numbers, '2.5', 'value_wrong_type'],
      ...['output takes a number from -10 to 10 V, not the text "2.5": write 2.5 without quotes', OF_TYPE],
    ],
    [numbers, true, 'value_wrong_type', 'output takes a number from -10 to 10 V, not the switch value true', OF_TYPE],
    [numbers, 11, 'value_out_of_range', 'output takes -10 to 10 V, not 11', 'choose a value inside the range'],
    [
      ...[step, 0.3, 'value_off_step'],
      ...['output takes multiples of 0.25 V, not 0.3: the nearest are 0.25 and 0.5 V', ON_STEP],
    ],
    [
      ...[{ ...step, range: [-10, 9.9] }, 9.8, 'value_off_step'],
      ...['output takes multiples of 0.25 V, not 9.8: the nearest is 9.75 V', ON_STEP],
    ],
    [
      ...[{ ...step, unit: null, step: 1 }, -0.5, 'value_off_step'],
      ...['output takes multiples of 1, not -0.5: the nearest are -1 and 0', ON_STEP],
    ],
    [
      { type: 'boolean', true: ['1'], false: ['0'] },
      'ON',
      'value_wrong_type',
      'output takes true or false, not the text "ON"',
      OF_TYPE,
    ],
    [
      { type: 'boolean', true: ['1'], false: ['0'] },
      1,
      'value_wrong_type',
      'output takes true or false, not the number 1',
      OF_TYPE,
    ],
    [choice, 'mid', 'unknown_choice', 'output takes one of low, high, not mid', 'choose one of the named values'],
    [choice, 1, 'value_wrong_type', 'output takes one of low, high, not the number 1', OF_TYPE],
    [{ type: 'text' }, 5, 'value_wrong_type', 'output takes a text, not the number 5', OF_TYPE],
    [
      ...[{ type: 'text' }, 'a\nb', 'line_malformed'],
      ...['output takes 1 to 200 printable characters, not "a\\nb"', 'write the line as the message describes'],
    ],
  ] as Row[]
  it.each(rows)('by %o: %o is %s', (one, value, fault, message, remedy) => {
    expect(refusalOf(one as Parameters<typeof checkValue>[0], value)).toEqual([fault, message, remedy])
  })

  it('is none where it lies on the grid and in the range', () => {
    expect([0, -10, 9.75].map(value => refusalOf(step, value))).toEqual([null, null, null])
  })
})
