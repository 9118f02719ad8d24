import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

/** More belong into an options object or a context, behind the subject: at a call nobody knows what the fourth `true` means. */
const MOST = 3
/** Why a function may have more: objects would be made millions of times. Stands in the comment before it. */
const EXEMPT = 'Hot loop'

const ROOT = resolve(import.meta.dirname, '..')
const SOURCES = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'main', 'renderer/src', 'preload'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  // A .d.ts declares what others wrote.
  .filter(file => /(?<!\.d)\.tsx?$/.test(file) && existsSync(join(ROOT, file)))

interface Node {
  readonly type: string
  readonly start: number
  readonly params?: readonly Node[]
}

/** What fixes its own parameters: an arrow function that is passed on, or stands in a table, has those of its type. */
const DECLARATIONS =
  /^(FunctionDeclaration|TSDeclareFunction|TSFunctionType|TSMethodSignature|TSCallSignatureDeclaration)$/
const isDeclared = ({ type }: Node, parent?: Node): boolean =>
  DECLARATIONS.test(type) ||
  (type === 'FunctionExpression' && /^(MethodDefinition|Property)$/.test(parent?.type ?? '')) ||
  /^(VariableDeclarator|PropertyDefinition)$/.test(parent?.type ?? '')

type Found = (node: Node, parents: readonly Node[]) => void

/** Calls `found` for each declared function below `value`; `parents` lead to it, and are changed on the way. */
function visit(value: unknown, parents: Node[], found: Found): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) visit(one, parents, found)
  } else if ('type' in value) {
    const node = value as Node
    if (node.params && isDeclared(node, parents.at(-1))) found(node, parents)
    parents.push(node)
    for (const key in node) visit(node[key as keyof Node], parents, found)
    parents.pop()
  }
}

/** The comment directly before a statement or member. */
function commentBefore(text: string, at: number): string {
  const before = text.slice(0, at).trimEnd()
  return before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : ''
}

/** `file:line, so many` for each function, constructor, method and function type with more parameters than `MOST` allows. */
function longLists(file: string, text: string): string[] {
  const long: string[] = []
  visit(parseSync(file, text).program, [], (node, parents) => {
    if (node.params!.length <= MOST) return
    const isExempt = [...parents.slice(1), node].some(({ start }) => commentBefore(text, start).includes(EXEMPT))
    if (isExempt) return
    long.push(`${file}:${text.slice(0, node.start).split('\n').length} has ${node.params!.length}`)
  })
  return long
}

it.each([
  ['function f(a, b, c, d) {}', 1],
  ['function f(a, b, c) {}', 0],
  ['const f = (a, b, c, d) => 1', 1],
  ['const f = (a, b, c) => 1', 0],
  ['type F = (a: 1, b: 1, c: 1, d: 1) => void', 1],
  ['class A { constructor(a, b, c, d) {} }', 1],
  ['class A { m(a, b, c, d) {} #n(a, b, c, d) {} o = (a, b, c, d) => 1 }', 3],
  ['class A { constructor(a, b, c) {} m(a, b, c) {} }', 0],
  ['interface A { m(a: 1, b: 1, c: 1, d: 1): void; n: (a: 1, b: 1, c: 1, d: 1) => void }', 2],
  ['interface A { m(a: 1, b: 1, c: 1): void }', 0],
  ['export function f(a) { const g = (a, b, c, d) => 1; function h(a, b, c, d) {} }', 2],
  ['const make = () => ({ m(a, b, c, d) {} })', 1],
  ['call((a, b, c, d) => 1)', 0],
  ['/** Hot loop: once for each shot. */\nexport function f(a, b, c, d) {}', 0],
  ['/** Hot loop: once for each shot. */\nlet a = 1\nexport function f(a, b, c, d) {}', 1],
])('the scan finds parameters beyond three in %s', (text, found) => {
  expect(longLists('a.ts', text)).toHaveLength(found)
})

it('functions have three parameters at most, hot loops that say so excepted', () => {
  expect(SOURCES.length).toBeGreaterThan(1_000)
  expect(SOURCES.flatMap(file => longLists(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
