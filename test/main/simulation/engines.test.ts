import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultNativeDirs, loadAddon } from '../../../main/simulation/addon/load'
import { loadEngines } from '../../../main/simulation/engines'
import { findAddon } from './engine-fixtures'

const addon = findAddon()

describe('the choice of engine', () => {
  let folder: string
  let release: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pentad-native-'))
    release = join(folder, 'Release')
    mkdirSync(release)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('names its engines and says which was chosen', () => {
    const lines: string[] = []
    const { simulator, detail } = loadEngines({ log: line => lines.push(line) })
    expect(simulator.kind).toBe(addon ? 'native' : 'reference')
    expect(simulator.frames_engine).toMatch(/^(native|reference)-frames\/\d+$/)
    expect(simulator.statevector_engine).toMatch(/^(native|reference)-statevector\/\d+$/)
    expect(simulator.max_qubits).toBeGreaterThanOrEqual(1)
    expect(lines).toEqual(addon ? [] : [detail])
  })

  it('falls back with one line of reason when the addon does not load', () => {
    writeFileSync(join(release, 'pentad_native.node'), 'not a library')
    const lines: string[] = []
    const { simulator, detail } = loadEngines({ nativeDirs: [release], log: line => lines.push(line) })
    expect(simulator.kind).toBe('reference')
    expect(detail).toMatch(/does not load/)
    expect(lines).toEqual([detail])
  })

  it('says what the build was missing', () => {
    writeFileSync(join(folder, 'stamp.json'), JSON.stringify({ problem: 'missing: make', remedy: 'install make' }))
    expect(loadAddon([release])).toEqual({ problem: 'not built: missing: make; install make' })
  })

  it('says how to build what was never built', () => {
    expect(loadAddon([release])).toEqual({ problem: expect.stringContaining('node native/build.mjs') })
    writeFileSync(join(folder, 'stamp.json'), 'half a sta')
    expect(loadAddon([release])).toEqual({ problem: expect.stringContaining('node native/build.mjs') })
  })

  it.skipIf(!addon)('takes the addon from the folder given first', () => {
    cpSync('native/build/Release/pentad_native.node', join(release, 'pentad_native.node'))
    expect(loadAddon([join(folder, 'nowhere'), release])).toHaveProperty('addon')
  })

  it.each([
    ['the sources', '/app/main/simulation', '/app/native/build/Release'],
    ['the bundle', '/app/out/main', '/app/native/build/Release'],
    ['a chunk of the bundle', '/app/out/main/chunks', '/app/native/build/Release'],
    ['an Electron archive', '/r/app.asar/out/main', '/r/app.asar.unpacked/native/build/Release'],
  ])('looks for the addon beside %s', (_, from, expected) => {
    expect(defaultNativeDirs(from)).toContain(join(expected))
  })
})
