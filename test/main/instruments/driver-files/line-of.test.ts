import { describe, expect, it } from 'vitest'
import { lineAtPath } from '../../../../main/instruments/driver-files/line-of'

const TEXT = `{
  "a": 1, "b": [
    {"c": "}{,:\\"\\n"},
    {
      "c": [], "d": [1,
        2]
    }
  ],
  "e":
    {"f": null}
}`

describe('the line of a place in JSON', () => {
  it.each([
    [[], 1],
    [['a'], 2],
    [['b'], 2],
    [['b', 0], 3],
    [['b', 0, 'c'], 3],
    [['b', 1, 'c'], 5],
    [['b', 1, 'd', 0], 5],
    [['e', 'f'], 10],
  ])('%j is on line %i', (path, line) => {
    expect(lineAtPath(TEXT, path)).toBe(line)
  })

  it('of what is missing is that of what is around it', () => {
    expect(lineAtPath(TEXT, ['e', 'missing', 'deeper'])).toBe(9)
    expect(lineAtPath(TEXT, ['missing'])).toBe(1)
  })
})
