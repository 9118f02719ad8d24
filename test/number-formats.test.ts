import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
/** What people read is written here. */
const PLACES = ['renderer/src', 'main/cli', 'main/qec', 'main/modules', 'main/runs', 'main/studies']
const ROUNDING = /\.(toFixed|toPrecision|toExponential|toLocaleString)\(/

const sources = PLACES.flatMap(place =>
  readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file))
    .map(file => `${place}/${file}`),
)

it('numbers become text by main/contract/numbers alone, in the window, in the commands and in what the service says of experiments', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter(file => ROUNDING.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
  expect(ROUNDING.test(readFileSync(join(ROOT, 'main/contract/numbers/number-text.ts'), 'utf8'))).toBe(true)
})
