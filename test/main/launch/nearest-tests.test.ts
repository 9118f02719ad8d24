import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readImporters } from '../../../main/launch/testing/import-graph.mjs'
import { BUDGET_S, nearestTests } from '../../../main/launch/testing/nearest-tests.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pentad-nearest-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const nearest = (...changed: string[]) => nearestTests(changed, { importers: readImporters(root), textOf })

/** Chosen for the leaf where the last runs took so long. */
const chosenAfter = (durations_s: Readonly<Record<string, number>>) =>
  nearestTests(['main/qec/leaf.ts'], {
    importers: readImporters(root),
    textOf,
    durations_s: new Map(Object.entries(durations_s)),
  }).chosen

/** A leaf with a test of its own, a room and a service above it, each with a test. */
const TREE = {
  'main/qec/leaf.ts': 'export const leaf = 1',
  'main/qec/room.ts': "import { leaf } from './leaf'",
  'main/service.ts': "import {\n  room,\n} from './qec/room'",
  'test/main/qec/leaf.test.ts': "import { leaf } from '../../../main/qec/leaf'",
  'test/main/qec/room.test.ts': "import { room } from '../../../main/qec/room'",
  'test/main/service.test.ts': "const { start } = await import('../../main/service')",
  'test/journey/window.browser.test.ts': "import { leaf } from '../../main/qec/leaf'",
}

describe('the tests nearest to a change', () => {
  it('import it over the fewest steps; those far above are counted and left', () => {
    write(TREE)
    expect(nearest('main/qec/leaf.ts')).toEqual({
      chosen: ['test/main/qec/leaf.test.ts', 'test/main/qec/room.test.ts'],
      left: 1,
    })
  })

  it('are those far above where none is nearer', () => {
    write(TREE)
    expect(nearest('main/service.ts')).toEqual({ chosen: ['test/main/service.test.ts'], left: 0 })
  })

  it('are a changed test itself, and those of a module that tests share', () => {
    write({ ...TREE, 'test/main/qec/cases.ts': '', 'test/main/qec/a.test.ts': "import './cases'" })
    expect(nearest('test/main/service.test.ts').chosen).toEqual(['test/main/service.test.ts'])
    expect(nearest('test/main/qec/cases.ts').chosen).toEqual(['test/main/qec/a.test.ts'])
  })

  it('do not follow imports of types', () => {
    write({ ...TREE, 'test/main/types.test.ts': "import type { Leaf } from '../../main/qec/leaf'" })
    expect(nearest('main/qec/leaf.ts').chosen).not.toContain('test/main/types.test.ts')
  })

  it('name what is no source, else lie in the folder that mirrors its own', () => {
    write({ 'test/main/lab.test.ts': "read('resources/labs/demo.json')", 'test/native/kernels.test.ts': '' })
    expect(nearest('resources/labs/demo.json').chosen).toEqual(['test/main/lab.test.ts'])
    expect(nearest('native/frames.cc').chosen).toEqual(['test/native/kernels.test.ts'])
    expect(nearest('LICENSE')).toEqual({ chosen: [], left: 0 })
  })

  it('are the test of the file, those of its folder, those of its importers, then all others that import it', () => {
    const leaf = "import '../../../main/qec/leaf'"
    write({ ...TREE, 'test/main/qec/apart.test.ts': leaf, 'test/main/a/far.test.ts': leaf })
    expect(nearest('main/qec/leaf.ts').chosen).toEqual(
      ['qec/leaf', 'qec/apart', 'qec/room', 'a/far'].map(name => `test/main/${name}.test.ts`),
    )
  })

  it('are found for a page in the tests of the window', () => {
    write({
      'renderer/src/draw/map.ts': '',
      'test/renderer/draw/map.test.ts': "import '../../../renderer/src/draw/map'",
    })
    expect(nearest('renderer/src/draw/map.ts').chosen).toEqual(['test/renderer/draw/map.test.ts'])
  })

  it('start a service last, however long the others take', () => {
    const both = "import '../../../main/service'\nimport '../../../main/qec/leaf'"
    write({
      ...TREE,
      'test/main/qec/apart.test.ts': both,
      'test/main/qec/slow.test.ts': "import '../../../main/qec/leaf'",
    })
    expect(chosenAfter({ 'test/main/qec/apart.test.ts': 0, 'test/main/qec/slow.test.ts': 2 })).toEqual(
      ['leaf', 'slow', 'apart', 'room'].map(name => `test/main/qec/${name}.test.ts`),
    )
  })

  it('take no longer together than the bound, by their last run, but for the nearest', () => {
    write(TREE)
    const [leaf, room] = ['test/main/qec/leaf.test.ts', 'test/main/qec/room.test.ts']
    expect(chosenAfter({ [leaf]: 2 * BUDGET_S })).toEqual([leaf])
    expect(chosenAfter({ [room]: BUDGET_S })).toEqual([leaf])
    expect(chosenAfter({ [room]: BUDGET_S / 2 })).toEqual([leaf, room])
    const many = Array.from({ length: 30 }, (_, at) => [`test/a/${at}.test.ts`, "import '../../main/qec/leaf'"])
    write(Object.fromEntries(many))
    const { chosen, left } = nearest('main/qec/leaf.ts')
    expect(chosen.length).toBeLessThan(BUDGET_S / 0.5)
    expect([chosen[0], chosen.length + left]).toEqual([leaf, 33])
  })

  it('end where sources import one another in a circle', () => {
    write({ ...TREE, 'main/qec/leaf.ts': "import './room'" })
    expect(nearest('main/qec/room.ts').chosen).toContain('test/main/qec/room.test.ts')
  })
})
