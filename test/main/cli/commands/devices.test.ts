import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../main/backends/devices/device-profile'
import type { NamedText } from '../../../../main/backends/files/json'
import { runDevices } from '../../../../main/cli/commands/devices'
import { googleMetrics, googleSpec, ibmFiles, oqc, pentadFile, rigetti, snapshot } from '../../backends/samples'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-devices-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = ({ name, content }: NamedText): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function run(...argv: string[]) {
  const out: string[] = []
  const said: string[] = []
  const code = runDevices(argv, { out: line => out.push(line), say: line => said.push(line) })
  return { code, out: out.join('\n'), said: said.join('\n') }
}

const again = (): NamedText => ({ ...pentadFile(snapshot({ source: 'again' })), name: 'again.json' })
const toFolder = (): string[] => ['import', '--id', 'dev-x', '--out', join(folder, 'out')]
const made = () => loadDevice(join(folder, 'out', 'dev-x.json'))

describe('npm run devices', () => {
  it('makes a device of IBM files, placed as they say', () => {
    const { code, out } = run(...toFolder(), '--name', 'Line', ...ibmFiles().map(put))
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('3 qubits, 2 couplings, 1 chiplets') })
    const { profile, bundled } = made()
    expect(profile).toMatchObject({
      name: 'Line',
      chiplets: [{ chiplet_id: 'x00', qubits: [0, 1, 2] }],
      assumed: { basis: expect.stringContaining('not the publisher') },
    })
    expect(profile.qubits.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ])
    expect(bundled[0]!.snapshot.source).toBe('imported from conf_line.json, props_line.json')
  })

  it('makes a snapshot of each file that is one by itself, oldest first', () => {
    const older = { ...pentadFile(snapshot({ calibrated_at: '2026-11-01T00:00:00Z' })), name: 'older.json' }
    expect(run(...toFolder(), '--chiplets', 'tile:1x1', put(pentadFile()), put(older)).code).toBe(0)
    expect(made().bundled.map(({ snapshot: { calibrated_at } }) => calibrated_at)).toEqual([
      '2026-11-01T00:00:00Z',
      '2026-11-20T08:00:00Z',
    ])
  })

  it('cuts tiles out of a grid', () => {
    const labelled = snapshot({ qubits: snapshot().qubits.map(qubit => ({ ...qubit, label: String(qubit.index) })) })
    expect(run(...toFolder(), '--grid-columns', '2', '--chiplets', 'tile:1x2', put(pentadFile(labelled))).code).toBe(0)
    expect(made().profile.chiplets).toEqual([
      { chiplet_id: 'x00', qubits: [0, 2] },
      { chiplet_id: 'x01', qubits: [1, 3] },
    ])
  })

  it('checks a profile', () => {
    run(...toFolder(), put(rigetti()))
    const { code, out } = run('check', join(folder, 'out', 'dev-x.json'))
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('cal-20260505T213203Z-') })
  })

  it('replaces a profile only when told to, and leaves no temporary files', () => {
    const file = put(rigetti())
    run(...toFolder(), file)
    expect(run(...toFolder(), file)).toMatchObject({ code: 2, said: expect.stringContaining('--force') })
    expect(run(...toFolder(), '--force', file).code).toBe(0)
    expect(readdirSync(join(folder, 'out'))).toEqual(['dev-x', 'dev-x.json'])
  })

  it('refuses a machine without CZ, naming what it has, and writes nothing', () => {
    expect(run(...toFolder(), put(oqc()))).toMatchObject({ code: 1, said: expect.stringContaining('published: ecr') })
    expect(run(...toFolder(), put(googleMetrics()), put(googleSpec()))).toMatchObject({
      code: 1,
      said: expect.stringContaining('sycamore'),
    })
    expect(readdirSync(folder)).not.toContain('out')
  })

  it.each([
    [
      'an id kept for mocks',
      () => run('import', '--id', 'dev-mock', '--out', join(folder, 'out'), put(rigetti())),
      'mock',
    ],
    [
      'the same figures twice',
      () => run(...toFolder(), put(pentadFile()), put(again())),
      'the same figures as square.json',
    ],
    [
      'names on a grid',
      () => run(...toFolder(), '--grid-columns', '2', put(pentadFile())),
      '("Q0") cannot count along',
    ],
  ])('refuses %s before it writes anything', (_, refused, message) => {
    expect(refused()).toMatchObject({ code: 1, said: expect.stringContaining(message) })
    expect(readdirSync(folder)).not.toContain('out')
  })

  it('says so where a file stands in the way of the folder', () => {
    const file = put({ name: 'taken', content: '' })
    expect(run('import', '--id', 'dev-x', '--out', join(file, 'out'), put(rigetti()))).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be written'),
    })
  })

  it.each([
    [['nothing'], 2, 'Unknown command'],
    [[], 2, 'import or check'],
    [['import', '--colour', 'red'], 2, 'colour'],
    [['import', 'x'], 1, 'cannot be read'],
    [['import', '--id', 'dev-x', '--out', '/nowhere'], 2, 'which calibration files'],
    [['check'], 2, 'Say which profile'],
    [['check', 'none.json'], 1, 'cannot be read'],
    [['import', '--recipe', 'none.json', '--from', '.', '--out', '.'], 1, 'cannot be read'],
    [['import', '--recipe', 'r.json', 'file.json'], 2, '--from'],
  ])('called as %j ends with code %i and says %s', (argv, code, message) => {
    expect(run(...argv)).toMatchObject({ code, said: expect.stringContaining(message) })
  })

  it.each([
    [['--id', 'a/b'], 'id'],
    [['--id', 'dev-y', '--chiplets', '3x3'], 'tile:3x3'],
    [['--id', 'dev-y', '--grid-columns', 'two'], '--grid-columns: expected a'],
    [['--id', 'dev-y', '--chiplets', 'tile:0x3'], 'chiplets'],
  ])('refuses %j, naming the option', (argv, message) => {
    const file = put(rigetti())
    expect(run('import', '--out', join(folder, 'out'), ...argv, file)).toMatchObject({
      code: 2,
      said: expect.stringContaining(message),
    })
  })

  it('explains itself', () => {
    const { code, out } = run('--help')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('npm run devices -- import') })
  })

  it('writes one line per qubit and edge', () => {
    run(...toFolder(), put(rigetti()))
    const text = readFileSync(join(folder, 'out', 'dev-x.json'), 'utf8')
    expect(text).toContain('\n    { "index": 0, "label": "1", ')
    expect(JSON.parse(text)).toEqual(made().profile)
  })
})
