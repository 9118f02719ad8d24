/** Whole runs by npm run experiment: with tokens, by trajectories, on a service of its own, and how well the counts follow the fit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../../../main/cli/io/client'
import { routes } from '../../../../main/contract/routes'
import { RunRecord } from '../../../../main/contract/runs/record'
import { readEndpoint } from '../../../../main/store/endpoint'
import { commands, fewOn, labFile, quickOn } from './commands'

const here = commands()
const { run, onShared } = here

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
    const record = RunRecord.parse(JSON.parse(readFileSync(join(here.folder, 'record.json'), 'utf8')))
    expect(record).toMatchObject({
      record_version: 'pentad-run/2',
      engine: expect.stringMatching(/QSEQ twin/),
      simulated: true,
      sequencers: [{ simulated: true, errors_end: [] }],
      round_duration_measured: { source: 'measured' },
    })
  })

  it('prints the record alone with --json, on a mock the same for the same seed, also on a service of its own', async () => {
    const asked = [...fewOn('synthetic-mock'), '--json', '--mode', 'detection']
    const records: unknown[] = []
    for (const [argv, where] of [
      [onShared(asked), 'running service'],
      [[...asked, '--lab', labFile(here.folder)], 'service of its own'],
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
    const { fit } = RunRecord.parse(JSON.parse(readFileSync(join(here.folder, 'record.json'), 'utf8'))).comparison
      .encoded
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
    const record = RunRecord.parse(JSON.parse(readFileSync(join(here.folder, 'record.json'), 'utf8')))
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

  it('uses the service that runs on the data folder, and aborts its run on Ctrl-C', async () => {
    const { code, said } = await run(onShared(fewOn('synthetic')))
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringContaining(`running service at ${here.service.url}`),
    })

    const controller = new AbortController()
    const endless = onShared(['--backend', 'synthetic', '--rounds', '300', '--shots', '40000', '--states', '+'])
    const aborted = await run(endless, controller.signal, () => controller.abort())
    expect(aborted.code).toBe(130)
    const { localToken: token } = readEndpoint(here.data)!
    const { items } = await createClient({ url: here.service.url, token }).call(routes.listRuns)
    expect(items.slice(0, 2).map(({ status }) => status)).toEqual(['ABORTED', 'COMPLETED'])
    expect(items[0]!.status_reason!.code).toBe('user_cancelled')
  })
})
