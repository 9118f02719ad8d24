import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const SOURCES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'test'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => /^test\/journey\/.*\.ts$|\.browser\.test\.ts$/.test(file) && existsSync(join(ROOT, file)))

/** What reads how a page stands at this moment, which may be the one before it has drawn what the test is about. */
const READS =
  /^(count|textContent|innerText|innerHTML|allTextContents|allInnerTexts|inputValue|getAttribute|boundingBox|evaluate|evaluateAll|title|is(Visible|Hidden|Checked|Disabled|Enabled|Editable)|program)$/

interface Node {
  readonly type: string
  readonly start: number
  readonly name?: string
  readonly argument?: Node
  readonly arguments?: readonly Node[]
  readonly callee?: Node
  readonly property?: Node
}

type Found = (node: Node) => boolean

/** Whether `found` is true of `value` or of what is below it; the bodies of functions only where they are asked for. */
function some(value: unknown, found: Found, intoFunctions: boolean): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.map(one => some(one, found, intoFunctions)).includes(true)
  if (!('type' in value)) return false
  const node = value as Node
  if (!intoFunctions && /Function/.test(node.type)) return false
  const below = Object.values(node).map(one => some(one, found, intoFunctions))
  return found(node) || below.includes(true)
}

const nameOf = (callee?: Node) => callee?.property?.name ?? callee?.name ?? ''
const isRead: Found = ({ type, argument }) => type === 'AwaitExpression' && READS.test(nameOf(argument?.callee))

/** `file:line` of each `expect` of what was read off a page once. */
function readOnce(file: string, text: string): string[] {
  const once: string[] = []
  const isOnce: Found = node => {
    const isExpect = node.type === 'CallExpression' && node.callee?.name === 'expect'
    if (isExpect && some(node.arguments, isRead, false))
      once.push(`${file}:${text.slice(0, node.start).split('\n').length}`)
    return false
  }
  some(parseSync(file, text).program, isOnce, true)
  return once
}

it.each([
  ['expect(await row.count()).toBe(0)', 1],
  ['expect(await page.getByText("a").isVisible(), "why").not.toBe(true)', 1],
  ['expect([await a.inputValue(), await b.inputValue()]).toEqual(["1", "2"])', 1],
  ['expect((await row.textContent())?.length).toBe(1)', 1],
  ['it("a", async () => { for (const a of b) expect(await program(page)).toBe("") })', 1],
  ['await expect.poll(() => row.count()).toBe(0)', 0],
  ['await expect.poll(async () => Number(await row.textContent())).toBe(0)', 0],
  ['expect(await saved(page, "CSV")).toBe("")', 0],
])('the scan finds what is read off a page once in %s', (text, found) => {
  expect(readOnce('a.ts', text)).toHaveLength(found)
})

it('what is read off a page is polled, or awaited by name: it may not be there yet', () => {
  expect(SOURCES.length).toBeGreaterThan(30)
  expect(SOURCES.flatMap(file => readOnce(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
