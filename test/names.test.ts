import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const SOURCES = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'main', 'renderer', 'preload'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(file => /\.tsx?$/.test(file) && existsSync(join(ROOT, file)))
  // A migration keeps the name it was written with, whatever is named so later.
  .filter(file => !file.startsWith('main/store/migrations/'))

const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|type|interface|class|enum)\s+(\w+)/gm

/** Where each exported name is defined; a schema and its type in one file are one thing. */
function definitions(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of SOURCES) {
    const names = new Set([...readFileSync(join(ROOT, file), 'utf8').matchAll(EXPORTED)].map(([, name]) => name!))
    for (const name of names) found.set(name, [...(found.get(name) ?? []), file])
  }
  return found
}

const LOCAL_TYPE = /^(?:type|interface|class|enum)\s+(\w+)/gm

describe('names of types that one file of the window keeps to itself', () => {
  it('are not those of exported things', () => {
    const exported = definitions()
    const twice = SOURCES.filter(file => file.startsWith('renderer/')).flatMap(file =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(LOCAL_TYPE)]
        .filter(([, name]) => exported.has(name!))
        .map(([, name]) => `${file}: ${name}, exported by ${exported.get(name!)!.join(', ')}`),
    )
    expect(twice).toEqual([])
  })
})

describe('exported names', () => {
  it('have one meaning each in the service and the window', () => {
    const twice = [...definitions()]
      .filter(([, files]) => files.length > 1)
      .map(([name, files]) => `${name}: ${files.join(', ')}`)
    expect(twice).toEqual([])
  })
})
