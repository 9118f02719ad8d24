/** Driver files that are cut off or changed anywhere, at random. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDriver } from '../../../../main/instruments/driver-files/load'
import { isFault } from '../../../../main/instruments/model/fault'
import { INSTRUMENTS } from '../table'

export const FILES = readdirSync(INSTRUMENTS)
  .filter(name => name.endsWith('.json'))
  .map(name => readFileSync(join(INSTRUMENTS, name), 'utf8'))

/** `taken`, or the lines in which it is refused; whatever else is thrown is a bug. */
export function outcome(text: string): string[] {
  try {
    parseDriver(text, 'my.json')
    return ['taken']
  } catch (error) {
    if (!isFault(error, 'driver_invalid')) throw error
    expect(error.message.startsWith('my.json: ')).toBe(true)
    return error.message.slice('my.json: '.length).split('\n')
  }
}
/** Every refusal points into the file. */
const PLACED =
  /^(?:taken|more than 1000000 bytes|more than 100 lists and objects within each other|no JSON: .*|\/.*: [\s\S]+) ?(?:\(line \d+(?: column \d+)?\))?$/
export const pointsIntoFile = (lines: readonly string[]) => {
  for (const line of lines) {
    expect(line).toMatch(PLACED)
    if (line !== 'taken' && !line.startsWith('more than')) expect(line).toMatch(/line \d+/)
  }
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Every place of a file, as a path. */
function pathsOf(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...children.flatMap(([name, child]) => pathsOf(child as Json, [...path, name]))]
}

function changed(
  text: string,
  path: readonly (string | number)[],
  change: (parent: Record<string, Json>, name: string) => void,
): string {
  const file = { root: JSON.parse(text) as Json }
  const whole = ['root', ...path]
  let parent = file as unknown as Record<string, Json>
  for (const name of whole.slice(0, -1)) parent = parent[name] as Record<string, Json>
  change(parent, String(whole.at(-1)))
  return JSON.stringify(file.root, null, 1)
}

const file = fc.constantFrom(...FILES)
const place = file.chain(text => fc.tuple(fc.constant(text), fc.constantFrom(...pathsOf(JSON.parse(text)))))
const HOSTILE: readonly Json[] = [
  ...[
    '',
    '^',
    '^$',
    '^(?<value>(a+)+)$',
    '^(?<value>(?:a|aa)+)$',
    '{constructor}',
    '__proto__',
    'constructor',
    '→',
    '\u0000',
    'x'.repeat(100_000),
  ],
  ...[-1, 0, 1e308, -0, 0.1, 2 ** 53, 1e-320],
  ...[null, true, [], {}, [[]], [null], { ask: 'V?' }, { pause_ms: 1 }, { bytes: [300] }, { bytes: ['{constructor}'] }],
]

/** One in `share` of as many damages as are drawn in damaged-files.soak.test.ts. */
export function damageCases(share: number): void {
  it('that is cut off is refused with the line where it ends', () => {
    fc.assert(
      fc.property(file, fc.double({ min: 0, max: 0.999, noNaN: true }), (text, share) => {
        const cut = text.trimEnd().slice(0, Math.floor(share * text.trimEnd().length))
        const lines = outcome(cut)
        expect(lines[0]).toMatch(/^no JSON: .*line \d+/)
      }),
      { numRuns: 200 / share },
    )
  })

  it('that has something else in one place is taken or refused with the place', () => {
    const value = fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>)
    fc.assert(
      fc.property(place, value, ([text, path], put) => {
        pointsIntoFile(
          outcome(
            changed(text, path, (parent, name) => {
              parent[name] = put
            }),
          ),
        )
      }),
      { numRuns: 600 / share },
    )
  })

  it('that lacks something, or has a name more, is taken or refused with the place', () => {
    const name = fc.constantFrom(
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'x',
      'value',
      'get',
      'hasOwnProperty',
    )
    fc.assert(
      fc.property(place, fc.option(name), ([text, path], added) => {
        const damaged = changed(text, path, (parent, at) => {
          const here = parent[at]
          if (added === null) delete parent[at]
          else if (typeof here === 'object' && here !== null && !Array.isArray(here))
            Object.defineProperty(here, added, { value: 1, enumerable: true })
        })
        if (damaged === undefined) return
        pointsIntoFile(outcome(damaged))
        expect(({} as Record<string, unknown>).x).toBeUndefined()
      }),
      { numRuns: 400 / share },
    )
  })

  it('whose characters are changed is taken or refused with the place', () => {
    const character = fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', '0', '-', '\u0000', '\n', 'é', '^', '+')
    fc.assert(
      fc.property(file, fc.nat(), character, (text, at, put) => {
        const place = at % text.length
        pointsIntoFile(outcome(text.slice(0, place) + put + text.slice(place + 1)))
      }),
      { numRuns: 400 / share },
    )
  })
}
