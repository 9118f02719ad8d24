/** Driver files as a lab may supply them: cut off, changed anywhere, huge, deep, hostile. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DriverFile } from '../../../../main/instruments/drivers/schema'
import { INSTRUMENTS } from '../table'
import { damageCases, FILES, outcome, pointsIntoFile } from './damaged-files.cases'

describe('a driver file', () => {
  damageCases(4)

  it.each([
    ['deep', '['.repeat(400_000)],
    ['deep and closed', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
    ['deep in its objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
    ['huge', ' '.repeat(1_000_001)],
    ['empty', ''],
    ['a list', '[]'],
    ['a text', '"pentad-driver/1"'],
    ['nothing', 'null'],
    ['full of names', `{${Array.from({ length: 40_000 }, (_, index) => `"n${index}":${index}`).join()}}`],
  ])('that is %s is refused', (_, text) => {
    const lines = outcome(text)
    pointsIntoFile(lines)
    expect(lines).not.toEqual(['taken'])
    expect(lines.join('\n').length).toBeLessThan(20_000)
  })

  it('with parameters named as the language names its own is driven or refused, and never half of it', () => {
    const text = FILES.find(one => one.includes('"id": "srs-dc205"'))!
    const renamed = text.replaceAll('"voltage"', '"constructor"')
    expect(outcome(renamed)).toEqual(['taken'])
    const unnamed = text.replace('"get": "voltage"', '"get": "constructor"')
    expect(outcome(unnamed)[0]).toMatch(/there is no parameter constructor \(line \d+\)/)
  })
})

describe('the manual of driver files', () => {
  it('explains every field of the schema', () => {
    const manual = readFileSync(join(INSTRUMENTS, 'README.md'), 'utf8')
    const names = new Set<string>()
    const walk = (schema: unknown) => {
      if (typeof schema !== 'object' || schema === null) return
      const { properties, ...rest } = schema as { properties?: Record<string, unknown> }
      for (const name of Object.keys(properties ?? {})) names.add(name)
      for (const child of [...Object.values(properties ?? {}), ...Object.values(rest)]) walk(child)
    }
    walk(z.toJSONSchema(DriverFile, { io: 'input', unrepresentable: 'any' }))
    expect(names.size).toBeGreaterThan(60)
    expect([...names].filter(name => !new RegExp(`[\`"]${name}[\`"]`).test(manual))).toEqual([])
  })
})
