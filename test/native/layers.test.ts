import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Rooms that each room of kernels may include besides itself. */
const MAY_INCLUDE: Record<string, readonly string[]> = {
  base: [],
  planes: ['base'],
  sweeps: ['base'],
  decoding: ['base'],
  extraction: ['base'],
  frames: ['base', 'planes'],
  amplitudes: ['base', 'sweeps'],
  statevector: ['base', 'sweeps', 'amplitudes'],
  clifford: ['base'],
  stabilizer: ['base', 'planes', 'clifford'],
  trajectories: ['base', 'sweeps', 'amplitudes'],
  addon: [
    'base',
    'planes',
    'decoding',
    'extraction',
    'frames',
    'statevector',
    'clifford',
    'stabilizer',
    'trajectories',
    'amplitudes',
  ],
  fuzz: ['base', 'planes', 'decoding', 'extraction', 'amplitudes', 'stabilizer', 'addon'],
  '.': ['base'],
}

const files = readdirSync('native', { recursive: true, encoding: 'utf8' })
  .map(name => name.replaceAll('\\', '/'))
  .filter(name => /\.(cc|h)$/.test(name) && !/^(build|node_modules)\//.test(name))

const includes = files.flatMap(file =>
  [...readFileSync(`native/${file}`, 'utf8').matchAll(/^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)/gm)].map(
    ([, own, system]) => ({ file, room: dirname(file), own, system }),
  ),
)

describe('the rooms of the kernels', () => {
  it('include one another in one direction only', () => {
    const wrong = includes.filter(
      ({ room, own }) => own && dirname(own) !== room && !MAY_INCLUDE[room]?.includes(dirname(own)),
    )
    expect(wrong.map(({ file, own }) => `${file} includes ${own}`)).toEqual([])
  })

  it('have a row each, without cycles', () => {
    expect(new Set(files.map(file => dirname(file)))).toEqual(new Set(Object.keys(MAY_INCLUDE)))
    const visit = (room: string, path: readonly string[]): void => {
      expect(path).not.toContain(room)
      for (const next of MAY_INCLUDE[room]!) visit(next, [...path, room])
    }
    for (const room of Object.keys(MAY_INCLUDE)) visit(room, [])
  })

  it('name what they include by room and file, and it is there', () => {
    const missing = includes.filter(({ own }) => own && !files.includes(own))
    expect(missing.map(({ file, own }) => `${file} includes ${own}`)).toEqual([])
  })

  it('know nothing of Node, but for the addon', () => {
    const node = includes.filter(({ own, system }) =>
      /^(node_api|js_native_api|napi|v8|uv|node)\b/.test(system ?? own!),
    )
    expect(node.filter(({ room }) => room !== 'addon').map(({ file }) => file)).toEqual([])
    expect(node.length).toBeGreaterThan(3)
    expect(node.filter(({ file }) => /programs/.test(file))).toEqual([])
  })
})
