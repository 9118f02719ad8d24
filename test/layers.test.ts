import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  MAY_IMPORT,
  MAY_IMPORT_IN_EVIDENCE,
  MAY_IMPORT_IN_INSTRUMENTS,
  MAY_IMPORT_IN_QEC,
  MAY_IMPORT_IN_SIMULATION,
  TYPES_OF,
} from './layer-table'

/** No Node, no DOM. */
const PURE = ['contract', 'qec', 'circuits', 'sequencer', 'preload']

const ROOT = resolve(import.meta.dirname, '..')
const NODE = new Set(builtinModules)

interface Import {
  file: string
  from: string
  to: string
  typesOnly: boolean
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ts|tsx|mts|mjs)$/.test(name))
    .map(name => join(folder, name))

/** `main/http/server/app.ts` is of `http`, `main/service.ts` and the files of `main/composition` of `host`, `preload/index.ts` of `preload`. */
function layerOf(path: string): string {
  const [top = '', second = '', ...rest] = path.split(sep)
  if (top !== 'main') return top
  return rest.length === 0 || second === 'composition' ? 'host' : second
}

/** Below `main/qec`, `main/qec/code/pauli.ts` is of `code`; below `main/simulation`, `main/simulation/engines.ts` of `.`. */
const partOf = (folder: string, path: string): string => relative(folder, path).split(sep).slice(0, -1)[0] ?? '.'

/** Static, dynamic and re-exporting imports; comments are dropped first, so that prose is not taken for code. */
function targetsOf(file: string): { target: string; typesOnly: boolean }[] {
  const source = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
  const statements = source.matchAll(/(?:^|[;\s])(import|export)\s+(type\s)?([^'"`;]*?\bfrom\s*)?['"]([^'"]+)['"]/g)
  const fixed = [...statements].map(([, , type, , target]) => ({ target: target!, typesOnly: Boolean(type) }))
  const dynamic = [...source.matchAll(/\b(?:import|require)\(\s*['"]([^'"]+)['"]/g)].map(([, target]) => ({
    target: target!,
    typesOnly: false,
  }))
  return [...fixed, ...dynamic]
}

const importsOf = (file: string): Import[] =>
  targetsOf(file).map(({ target, typesOnly }) => {
    return { file, from: layerOf(file), to: targetOf(file, target), typesOnly }
  })

function targetOf(file: string, target: string): string {
  if (target.startsWith('.')) return layerOf(relative(ROOT, resolve(ROOT, dirname(file), target)))
  if (target.startsWith('node:') || NODE.has(target.split('/')[0]!)) return 'node'
  return target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0]!
}

function isAllowed({ from, to, typesOnly }: Import): boolean {
  if (to === from) return true
  if (to === 'node') return !PURE.includes(from)
  if (MAY_IMPORT[from]?.includes(to)) return true
  return typesOnly && Boolean(TYPES_OF[from]?.includes(to))
}

const said = ({ file, to }: Import) => `${file} imports ${to}`
const imports = ['main', 'preload'].flatMap(filesIn).flatMap(importsOf)

describe('the layers', () => {
  it('are imported in one direction only', () => {
    expect(imports.filter(one => !isAllowed(one)).map(said)).toEqual([])
  })

  it('have no permission in their table that no import uses', () => {
    const uses = (from: string, to: string) => imports.some(one => one.from === from && one.to === to)
    const unused = [MAY_IMPORT, TYPES_OF].flatMap(table =>
      Object.entries(table).flatMap(([from, targets]) =>
        targets.filter(to => !uses(from, to)).map(to => `${from} imports no ${to}`),
      ),
    )
    expect(unused).toEqual([])
  })

  it('have a row for each folder', () => {
    const folders = [...new Set(['main', 'preload'].flatMap(filesIn).map(layerOf))]
    expect(folders.filter(folder => !(folder in MAY_IMPORT))).toEqual([])
  })

  it.each([
    ['main', MAY_IMPORT],
    ['qec', MAY_IMPORT_IN_QEC],
    ['simulation', MAY_IMPORT_IN_SIMULATION],
    ['instruments', MAY_IMPORT_IN_INSTRUMENTS],
    ['entropy/evidence', MAY_IMPORT_IN_EVIDENCE],
  ])('of %s have no cycles in their table', (_, table) => {
    const visit = (layer: string, path: readonly string[]): void => {
      if (path.includes(layer)) throw new Error(`cycle: ${[...path, layer].join(' → ')}`)
      for (const next of table[layer] ?? []) visit(next, [...path, layer])
    }
    for (const layer of Object.keys(table)) visit(layer, [])
  })

  it.each([
    ['qec', MAY_IMPORT_IN_QEC],
    ['simulation', MAY_IMPORT_IN_SIMULATION],
    ['instruments', MAY_IMPORT_IN_INSTRUMENTS],
    ['entropy/evidence', MAY_IMPORT_IN_EVIDENCE],
  ])('of %s are imported in one direction only, and have a row for each folder', (layer, table) => {
    const folder = join('main', ...layer.split('/'))
    const files = filesIn(folder)
    const partsOf = (file: string) =>
      targetsOf(file).flatMap(({ target }) => {
        const to = relative(ROOT, resolve(ROOT, dirname(file), target))
        return target.startsWith('.') && to.startsWith(folder + sep) ? [partOf(folder, to)] : []
      })
    const wrong = files.flatMap(file => {
      const from = partOf(folder, file)
      return partsOf(file)
        .filter(to => to !== from && !table[from]?.includes(to))
        .map(to => `${file} imports ${to}`)
    })
    expect(wrong).toEqual([])
    expect(new Set(files.map(file => partOf(folder, file)))).toEqual(new Set(Object.keys(table)))
    const used = new Set(files.flatMap(file => partsOf(file).map(to => `${partOf(folder, file)} → ${to}`)))
    const permitted = Object.entries(table).flatMap(([from, targets]) => targets.map(to => `${from} → ${to}`))
    expect(permitted.filter(one => !used.has(one))).toEqual([])
  })

  it('keep the window apart: of main it shares the contract and the editing of circuits, which are pure', () => {
    const crossing = filesIn('renderer')
      .flatMap(importsOf)
      .filter(({ to }) => to !== 'renderer')
    const wrong = crossing.filter(
      ({ to }) => to === 'node' || to === 'electron' || (to in MAY_IMPORT && to !== 'contract' && to !== 'circuits'),
    )
    expect(wrong.map(said)).toEqual([])
    expect(crossing.some(({ to }) => to === 'contract')).toBe(true)
    const circuits = filesIn('renderer').flatMap(file => targetsOf(file).map(({ target }) => target))
    expect(circuits.filter(target => /main\/circuits\/(?!editing\/)/.test(target))).toEqual([])
  })

  it('are read as they are written: this test sees every kind of import', () => {
    const seen = (layer: string) => imports.filter(({ from }) => from === layer).map(({ to }) => to)
    expect(seen('http')).toEqual(expect.arrayContaining(['express', 'contract', 'node', 'account']))
    expect(seen('shell')).toContain('electron')
    expect(imports.some(({ typesOnly }) => typesOnly)).toBe(true)
    expect(isAllowed({ file: '', from: 'qec', to: 'node', typesOnly: false })).toBe(false)
    expect(isAllowed({ file: '', from: 'http', to: 'jobs', typesOnly: false })).toBe(false)
    expect(isAllowed({ file: '', from: 'http', to: 'jobs', typesOnly: true })).toBe(true)
    expect(isAllowed({ file: '', from: 'jobs', to: 'electron', typesOnly: true })).toBe(false)
  })
})
