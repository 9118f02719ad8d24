import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../main/backends/devices/device-profile'
import type { NamedText } from '../../../../main/backends/files/json'
import { runDevices } from '../../../../main/cli/commands/devices'
import { CSV_TEMPLATE } from '../../../../main/contract/calibration/csv-template'
import { configured } from '../../../configured'
import { startWarmService } from '../../../warm-service'
import { rawFiles, SNAPSHOTS } from '../../backends/published'
import { googleMetrics, googleSpec, ibmFiles, oqc, pentadFile, rigetti, snapshot } from '../../backends/samples'

const ROOT = resolve(import.meta.dirname, '../../../..')

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

const around = () => ({
  env: { PENTAD_DATA: join(folder, 'store') },
  cwd: folder,
  root: ROOT,
  home: folder,
  ...({ host: 'headless', platform: 'linux' } as const),
})

async function run(...argv: string[]) {
  const out: string[] = []
  const said: string[] = []
  const code = await runDevices(argv, around(), { out: line => out.push(line), say: line => said.push(line) })
  return { code, out: out.join('\n'), said: said.join('\n') }
}

const again = (): NamedText => ({ ...pentadFile(snapshot({ source: 'again' })), name: 'again.json' })
const toFolder = (): string[] => ['import', '--id', 'dev-x', '--out', join(folder, 'out')]
const made = () => loadDevice(join(folder, 'out', 'dev-x.json'))

