import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runExperiment } from '../../../../main/cli/experiment/command'
import { createClient } from '../../../../main/cli/io/client'
import { readConfig } from '../../../../main/config/read'
import { routes } from '../../../../main/contract/routes'
import { RunRecord } from '../../../../main/contract/runs/record'
import type { Service } from '../../../../main/service'
import { readEndpoint } from '../../../../main/store/endpoint'
import { startWarmService } from '../../../warm-service'
import { type Figures, latticeCouplings, syntheticDevice } from '../../qec/devices'
import { serviceThatDies } from './dying-service'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-experiment-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A synthetic 3×3 device of its own folder below `dir`; answers its profile's path from there. */
function deviceFile(dir: string, name: string, figures: Figures = {}, token_price_per_shot = 0): string {
  const made = syntheticDevice(9, latticeCouplings(3, 3), figures)
  const { snapshot } = made
  const profile = { ...made.profile, device_id: name, name, token_price_per_shot }
  mkdirSync(join(dir, name), { recursive: true })
  writeFileSync(join(dir, name, 'test.json'), JSON.stringify(snapshot))
  writeFileSync(join(dir, name, 'device.json'), JSON.stringify(profile))
  return `${name}/device.json`
}

/** A lab of one device called `synthetic`, unless others are given; answers its file. */
function labFile(dir = join(folder, 'good'), devices = [deviceFile(dir, 'synthetic')]): string {
  const lab = { format: 'pentad-lab/1', name: 'good', description: '', devices, simulated_device: true }
  writeFileSync(join(dir, 'lab.json'), JSON.stringify(lab))
  return join(dir, 'lab.json')
}

/** A running service of a free device, a priced one and one of short-lived qubits: whatever needs no service of its own goes there. */
let shared = ''
let service: Service
beforeAll(async () => {
  shared = mkdtempSync(join(tmpdir(), 'pentad-experiment-shared-'))
  const devices = [
    deviceFile(shared, 'synthetic'),
    deviceFile(shared, 'priced', {}, 0.25),
    deviceFile(shared, 'short', { qubit: () => ({ t1_us: 30, t2_us: 20 }) }),
  ]
  const argv = [`--data=${join(shared, 'data')}`, `--lab=${labFile(shared, devices)}`, '--port=0']
  const config = readConfig({ ...source(), cwd: shared, home: shared, argv })
  service = await startWarmService({ ...config, log_level: 'silent', interface_dir: null })
})
afterAll(async () => {
  await service.stop()
  rmSync(shared, { recursive: true, force: true })
})
const onShared = (argv: readonly string[]) => [...argv, '--data', join(shared, 'data')]

const source = () => ({
  env: { XDG_DATA_HOME: join(folder, 'home') },
  cwd: folder,
  root: join(import.meta.dirname, '../../../..'),
  host: 'headless' as const,
  platform: 'linux' as const,
  home: folder,
})

async function run(argv: readonly string[], signal = new AbortController().signal, onProgress = () => {}) {
  const [out, said, drawn]: [string[], string[], string[]] = [[], [], []]
  const progress = {
    isTTY: false,
    write: (text: string) => {
      drawn.push(text)
      onProgress()
    },
  }
  const terminal = { out: (line: string) => out.push(line), say: (line: string) => said.push(line), progress }
  const code = await runExperiment(argv, source(), terminal, signal)
  return { code, out: out.join('\n'), said: said.join('\n'), drawn: drawn.join('') }
}

const quick = ['--backend', 'synthetic', '--rounds', '1,2', '--shots', '200', '--seed', '7', '--states', '0,+']
const quickOn = (backend: string) => quick.map(word => (word === 'synthetic' ? backend : word))
/** A single circuit, for what does not depend on more of them. */
const fewOn = (backend: string) => [
  ...['--backend', backend, '--rounds', '1', '--shots', '100', '--states', '+', '--seed', '7'],
]

