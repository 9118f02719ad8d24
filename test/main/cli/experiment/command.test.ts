import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../../../main/cli/io/client'
import { routes } from '../../../../main/contract/routes'
import { RunRecord } from '../../../../main/contract/runs/record'
import { readEndpoint } from '../../../../main/store/endpoint'
import { commands, fewOn, quickOn } from './commands'
import { serviceThatDies } from './dying-service'

const here = commands()
const { run, onShared } = here

describe('npm run experiment', () => {
  it('ranks, selects, runs, compares and writes the record', async () => {
    const { code, out, said, drawn } = await run(onShared([...quickOn('synthetic'), '--out', 'record.json']))
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('running service') })
    const record = RunRecord.parse(JSON.parse(readFileSync(join(here.folder, 'record.json'), 'utf8')))
    expect(record).toMatchObject({ backend_id: 'synthetic', seed: 7, rounds: [1, 2], states: ['0', '+'] })
    expect(out).toMatch(/rank +chiplet +Δ_round/)
    expect(out).toMatch(/cost +nothing, for \d+ shots: free \(lab profile\)$/m)
    expect(out).toMatch(/charged +0 tokens for \d+ shots: free \(lab profile\)$/m)
    expect(out).toMatch(/fault tolerance +preserved: \d+ single faults/)
    expect(out).toMatch(/gates a round +64 CZ with 16 moves of the ancilla \(8 with a reset, 8 SWAPs\)/)
    expect(out).toMatch(/coherence ratio +0\.\d+; gate 0\.2: passed/)
    expect(out).toMatch(/calibration +cal-20261120T000000Z/)
    expect(out).toContain('SIMULATED')
    // Two numbers of rounds determine nothing of the fit, unless 0 rounds join it.
    const { zero_rounds } = record.comparison.encoded.fit!
    expect(/\bfit +deviance/.test(out)).toBe(zero_rounds === 'joined')
    expect(out).toMatch(
      // An error that is fitted as 0 is a bound.
      /basis X +ε (?:[\d.]+ \[[\d.]+, [\d.]+\]|< [\d.]+) %, A \S+\n.*basis Z +ε (?:[\d.]+ \[[\d.]+, [\d.]+\]|< [\d.]+) %, A \S+/,
    )
    expect(out).toMatch(/gain over median .*(GAIN|LOSS|INCONCLUSIVE)/)
    expect(out).toMatch(/Predicted before the run\n.*ε_L per round/)
    expect(out).toMatch(/shots +.*distinguish(es)? the gain against the best qubit/)
    expect(out).toMatch(/ε_L by flag-map +(?:[\d.]+ \[|< [\d.]+ %)/)
    expect(drawn).toMatch(/100 % {2}done/)
    expect(readdirSync(here.folder).filter(name => name.includes('.part'))).toEqual([])
  })

  it.each([
    [['--backend', 'nowhere'], 2, /no backend nowhere.*synthetic-mock/i],
    [['--backend', 'synthetic', '--chiplet', 'c7'], 2, /no chiplet "c7"; it has c0/],
    [[], 2, /which backend/],
    [['--backend', 'synthetic', '--bogus'], 2, /Unknown option --bogus/],
    [
      ['--backend', 'b', '--url', 'http://127.0.0.1:1', '--lab', 'lab.json'],
      2,
      /--lab and --device.*--url has its lab/,
    ],
    [['--backend', 'b', '--url', 'http://127.0.0.1:1', '--device', 'a.json'], 2, /--lab and --device.*--url has its/],
    [['--backend', 'synthetic', '--mode', 'both'], 2, /--mode/],
    [['--backend', 'synthetic', '--rounds', '1,two'], 2, /--rounds cannot be "two"/],
    [['--backend', 'synthetic', '--rounds', ','], 2, /--rounds/],
    [['--backend', 'synthetic', '--shots', '0'], 2, /--shots/],
    [['--backend', 'synthetic', '--states', '0,2'], 2, /--states/],
    [['--backend', 'synthetic', '--seed', '-1'], 2, /--seed/],
    [['--backend', 'synthetic', '--decoder', 'oracle'], 2, /--decoder/],
    [['--backend', 'synthetic', '--engine', 'trajectories', '--dd', 'x2'], 1, /\/dd:.*use engine frames/],
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

  it('names the run and what becomes of it where the service is gone before its end, and aborts nothing', async () => {
    const { localToken: key } = readEndpoint(here.data)!
    const dying = await serviceThatDies(here.service.url, /\/runs\/[0-9a-f-]{36}$/)
    const long = ['--backend', 'synthetic', '--rounds', '300', '--shots', '40000', '--states', '+']
    const { code, said } = await run([...long, '--url', dying.url, '--key', key])
    dying.close()
    expect(code).toBe(1)
    const client = createClient({ url: here.service.url, token: key })
    const newest = (await client.call(routes.listRuns)).items[0]!
    const { backend_id, logical_id, run_id, status } = newest
    expect(['PENDING', 'PROCESSING']).toContain(status)
    expect(said).toContain(`The run is ${run_id}.`)
    expect(said).toMatch(/does not answer .*Start it again with npm start where it ran.*begins anew/)
    expect(said).toContain(`GET /v1/backends/synthetic/logical-qubits/${logical_id}/runs/${run_id}`)
    await client.call(routes.abortRun, { params: { backend_id, logical_id, run_id } })
  })

  it('reports as unknown whether a run began where the service is gone before it says so', async () => {
    const { localToken: key } = readEndpoint(here.data)!
    const dying = await serviceThatDies(here.service.url, /\/runs$/)
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
    const data = join(here.folder, 'data')
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
