import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
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

const LOCAL_TYPE = /^(?:type|interface|class|enum)\s+(\w+)/gm

/** Where each name that the pattern finds is defined; a schema and its type in one file are one thing. */
function definitions(pattern: RegExp): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of SOURCES) {
    const names = new Set([...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name]) => name!))
    for (const name of names) found.set(name, [...(found.get(name) ?? []), file])
  }
  return found
}

describe('exported names', () => {
  it('have one meaning each in the service and the window', () => {
    const twice = [...definitions(EXPORTED)]
      .filter(([, files]) => files.length > 1)
      .map(([name, files]) => `${name}: ${files.join(', ')}`)
    expect(twice).toEqual([])
  })
})

describe('the names of types that only their own file knows', () => {
  const exported = definitions(EXPORTED)
  const local = [...definitions(LOCAL_TYPE)]

  it('are not those of exported types', () => {
    expect(exported.size).toBeGreaterThan(1_000)
    expect(local.length).toBeGreaterThan(300)
    const clashes = local
      .filter(([name]) => exported.has(name))
      .map(([name, files]) => `${name}: ${files.join(', ')}, and exported by ${exported.get(name)!.join(', ')}`)
    expect(clashes).toEqual([])
  })

  it('have one meaning in a folder, but for the Props of a component', () => {
    const twice = local
      .filter(([name]) => name !== 'Props')
      .flatMap(([name, files]) => files.map(file => `${name} in ${dirname(file)}`))
    expect(twice.filter((one, i) => twice.indexOf(one) !== i)).toEqual([])
  })
})
