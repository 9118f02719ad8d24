import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCalibrations } from '../../../../main/cli/commands/calibrations'
import type { Service } from '../../../../main/service'
import { configured } from '../../../configured'
import { startWarmService } from '../../../warm-service'

const ROOT = resolve(import.meta.dirname, '../../../..')
const DEVICES = join(ROOT, 'resources/devices')
let data = ''
let service: Service | null = null
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'pentad-calibrations-'))
  const profile = JSON.parse(readFileSync(join(DEVICES, 'dev-b.json'), 'utf8'))
  const calibrations = (profile.calibrations as string[]).map(name => join(DEVICES, name))
  const bundled = JSON.parse(readFileSync(calibrations.at(-1)!, 'utf8'))
  // Every snapshot has its layouts searched: a part of the chiplet takes less time than the whole.
  const chiplets = [{ chiplet_id: 'b00', qubits: Array.from({ length: 40 }, (_, index) => index) }]
  writeFileSync(join(data, 'dev-b.json'), JSON.stringify({ ...profile, chiplets, calibrations }))
  const lab = { format: 'pentad-lab/1', name: 'One', description: '', devices: ['dev-b.json'], simulated_device: true }
  writeFileSync(join(data, 'lab.json'), JSON.stringify(lab))
  const dated = (calibrated_at: string, changes = {}) =>
    JSON.stringify({ ...bundled, ...changes, calibration_id: undefined, calibrated_at })
  const shorter = (qubit: { index: number; t1_us: number | null }) => ({
    ...qubit,
    t1_us: qubit.t1_us === null ? null : qubit.t1_us / (1 + qubit.index / 100),
  })
  writeFileSync(join(data, 'newer.json'), dated('2026-11-01T00:00:00Z', { qubits: bundled.qubits.map(shorter) }))
  writeFileSync(join(data, 'older.json'), dated('2019-11-01T00:00:00Z'))
})
afterAll(async () => {
  await service?.stop()
  rmSync(data, { recursive: true, force: true })
})

async function calibrations(...argv: string[]) {
  const [out, said]: [string[], string[]] = [[], []]
  const around = {
    env: { PENTAD_DATA: join(data, 'store'), PENTAD_LAB: join(data, 'lab.json') },
    cwd: data,
    root: ROOT,
    home: data,
    ...({ host: 'headless', platform: 'linux' } as const),
  }
  const terminal = { out: (line: string) => void out.push(line), say: (line: string) => void said.push(line) }
  const code = await runCalibrations(argv, around, terminal)
  return { code, out: out.join('\n'), said: said.join('\n') }
}
const on = ['--backend', 'dev-b']

