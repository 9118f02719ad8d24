/** What lies in resources/devices and resources/labs: it loads, it is what the recipes make, and its README is true. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../main/backends/devices/device-profile'
import { runDevices } from '../../main/cli/commands/devices'
import { loadLab } from '../../main/lab/profile/lab-file'
import { recipeFolder, SNAPSHOTS } from '../main/backends/published'

const here = (path: string): string => fileURLToPath(new URL(`../../resources/${path}`, import.meta.url))
const temporary: string[] = []
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'pentad-devices-'))
  temporary.push(path)
  return path
}
afterAll(() => {
  for (const path of temporary) rmSync(path, { recursive: true })
})

const DEVICES = ['dev-a', 'dev-b', 'dev-c']
const lab = loadLab(here('labs/demo.json'), { sequencers: here('sequencers') })
const device = (name: string) => lab.devices.find(({ profile }) => profile.device_id === name)!

describe('the demo lab', () => {
  it('has the three devices, first the one whose module passes its gate, and says that they are simulated', () => {
    expect(lab.devices.map(({ profile }) => profile.device_id)).toEqual(['dev-b', 'dev-a', 'dev-c'])
    expect(lab.sequencers.map(({ device_id, address }) => [device_id, address.kind])).toEqual([
      ['dev-b', 'twin'],
      ['dev-a', 'twin'],
      ['dev-c', 'twin'],
    ])
    expect(lab.description).toContain('SIMULATED')
  })

  it.each(lab.devices.map(device => [device.profile.device_id, device] as const))(
    'has %s with every source named, and assumptions with a basis',
    (_, { profile, bundled }) => {
      for (const { snapshot } of bundled) {
        expect(snapshot.source).toMatch(/^[\w-]+\/[\w-]+, commit [0-9a-f]{40}, .+ \([\w.-]+\)$/)
        expect(snapshot.calibrated_at).not.toBeNull()
        expect(profile.description).toContain(snapshot.calibrated_at!.slice(0, 10))
      }
      expect(profile.assumed.basis).toContain("Pentad's assumption")
    },
  )

  it.each(lab.devices.map(device => [device.profile.device_id, device] as const))(
    'places no two qubits of %s at one spot',
    (_, { profile }) => {
      expect(new Set(profile.qubits.map(({ x, y }) => `${x} ${y}`)).size).toBe(profile.qubits.length)
    },
  )

  it('has dev-a as twelve chiplets of three by three, joined inside', () => {
    const { profile } = device('dev-a')
    expect(profile.qubits).toHaveLength(108)
    expect(profile.chiplets.map(chiplet => chiplet.chiplet_id)).toEqual([
      'a00',
      'a01',
      'a02',
      'a03',
      'a04',
      'a05',
      'a06',
      'a07',
      'a08',
      'a09',
      'a10',
      'a11',
    ])
    const inside = profile.chiplets.map(
      ({ qubits }) => profile.couplings.filter(([a, b]) => qubits.includes(a) && qubits.includes(b)).length,
    )
    // Qubit 8 has no couplings, so its tile lacks two.
    expect(inside).toEqual([12, 12, 10, 12, 12, 12, 12, 12, 12, 12, 12, 12])
  })

  it('has dev-b with, and dev-c without, a qubit of four neighbours', () => {
    const degrees = DEVICES.map(device).map(({ profile }) =>
      Math.max(...profile.qubits.map(({ index }) => profile.couplings.filter(pair => pair.includes(index)).length)),
    )
    expect(degrees).toEqual([4, 4, 3])
  })

  it('has drift: two dates of dev-a and of dev-c, and the broken qubit of dev-a in both', () => {
    expect(DEVICES.map(name => device(name).bundled.length)).toEqual([2, 1, 2])
    const reasons = device('dev-a').bundled.map(({ snapshot }) => snapshot.qubits[8]!.out_of_service)
    expect(reasons).toEqual([expect.stringContaining('not measured'), 'not listed in this calibration'])
  })
})

describe('the devices', () => {
  it.skipIf(SNAPSHOTS.length === 0).each(DEVICES)(
    '%s is exactly what its recipe makes of the published files (skipped where ../shared/calibration is not there)',
    async device => {
      const out = folder()
      const said: string[] = []
      const code = await runDevices(
        ['import', '--recipe', here(`devices/recipes/${device}.json`), '--from', recipeFolder, '--out', out],
        { env: {}, cwd: out, root: out, home: out, host: 'headless', platform: 'linux' },
        { out: () => undefined, say: line => said.push(line) },
      )
      expect({ code, said }).toEqual({ code: 0, said: [] })
      const files = [`${device}.json`, ...readdirSync(join(out, device)).map(file => join(device, file))]
      expect(readdirSync(here(`devices/${device}`)).length).toBe(files.length - 1)
      for (const file of files)
        expect(readFileSync(join(out, file), 'utf8')).toBe(readFileSync(here(`devices/${file}`), 'utf8'))
    },
  )
})

describe('the README of device profiles', () => {
  const readme = readFileSync(here('devices/README.md'), 'utf8')
  const [device, calibration] = [...readme.matchAll(/```json\n(.*?)```/gs)].map(match => match[1]!)

  it('shows a profile and a calibration that load as they stand', () => {
    const path = join(folder(), 'dev-x.json')
    const [figures] = JSON.parse(device!).calibrations as string[]
    mkdirSync(join(dirname(path), dirname(figures!)))
    writeFileSync(path, device!)
    writeFileSync(join(dirname(path), figures!), calibration!)
    expect(loadDevice(path).bundled).toHaveLength(1)
  })

  it('names recipes that are there', () => {
    for (const [path] of readme.matchAll(/resources\/devices\/recipes\/[\w-]+\.json/g))
      expect(existsSync(here(path.replace('resources/', '')))).toBe(true)
  })
})