describe('npm run devices', () => {
  it('makes a device of IBM files, placed as they say', async () => {
    const { code, out } = await run(...toFolder(), '--name', 'Line', ...ibmFiles().map(put))
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('3 qubits, 2 couplings, 1 chiplet;') })
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

  it('makes a snapshot of each file that is one by itself, oldest first', async () => {
    const older = { ...pentadFile(snapshot({ calibrated_at: '2026-11-01T00:00:00Z' })), name: 'older.json' }
    expect((await run(...toFolder(), '--chiplets', 'tile:1x1', put(pentadFile()), put(older))).code).toBe(0)
    expect(made().bundled.map(({ snapshot: { calibrated_at } }) => calibrated_at)).toEqual([
      '2026-11-01T00:00:00Z',
      '2026-11-20T08:00:00Z',
    ])
  })

  it('cuts tiles out of a grid', async () => {
    const labelled = snapshot({ qubits: snapshot().qubits.map(qubit => ({ ...qubit, label: String(qubit.index) })) })
    expect(
      (await run(...toFolder(), '--grid-columns', '2', '--chiplets', 'tile:1x2', put(pentadFile(labelled)))).code,
    ).toBe(0)
    expect(made().profile.chiplets).toEqual([
      { chiplet_id: 'x00', qubits: [0, 2] },
      { chiplet_id: 'x01', qubits: [1, 3] },
    ])
  })

  it.skipIf(SNAPSHOTS.length === 0).each([
    ['rigetti_cepheus_1_108q_2026-05-05', [9, 9, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9]],
    // One of its qubits has no coupling, so that nothing says where it stands.
    ['rigetti_cepheus_1_108q_2026-04-16', [9, 9, 8, 1, 9, 9, 9, 9, 9, 9, 9, 9, 9]],
    ['iqm_garnet_2025-07-06', [8, 4, 5, 3]],
    ['iqm_emerald_2025-11-06', [3, 8, 3, 8, 9, 8, 3, 9, 3]],
  ])('cuts tiles of three by three out of %s, which publishes no places', async (name, sizes) => {
    expect((await run(...toFolder(), '--chiplets', 'tile:3x3', ...rawFiles(name).map(put))).code).toBe(0)
    const { chiplets, qubits, couplings } = made().profile
    expect(chiplets.map(chiplet => chiplet.qubits.length)).toEqual(sizes)
    const at = new Map(qubits.map(qubit => [qubit.index, qubit]))
    for (const [a, b] of couplings) expect(Math.hypot(at.get(a)!.x - at.get(b)!.x, at.get(a)!.y - at.get(b)!.y)).toBe(1)
  })

  it('cuts no tiles where the couplings have no rows and columns, and says what would do', async () => {
    const square = snapshot()
    const edges = [...square.edges, { ...square.edges[0]!, a: 0, b: 3 }]
    const { code, said } = await run(...toFolder(), '--chiplets', 'tile:2x2', put(pentadFile(snapshot({ edges }))))
    expect([code, said]).toEqual([1, expect.stringMatching(/no square lattice.*grid columns.*one chiplet/s)])
  })

  it('checks a profile', async () => {
    await run(...toFolder(), put(rigetti()))
    const { code, out } = await run('check', join(folder, 'out', 'dev-x.json'))
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('cal-20260505T213203Z-') })
  })

  it('replaces a profile only when requested, and leaves no temporary files', async () => {
    const file = put(rigetti())
    await run(...toFolder(), file)
    expect(await run(...toFolder(), file)).toMatchObject({ code: 2, said: expect.stringContaining('--force') })
    expect((await run(...toFolder(), '--force', file)).code).toBe(0)
    expect(readdirSync(join(folder, 'out'))).toEqual(['dev-x', 'dev-x.json'])
  })

  it('takes a machine whose CZ is made of another gate, and says of which', async () => {
    expect(await run(...toFolder(), put(oqc()))).toMatchObject({
      code: 0,
      out: expect.stringContaining('(CZ made of ECR)'),
    })
  })

  it('refuses a machine without a gate that makes a CZ, naming what it has, and writes nothing', async () => {
    const { name, content } = googleMetrics()
    const sycamore = { name, content: content.replaceAll('sqrt_iswap', 'sycamore') }
    expect(await run(...toFolder(), put(sycamore), put(googleSpec()))).toMatchObject({
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
  ])('refuses %s before it writes anything', async (_, refused, message) => {
    expect(await refused()).toMatchObject({ code: 1, said: expect.stringContaining(message) })
    expect(readdirSync(folder)).not.toContain('out')
  })

  it('says so where a file stands in the way of the folder', async () => {
    const file = put({ name: 'taken', content: '' })
    expect(await run('import', '--id', 'dev-x', '--out', join(file, 'out'), put(rigetti()))).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be written'),
    })
  })

  it.each([
    [['nothing'], 2, 'Unknown command'],
    [[], 2, 'import, check, template, add, delete, restore'],
    [['add', 'x.csv'], 2, 'what the device is called: --id'],
    [['add', '--id', 'dev-x'], 2, 'which calibration files'],
    [['delete'], 2, 'takes one device id'],
    [['import', '--colour', 'red'], 2, 'colour'],
    [['import', 'x'], 1, 'cannot be read'],
    [['import', '--id', 'dev-x', '--out', '/nowhere'], 2, 'which calibration files'],
    [['template', '--out', '/proc/x'], 2, '--out cannot be /proc/x'],
    [['check'], 2, 'Say which profile'],
    [['check', 'none.json'], 1, 'cannot be read'],
    [['import', '--recipe', 'none.json', '--from', '.', '--out', '.'], 1, 'cannot be read'],
    [['import', '--recipe', 'r.json', 'file.json'], 2, '--from'],
  ])('called as %j ends with code %i and says %s', async (argv, code, message) => {
    expect(await run(...argv)).toMatchObject({ code, said: expect.stringContaining(message) })
  })

  it.each([
    [['--id', 'a/b'], 'id'],
    [['--id', 'dev-y', '--chiplets', '3x3'], 'tile:3x3'],
    [['--id', 'dev-y', '--grid-columns', 'two'], '--grid-columns: expected a'],
    [['--id', 'dev-y', '--chiplets', 'tile:0x3'], 'chiplets'],
  ])('refuses %j, naming the option', async (argv, message) => {
    const file = put(rigetti())
    expect(await run('import', '--out', join(folder, 'out'), ...argv, file)).toMatchObject({
      code: 2,
      said: expect.stringContaining(message),
    })
  })

  it('explains itself', async () => {
    const { code, out } = await run('--help')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('npm run devices -- import') })
  })

  it('adds a device to the workstation, deletes it and brings it back', async () => {
    const files = CSV_TEMPLATE.map(({ name, content }) => put({ name, content }))
    const service = await startWarmService(configured(join(folder, 'store')))
    try {
      expect((await run('add', '--id', 'dev-own', ...files, '--dry-run')).out).toContain(
        'would be added; nothing is kept',
      )
      const added = await run('add', '--id', 'dev-own', ...files)
      expect(added).toMatchObject({ code: 0, said: `Using the running service at ${service.url}.` })
      expect(added.out).toMatch(
        /^dev-own is added: 9 qubits, 12 couplings, 1 chiplet, 1 snapshot\.\n[\s\S]*assumed: Reset length/,
      )
      expect((await run('add', '--id', 'dev-own', ...files)).code).toBe(1)
      expect((await run('delete', 'dev-own')).out).toContain('npm run devices -- restore dev-own')
      expect(JSON.parse((await run('restore', 'dev-own', '--json')).out)).toEqual({
        device_id: 'dev-own',
        deleted_at: null,
      })
      expect(await run('delete', 'dev-none')).toMatchObject({ code: 1, said: expect.stringContaining('dev-none') })
    } finally {
      await service.stop()
    }
  })

  it('writes one line per qubit and edge', async () => {
    await run(...toFolder(), put(rigetti()))
    const text = readFileSync(join(folder, 'out', 'dev-x.json'), 'utf8')
    expect(text).toContain('\n    { "index": 0, "label": "1", ')
    expect(JSON.parse(text)).toEqual(made().profile)
  })
})