describe('npm run calibrations', () => {
  it('says what an import would make current before it does, puts an older one aside, and takes changes back', async () => {
    expect((await calibrations('list', ...on)).said).toContain('service of its own')
    // The commands after it use one that runs, as starting one takes seconds.
    service = await startWarmService(configured(join(data, 'store'), { lab: join(data, 'lab.json') }))
    const dry = await calibrations('import', join(data, 'newer.json'), ...on, '--dry-run')
    expect(dry).toMatchObject({ code: 0, out: expect.stringMatching(/would be stored.*becomes the current snapshot/s) })
    expect(dry.out).toMatch(/No layout would move|\.L0: /)
    const stored = await calibrations('import', join(data, 'newer.json'), ...on)
    expect(stored.said).toContain(`running service at ${service.url}`)
    expect(stored.out).toMatch(
      /^(cal-\S+) is stored\.[\s\S]*\1 \(figures of 2026-11-01 00:00 UTC\) becomes the current/,
    )
    expect((await calibrations('import', join(data, 'older.json'), ...on)).out).toContain('stays the current snapshot')
    const listed = (await calibrations('list', ...on)).out.split('\n')
    expect(listed[1]).toMatch(/^cal-20261101\S+ .* current$/)
    expect(listed.at(-1)).toMatch(/^cal-20191101/)
    expect(listed.filter(line => line.endsWith('revert goes here'))).toHaveLength(1)
    expect((await calibrations('revert', ...on)).out).toContain('in the place of cal-20261101')
    const older = listed.at(-1)!.split(' ')[0]!
    expect((await calibrations('current', older, ...on)).out).toContain(
      `${older} (figures of 2019-11-01 00:00 UTC) becomes`,
    )
    expect((await calibrations('revert', '--backend', 'dev-b-mock')).code).toBe(0)
    expect(await calibrations('revert', ...on)).toMatchObject({ code: 1, said: expect.stringContaining('taken back') })
  })

  it('compares two snapshots, worst first, as a table, as CSV and as JSON', async () => {
    const listed = JSON.parse((await calibrations('list', ...on, '--json')).out) as {
      items: { calibration_id: string }[]
    }
    const [older, newer] = [listed.items.at(-1)!.calibration_id, listed.items[0]!.calibration_id]
    const bundled = listed.items.at(-2)!.calibration_id
    const listedFirst = await calibrations('compare', older, newer, ...on, '--top', '2')
    expect(listedFirst).toMatchObject({ code: 0, out: expect.stringContaining(`${older} before, ${newer} after`) })
    expect(listedFirst.out).toMatch(/Qubit 119 +T1 +\S+ µs +\S+ µs +× 2\.19 worse/)
    expect(listedFirst.out).toMatch(/\d+ more rows: --top \d+ shows all\.$/)
    const { out } = await calibrations('compare', bundled, newer, ...on, '--json')
    const compared = JSON.parse(out) as { before: string; after: string; rows: { worse: number | null }[] }
    expect(compared).toMatchObject({ before: bundled, after: newer })
    const ratios = compared.rows.flatMap(({ worse }) => worse ?? [])
    expect(new Set(ratios).size).toBeGreaterThan(100)
    expect(ratios).toEqual(ratios.toSorted((a, b) => b - a))
    const csv = (await calibrations('compare', bundled, newer, ...on, '--csv')).out.split('\r\n')
    expect(csv).toHaveLength(1 + compared.rows.length)
    expect(await calibrations('compare', 'cal-none', ...on)).toMatchObject({
      code: 1,
      said: expect.stringContaining('cal-none'),
    })
  })

  it('deletes a snapshot, says how to bring it back, and does; never the current one', async () => {
    const items = async () =>
      (
        JSON.parse((await calibrations('list', ...on, '--json')).out) as {
          items: { calibration_id: string; current: boolean }[]
        }
      ).items
    const older = (await items()).find(({ calibration_id }) => calibration_id.startsWith('cal-2026110'))!.calibration_id
    const deleted = await calibrations('delete', older, ...on)
    expect(deleted.out).toContain(`npm run calibrations -- restore ${older} --backend dev-b`)
    expect((await items()).some(({ calibration_id }) => calibration_id === older)).toBe(false)
    expect(await calibrations('restore', older, ...on)).toMatchObject({
      code: 0,
      out: `${older} is in the history again.`,
    })
    expect((await items()).some(({ calibration_id }) => calibration_id === older)).toBe(true)
    const current = (await items()).find(each => each.current)!.calibration_id
    expect(await calibrations('delete', current, ...on)).toMatchObject({ code: 1 })
  })

  it.each([
    [[], 'Say what to do: list, import, compare, current, revert, delete, restore'],
    [['lst', ...on], 'Did you mean list'],
    [['import', ...on], 'takes one to four files'],
    [['list'], 'Say which backend'],
    [['import', 'x.json', ...on, '--make-current', '--history-only'], 'exclude each other'],
    [['revert', 'cal-1', ...on], 'takes options only'],
    [['delete', ...on], 'takes one calibration id'],
    [['compare', ...on], 'takes the id of the snapshot before'],
  ])('%j is a mistake of the caller, and the message says so', async (argv, words) => {
    expect(await calibrations(...argv)).toMatchObject({ code: 2, said: expect.stringContaining(words) })
  })
})
