/** Proofs, predictions, runs and maps come out of a thread as they come out of the calling thread. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServiceTasks, type ThreadData, tasksWith } from '../../../main/composition/tasks'
import { FAULT_PROTOCOLS, FaultReplayQuery, FaultsQuery } from '../../../main/contract/modules/faults'
import { RoundsQuery } from '../../../main/contract/modules/rounds'
import type { ReadyModule } from '../../../main/modules/model/module'
import { versionsOf } from '../../../main/runs/sampling/frame-engine'
import type { Store } from '../../../main/store/store'
import { encodeStudyPlan, planStudy } from '../../../main/studies/point'
import { threadScript } from '../../../main/worker/offload'
import { createPool } from '../../../main/worker/pool'
import { direct, type Runner } from '../../../main/worker/runner'
import { request, resolved } from '../runs/laboratory'
import { openMemoryStore } from '../store/memory-store'
import { request as mapOf } from '../studies/laboratory'
import { referenceEngines } from './reference-engines'

const here = direct(tasksWith(referenceEngines))
let there: Runner<ServiceTasks> & { close(): Promise<void> }
let ready: ReadyModule
let store: Store
beforeAll(async () => {
  const data: ThreadData = { native_dirs: [], versions: versionsOf(referenceEngines()) }
  there = createPool<ServiceTasks>({ script: threadScript('thread.cjs'), data, limit_ms: null })
  ready = await resolved()
  store = openMemoryStore()
})
afterAll(async () => {
  await there.close()
  store.close()
})

const chosen = { rounds: [1, 2], states: ['0' as const], seed: 7 }
const asked = () => ({ resolution: ready, settings: { ...request({ shots: 64 }), ...chosen } })

describe('a thread finds what the calling thread finds', () => {
  it.each(FAULT_PROTOCOLS)('of the faults of a round under %s, and of one of them', async protocol => {
    const { compiled } = ready
    const query = FaultsQuery.parse({ protocol })
    const report = await there.run('listFaults', { compiled, query })
    expect(report).toEqual(await here.run('listFaults', { compiled, query }))
    const replayed = FaultReplayQuery.parse({
      protocol,
      segment: 'flagged',
      index: 1,
      op: 0,
      kind: 'reset',
      pauli: 'flip',
    })
    const replay = await there.run('replayFault', { compiled, query: replayed })
    expect(replay).toEqual(await here.run('replayFault', { compiled, query: replayed }))
  })

  it('of a chiplet', async () => {
    const { profile, snapshot } = ready
    const input = { device: { profile, current: snapshot, snapshots: [snapshot] }, chiplet: profile.chiplets[0]! }
    const chosen = await there.run('resolveChiplet', input)
    expect(chosen).toEqual(await here.run('resolveChiplet', input))
    expect(chosen).toMatchObject({ found: true, compiled: ready.compiled })
  })

  it('of the text of a round', async () => {
    const input = { ready, query: RoundsQuery.parse({ format: 'stim', rounds: 2 }) }
    expect(await there.run('exportRounds', input)).toEqual(await here.run('exportRounds', input))
  })

  it('of what a run would show', async () => {
    expect(await there.run('predictRun', asked())).toEqual(await here.run('predictRun', asked()))
  })

  it('of a run, its bits, and its bits decoded again', async () => {
    const { plan } = await here.run('planRun', asked())
    expect((await there.run('planRun', asked())).plan).toEqual(plan)
    const { settings } = asked()
    const run = {
      run_id: crypto.randomUUID(),
      backend_id: 'lab-mock',
      simulated: true,
      version: '0',
      original: null,
      price_per_shot: 0.05,
    }
    const stages: string[] = []
    const host = {
      writeBits: store.writeFile,
      progress: (_: number, stage: string) => void stages.push(stage),
      reportExecuted: () => undefined,
      now: () => 0,
    }
    const executed = await there.run('executeRun', { ...run, plan, settings }, { host })
    const reported = stages.splice(0)
    expect(executed).toEqual(await here.run('executeRun', { ...run, plan, settings }, { host }))
    // How often a stage reports depends on how quick the machine is.
    expect(new Set(reported)).toEqual(new Set(stages))
    const again = { record: executed.record!, settings, plan, decoder: 'flag-map' as const }
    const files = { readFile: store.readFile }
    const redecoded = await there.run('redecodeRun', again, { host: files })
    expect(redecoded).toEqual(await here.run('redecodeRun', again, { host: files }))
  })

  it('of a point of a map, and of where its gain crosses 1', async () => {
    const study = { ...mapOf({ rounds: [1, 2], states: ['0'], seed: 7 }), seed: 7 }
    const input = { plan: encodeStudyPlan(planStudy(ready)), request: study, at: { kind: 'all' as const, scale: 0.5 } }
    const host = { progress: () => undefined }
    const { point, engine } = await there.run('studyPoint', input, { host })
    expect({ point, engine }).toEqual(await here.run('studyPoint', input, { host }))
    const curve = { kind: 'all' as const, points: [point, { ...point, scale: 1 }], seed: 7 }
    expect(await there.run('crossings', curve)).toEqual(await here.run('crossings', curve))
  })

  it('of what is wrong with a request', async () => {
    const { compiled } = ready
    const replayed = FaultReplayQuery.parse({
      protocol: 'adaptive',
      segment: 'flagged',
      index: 1,
      op: 999,
      kind: 'reset',
      pauli: 'flip',
    })
    const wrong = (runner: Runner<ServiceTasks>) =>
      runner.run('replayFault', { compiled, query: replayed }).catch(error => error)
    const found = await wrong(there)
    expect(found).toMatchObject({ code: 'invalid_request', faults: [{ pointer: '#query/op' }] })
    expect(found).toEqual(await wrong(here))
  })
})