describe('npm run experiment', () => {
  it('says what a live run costs, and runs it with tokens on the sequencer twin whatever predicts it, naming the twin', async () => {
    const priced = onShared([...fewOn('priced'), '--shots', '200', '--engine', 'trajectories', '--out', 'record.json'])
    const refused = await run(priced)
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/takes \d+ tokens; 0 are available.*--purchase/),
    })
    expect(refused.out).toMatch(/cost +\d+ tokens of 0 available, for \d+ shots at 0.25/)
    const { code, out } = await run([...priced, '--purchase'])
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/charged +[1-9]\d+ tokens for \d+ shots/),
    })
    expect(out).toMatch(/SIMULATED on QSEQ twin \S+ [\d.]+: no device was measured/)
    const record = RunRecord.parse(JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')))
    expect(record).toMatchObject({
      record_version: 'pentad-run/2',
      engine: expect.stringMatching(/QSEQ twin/),
      simulated: true,
      sequencers: [{ simulated: true, errors_end: [] }],
      round_duration_measured: { source: 'measured' },
    })
  })

  it('ranks, selects, runs, compares and writes the record', async () => {
    const { code, out, said, drawn } = await run(onShared([...quick, '--out', 'record.json']))
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('running service') })
    const record = RunRecord.parse(JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')))
    expect(record).toMatchObject({ backend_id: 'synthetic', seed: 7, rounds: [1, 2], states: ['0', '+'] })
    expect(out).toMatch(/rank +chiplet +Δ_round/)
    expect(out).toMatch(/cost +nothing, for \d+ shots: free \(lab profile\)$/m)
    expect(out).toMatch(/charged +0 tokens for \d+ shots: free \(lab profile\)$/m)
    expect(out).toMatch(/fault tolerance +preserved: \d+ single faults/)
    expect(out).toMatch(/gates a round +64 CZ with 16 moves of the ancilla \(8 with a reset, 8 SWAPs\)/)
    expect(out).toMatch(/coherence ratio +0\.\d+; gate 0\.2: passed/)
    expect(out).toMatch(/calibration +cal-20261120T000000Z/)
    expect(out).toContain('SIMULATED')
    // Two numbers of rounds tell nothing of the fit, unless 0 rounds join it.
    const { zero_rounds } = record.comparison.encoded.fit!
    expect(/\bfit +deviance/.test(out)).toBe(zero_rounds === 'joined')
    expect(out).toMatch(/basis X +ε [\d.]+ %, A \S+\n.*basis Z +ε [\d.]+ %, A \S+/)
    expect(out).toMatch(/gain over median .*(GAIN|LOSS|INCONCLUSIVE)/)
    expect(out).toMatch(/Predicted before the run\n.*ε_L per round/)
    expect(out).toMatch(/shots +.*distinguish(es)? the gain against the best qubit/)
    expect(out).toMatch(/ε_L by flag-map +[\d.]+ \[/)
    expect(drawn).toMatch(/100 % {2}done/)
    expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([])
  })

  it('prints the record alone with --json, on a mock the same for the same seed, also on a service of its own', async () => {
    const asked = [...fewOn('synthetic-mock'), '--json', '--mode', 'detection']
    const records: unknown[] = []
    for (const [argv, where] of [
      [onShared(asked), 'running service'],
      [[...asked, '--lab', labFile()], 'service of its own'],
    ] as const) {
      const { code, out, said } = await run(argv)
      expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining(where) })
      const { run_id: _, execution_timestamp: __, ...rest } = RunRecord.parse(JSON.parse(out))
      // The age of the calibration is counted in hours, and one may have passed.
      records.push({ ...rest, warnings: rest.warnings.filter(({ code }) => code !== 'stale_calibration') })
    }
    expect(records[1]).toEqual(records[0])
  })

  it('says how well the counts follow the fit where there are more of them than parameters, and that a mock is free', async () => {
    const { code, out } = await run(onShared([...quickOn('priced-mock'), '--rounds', '1,2,3', '--out', 'record.json']))
    expect(code).toBe(0)
    expect(out).toMatch(/charged +0 tokens for \d+ shots: free$/m)
    const { fit } = RunRecord.parse(JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'))).comparison.encoded
    // One for each basis, and another where 0 rounds join.
    const freedom = fit!.zero_rounds === 'joined' ? 4 : 2
    expect(fit).toMatchObject({ bases: ['X', 'Z'], degrees_of_freedom: freedom })
    expect(out).toContain(`deviance ${Number(fit!.deviance!.toPrecision(3))} (${freedom}), p = `)
  })

  it('runs by trajectories when asked to, and says so', async () => {
    const argv = onShared([...fewOn('synthetic-mock'), '--engine', 'trajectories', '--out', 'record.json'])
    const { code, out } = await run(argv)
    expect(code).toBe(0)
    expect(out).toMatch(/simulated in +some \S+ s or less/)
    expect(out).toMatch(/SIMULATED on \w+-trajectories\/\d+, decay exact/)
    const record = RunRecord.parse(JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')))
    expect(record).toMatchObject({ engine: expect.stringMatching(/trajectories/), decay: 'exact', simulated: true })
  })

  it('stops before submission with code 3 when the gate fails, and runs with --override', async () => {
    const short = onShared(fewOn('short'))
    const refused = await run(short)
    expect(refused.code).toBe(3)
    expect(refused.said).toMatch(/fails the feasibility gate.*coherence ratio.*0\.20/)
    expect(refused.said).toContain('--override')
    expect(refused.drawn).toBe('')
    expect((await run([...short, '--override'])).code).toBe(0)
  })

  it.each([
    [['--backend', 'nowhere'], 2, /no backend nowhere.*synthetic-mock/i],
    [['--backend', 'synthetic', '--chiplet', 'c7'], 2, /no chiplet "c7"; it has c0/],
    [[], 2, /which backend/],
    [['--backend', 'synthetic', '--bogus'], 2, /Unknown option --bogus/],
    [['--backend', 'synthetic', '--mode', 'both'], 2, /--mode/],
    [['--backend', 'synthetic', '--rounds', '1,two'], 2, /--rounds cannot be "two"/],
    [['--backend', 'synthetic', '--rounds', ','], 2, /--rounds/],
    [['--backend', 'synthetic', '--shots', '0'], 2, /--shots/],
    [['--backend', 'synthetic', '--states', '0,2'], 2, /--states/],
    [['--backend', 'synthetic', '--seed', '-1'], 2, /--seed/],
    [['--backend', 'synthetic', '--decoder', 'oracle'], 2, /--decoder/],
    [['--backend', 'synthetic', '--engine', 'trajectories', '--dd', 'x2'], 1, /\/dd:.*frames run it/],
    [['--backend', 'synthetic', '--out', 'missing/record.json'], 2, /--out cannot be/],
    [['--backend', 'synthetic', '--rounds', '1000', '--shots', '1000000'], 1, /bits.*at most/s],
  ])('answers %o with code %d and says why', async (argv, code, why) => {
    const answer = await run(argv.length > 0 ? onShared(argv) : argv)
    expect(answer.said).toMatch(why)
    expect(answer.code).toBe(code)
  })

  it('explains itself, exit codes included', async () => {
    const { code, out } = await run(['--help'])
    expect(code).toBe(0)
    for (const word of ['--backend', '--override', 'Exit codes', 'Ctrl-C']) expect(out).toContain(word)
  })

  it('uses the service that runs on the data folder, and aborts its run on Ctrl-C', async () => {
    const { code, said } = await run(onShared(fewOn('synthetic')))
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringContaining(`running service at ${service.url}`),
    })

    const controller = new AbortController()
    const endless = onShared(['--backend', 'synthetic', '--rounds', '300', '--shots', '40000'])
    const aborted = await run(endless, controller.signal, () => controller.abort())
    expect(aborted.code).toBe(130)
    const { localToken: token } = readEndpoint(join(shared, 'data'))!
    const { items } = await createClient({ url: service.url, token }).call(routes.listRuns)
    expect(items.slice(0, 2).map(({ status }) => status)).toEqual(['ABORTED', 'COMPLETED'])
    expect(items[0]!.status_reason!.code).toBe('user_cancelled')
  })

  it('names the run and what becomes of it where the service is gone before its end, and aborts nothing', async () => {
    const { localToken: key } = readEndpoint(join(shared, 'data'))!
    const dying = await serviceThatDies(service.url, /\/runs\/[0-9a-f-]{36}$/)
    const long = ['--backend', 'synthetic', '--rounds', '300', '--shots', '40000']
    const { code, said } = await run([...long, '--url', dying.url, '--key', key])
    dying.close()
    expect(code).toBe(1)
    const client = createClient({ url: service.url, token: key })
    const newest = (await client.call(routes.listRuns)).items[0]!
    const { backend_id, logical_id, run_id, status } = newest
    expect(['PENDING', 'PROCESSING']).toContain(status)
    expect(said).toContain(`The run is ${run_id}.`)
    expect(said).toMatch(/does not answer .*Start it again with npm start where it ran.*begins anew/)
    expect(said).toContain(`GET /v1/backends/synthetic/logical-qubits/${logical_id}/runs/${run_id}`)
    await client.call(routes.abortRun, { params: { backend_id, logical_id, run_id } })
  })

  it('says that nobody knows whether a run began where the service is gone before it says so', async () => {
    const { localToken: key } = readEndpoint(join(shared, 'data'))!
    const dying = await serviceThatDies(service.url, /\/runs$/)
    const { code, said } = await run([...fewOn('synthetic'), '--url', dying.url, '--key', key])
    dying.close()
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('Whether the run was accepted is not known'),
    })
  })

  it('starts its own service when another program has the port of a killed one', async () => {
    const stranger = createServer((_, reply) => reply.end('<html>hello'))
    await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve))
    try {
      await startsItsOwn(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}`)
    } finally {
      stranger.closeAllConnections()
      stranger.close()
    }
  })

  it('starts its own service when the one that was there has been killed', () => startsItsOwn('http://127.0.0.1:9'))

  async function startsItsOwn(url: string): Promise<void> {
    const data = join(folder, 'data')
    mkdirSync(data)
    const dead = {
      url,
      pid: 1,
      started_at: '2026-11-21T00:00:00Z',
      version: '0.0.0',
      segment: 'svc',
    }
    writeFileSync(join(data, 'endpoint.json'), JSON.stringify(dead))
    writeFileSync(join(data, 'local-token'), 'gone')
    const { said } = await run(['--backend', 'nowhere', '--data', data])
    expect(said).toContain(`service of its own, on ${data}`)
    expect(existsSync(join(data, 'endpoint.json'))).toBe(false)
  }
})