describe('the feed-forward latency of a made device', () => {
  const latencyOf = async (...argv: string[]) => {
    const answer = await run(...toFolder(), '--force', ...argv, ...ibmFiles().map(put))
    return answer.code === 0 ? { ...answer, profile: made().profile } : { ...answer, profile: null }
  }

  it('is assumed where nothing is said, and so are resets by the rule that takes it in', async () => {
    const { profile, out } = await latencyOf()
    expect(profile).toMatchObject({
      feedforward_latency_ns: 500,
      feedforward_latency_basis: 'assumed',
      assumed: { reset_length_ns: 'measure_and_flip', reset_fidelity: 'measure_and_flip' },
    })
    expect(out).toContain('feed-forward latency 500 ns (assumed)')
  })

  it('is what is given, with its basis', async () => {
    const { profile } = await latencyOf('--feedforward-latency', '250', '--feedforward-basis', 'measured')
    expect(profile).toMatchObject({ feedforward_latency_ns: 250, feedforward_latency_basis: 'measured' })
  })

  it('is null for a device without feed-forward, whose resets do not depend on outcomes', async () => {
    const { profile, out } = await latencyOf('--feedforward-latency', 'none')
    expect(profile).toMatchObject({ feedforward_latency_ns: null, assumed: { reset_length_ns: 500 } })
    expect(out).toContain('no feed-forward')
  })

  it.each([
    [['--feedforward-latency', 'fast'], '--feedforward-latency cannot be "fast"'],
    [['--feedforward-basis', 'measured'], 'give --feedforward-latency'],
    [['--feedforward-latency', 'none', '--feedforward-basis', 'measured'], 'give --feedforward-latency'],
    [['--feedforward-latency', '250', '--feedforward-basis', 'rumour'], '--feedforward-basis: '],
  ])('is refused as %j', async (argv, words) => {
    expect(await latencyOf(...argv)).toMatchObject({ code: 2, said: expect.stringContaining(words) })
  })
})
