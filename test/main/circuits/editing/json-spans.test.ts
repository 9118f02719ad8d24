import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonSpans, positionAt, valueAt } from '../../../../main/circuits/editing/document/json-spans'

const text = `{
  "num_qubits": 2,
  "instructions": [
    { "name": "h", "qubits": [0] },
    { "name": "c\\"x", "qubits": [0, 17] }
  ]
}`

const LEVELS = 8
const offsetOf = (written: string, path: readonly string[]) => valueAt(jsonSpans(written, LEVELS), path).start

describe('the place of a value', () => {
  it.each([
    [[], 1, 1],
    [['num_qubits'], 2, 17],
    [['instructions', '0', 'name'], 4, 15],
    [['instructions', '1', 'qubits', '1'], 5, 37],
    [['instructions', '1', 'clbits'], 5, 5],
    [['instructions', '9'], 3, 19],
  ])('%j is at line %i, column %i', (path, line, column) => {
    expect(positionAt(text, offsetOf(text, path))).toEqual({ line, column })
  })

  it('is that of the value itself, in any JSON', () => {
    const leaves = (value: unknown, path: string[] = []): [string[], unknown][] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, below]) => leaves(below, [...path, name]))
        : [[path, value]]
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, 2), (value, indent) => {
        const written = JSON.stringify(value, null, indent)
        for (const [path, leaf] of leaves(JSON.parse(written)))
          expect(written.slice(offsetOf(written, path)).startsWith(JSON.stringify(leaf))).toBe(true)
      }),
    )
  })

  it('is found behind a value that is nested a hundred thousand deep', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const written = `{"deep": ${deep}, "last": 1}`
    expect(written.slice(offsetOf(written, ['last']))).toBe('1}')
  })

  it('is found behind a string of a million characters', () => {
    const written = JSON.stringify({ long: '\\"x'.repeat(400_000), last: 1 })
    expect(written.slice(offsetOf(written, ['last']))).toBe('1}')
  })
})
