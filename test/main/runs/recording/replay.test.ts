import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import { computedSince, findAddon, nativeWith } from '../../simulation/engine-fixtures'
import { openMemoryStore } from '../../store/memory-store'
import { caller, completed, MODULE, request } from '../laboratory'
import { codeOf, labs } from '../open-labs'
import { replayCases, SMALL } from './replay.cases'

const lab = labs()
const addon = findAddon()

replayCases('reference', createReferenceSimulator, [['correction', 'flag-lut']])
if (addon)
  replayCases('native', () => nativeWith(addon), [
    ['correction', 'flag-map'],
    ['detection', 'flag-lut'],
  ])

describe('a replay', () => {
  it('under another engine version is never called identical, and names both versions', async () => {
    const store = openMemoryStore()
    const { runs } = lab({ simulator: createReferenceSimulator() }, store)
    const first = await runs.submit(MODULE, request({ ...SMALL, states: ['0'] }))
    await completed(runs, first)
    await runs.stop()
    const later = lab({ simulator: { ...createReferenceSimulator(), frames_engine: 'other-frames/9' } }, store).runs
    const replay = await later.replay({ ...MODULE, run_id: first.run_id })
    const record = await completed(later, replay)
    expect(record.replay).toEqual({ of: first.run_id, identical: false, differing: [] })
    for (const { warnings } of [replay, record]) {
      const warning = warnings.find(({ code }) => code === 'replay_other_engine')!
      expect(warning.message).toContain('other-frames/9')
      expect(warning.message).toContain(createReferenceSimulator().frames_engine)
    }
  })

  it('says where the bits differ', async () => {
    const store = openMemoryStore()
    const { runs } = lab({ simulator: createReferenceSimulator() }, store)
    const first = await runs.submit(MODULE, request({ ...SMALL, states: ['0', '+'] }))
    const { shot_files } = await completed(runs, first)
    await runs.stop()
    const reference = createReferenceSimulator()
    const broken = BigInt(shot_files.find(({ state, rounds }) => state === '+' && rounds === 2)!.seed!)
    const simulator: Simulator = {
      ...reference,
      sampleFrames: (program, { shots, seed, ...rest }) =>
        reference.sampleFrames(program, { shots, seed: seed === broken ? seed ^ 1n : seed, ...rest }),
    }
    const later = lab({ simulator }, store).runs
    const record = await completed(later, await later.replay({ ...MODULE, run_id: first.run_id }))
    expect(record.replay).toEqual({ of: first.run_id, identical: false, differing: [{ state: '+', rounds: 2 }] })
  })

  it('needs a finished record', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, request())
    expect(await codeOf(() => runs.replay({ ...MODULE, run_id: run.run_id }))).toBe('result_not_ready')
    expect(await codeOf(() => runs.replay({ ...MODULE, run_id: crypto.randomUUID() }))).toBe('not_found')
  })
})

/** Content-addressed files, with their sizes. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /[0-9a-f]{64}$/.test(name) && statSync(join(folder, name)).isFile())
    .map(name => name.slice(-64))

describe('an abort', () => {
  /** Holds the third encoded circuit until aborted. */
  function holding() {
    const reference = createReferenceSimulator()
    let [encoded, held] = [0, false]
    const simulator: Simulator = {
      ...reference,
      async sampleFrames(program, { shots, seed, ...options }) {
        const real = program.qubits > 1 && shots !== 128
        if (!real || ++encoded < 3) return reference.sampleFrames(program, { shots, seed, ...options })
        held = true
        return new Promise((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
        })
      },
    }
    return { simulator, held: () => held }
  }

  it('leaves the plan and no bit files, but for those that a record names', async () => {
    const store = openMemoryStore()
    const done = lab({}, store).runs
    const first = await done.submit(MODULE, request({ ...SMALL, states: ['0', '+'] }))
    const record: RunRecord = await completed(done, first)
    await done.stop()
    const kept = new Set(filesIn(store.files))

    const { simulator, held } = holding()
    const { runs } = lab({ simulator }, store)
    const replay = await runs.replay({ ...MODULE, run_id: first.run_id })
    const other = await runs.submit(MODULE, request({ ...SMALL, states: ['0', '+'], seed: 99 }))
    await expect.poll(held).toBe(true)
    await runs.abort({ ...MODULE, run_id: replay.run_id }, caller)
    await expect.poll(() => runs.get({ ...MODULE, run_id: other.run_id }).status).toBe('PROCESSING')
    await runs.abort({ ...MODULE, run_id: other.run_id }, caller)
    await expect.poll(() => runs.running()).toBe(0)
    expect(new Set(filesIn(store.files))).toEqual(kept)
    for (const { sha256 } of record.shot_files)
      expect(existsSync(join(store.files, sha256.slice(0, 2), sha256))).toBe(true)
  })
})

describe.skipIf(!addon)('an abort in the middle of decoding', () => {
  it('is over soon, whatever is being decoded', async () => {
    const { runs } = lab({ simulator: nativeWith(addon) })
    const asked = request({ rounds: 200, shots: 100_000, states: ['+'], decoder: 'flag-map' })
    const run = await runs.submit(MODULE, asked)
    const params = { ...MODULE, run_id: run.run_id }
    const at = () => runs.get(params)
    await expect.poll(() => /^encoded/.test(at().progress.stage) && at().progress.fraction > 0.6).toBe(true)
    const before = process.cpuUsage()
    expect((await runs.abort(params, caller)).status).toBe('ABORTED')
    while (runs.running() > 0) await new Promise(resolve => setTimeout(resolve, 5))
    // The service's promise is 200 ms; the rest is room for what other threads of this process compute meanwhile.
    expect(computedSince(before)).toBeLessThan(2_000)
  })
})
