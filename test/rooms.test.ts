import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const TOPS = ['main', 'preload', 'renderer/src']
const SOURCE = /\.(ts|tsx|mjs)$/

const files = TOPS.flatMap(top =>
  readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' }).map(
    name => `${top}/${name.replaceAll('\\', '/')}`,
  ),
).filter(file => SOURCE.test(file))
const known = new Set(files)

/** The file that a relative import names; null for a package, a style sheet and Node's own modules. */
function resolved(file: string, target: string): string | null {
  const path = relative(ROOT, resolve(ROOT, dirname(file), target)).replaceAll('\\', '/')
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}.mjs`, `${path}/index.ts`]
  return candidates.find(candidate => known.has(candidate)) ?? null
}

function importedBy(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
  const targets = [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]*)['"]/g)].map(([, target]) => target!)
  return targets.flatMap(target => resolved(file, target) ?? [])
}

const imports = new Map(files.map(file => [file, importedBy(file)]))

/** Strongly connected components of more than one node (Tarjan 1972). */
function circlesOf(nodes: Iterable<string>, next: (node: string) => Iterable<string>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (node: string): void => {
    order.set(node, order.size)
    low.set(node, order.get(node)!)
    stack.push(node)
    for (const other of next(node)) {
      if (!order.has(other)) visit(other)
      if (stack.includes(other)) low.set(node, Math.min(low.get(node)!, low.get(other)!))
    }
    if (low.get(node) !== order.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const node of nodes) if (!order.has(node)) visit(node)
  return circles
}

const folders = [...new Set(files.flatMap(file => parents(dirname(file))))].filter(folder =>
  readdirSync(join(ROOT, folder)).some(name => statSync(join(ROOT, folder, name)).isDirectory()),
)

function parents(folder: string): string[] {
  return folder.includes('/') ? [folder, ...parents(dirname(folder))] : [folder]
}

/** The room of a folder that a file lies in; files beside the rooms count as one room, `.` . */
function roomOf(folder: string, file: string): string {
  const [room, ...rest] = file.slice(folder.length + 1).split('/')
  return rest.length === 0 ? '.' : room!
}

/** `domain` → rooms that it imports, among the rooms of one folder. */
function graphOf(folder: string): Map<string, Set<string>> {
  const inside = files.filter(file => file.startsWith(`${folder}/`))
  const graph = new Map<string, Set<string>>(inside.map(file => [roomOf(folder, file), new Set()]))
  for (const file of inside)
    for (const target of imports.get(file)!.filter(target => target.startsWith(`${folder}/`)))
      if (roomOf(folder, target) !== roomOf(folder, file)) graph.get(roomOf(folder, file))!.add(roomOf(folder, target))
  return graph
}

/** Statements hold statements, and expressions expressions. */
const RECURSIONS = ['evaluation', 'execution', 'parser'].map(room => `main/circuits/qasm/${room}`)

describe('the rooms', () => {
  it.each(folders)('of %s import one another in one direction only', folder => {
    const graph = graphOf(folder)
    expect(circlesOf(graph.keys(), room => graph.get(room)!)).toEqual([])
  })

  it('have no circle of files but the recursions of a language, each in one room', () => {
    const circles = circlesOf(files, file => imports.get(file)!)
    const folders = circles.map(circle => [...new Set(circle.map(file => dirname(file)))])
    expect(folders.toSorted()).toEqual(RECURSIONS.map(folder => [folder]))
  })

  it('import what the list of rooms says: who adds an import between rooms shows it there (vitest -u)', async () => {
    const lines = folders
      .toSorted()
      .flatMap(folder =>
        [...graphOf(folder)]
          .map(
            ([room, targets]) =>
              `${room === '.' ? `${folder}, files beside the rooms` : `${folder}/${room}`}: ${[...targets].toSorted().join(' ')}`,
          )
          .toSorted(),
      )
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('room-imports.txt')
  })

  it('are read as they are written: this test sees imports of every kind', () => {
    expect(imports.get('main/composition/handlers.ts')!.length).toBeGreaterThan(20)
    expect([...imports.values()].flat().some(file => file.endsWith('.mjs'))).toBe(true)
    expect(imports.get('renderer/src/shell/page-table.tsx')).toContain('renderer/src/pages/jobs/jobs-page.tsx')
    expect(circlesOf(['a', 'b', 'c'], node => ({ a: ['b'], b: ['a'], c: ['a'] })[node]!)).toEqual([['a', 'b']])
  })
})
