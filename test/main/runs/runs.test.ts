import { describe, expect, it } from 'vitest'
import { RunRecord } from '../../../main/contract/runs/record'
import { Run } from '../../../main/contract/runs/run'
import { type BitPlanes, strideOf } from '../../../main/qec/program/frame'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { createReferenceSimulator } from '../../../main/simulation/reference'
import { openMemoryStore } from '../store/memory-store'
import {
  caller,
  completed,
  MODULE,
  modulesOf,
  reproducible,
  request,
  SHORT_LIVED,
  SHORT_WITHOUT_T2,
  WITHOUT_T2,
} from './laboratory'
import { codeOf, labs } from './open-labs'

const lab = labs()

/** The reference engine, except that every circuit waits for `go` or its signal. */
function pausing() {
  const reference = createReferenceSimulator()
  const closed = new AbortController()
  let open = () => {}
  const gate = new Promise<void>(resolve => {
    open = () => {
      closed.abort()
      resolve()
    }
  })
  let started = 0
  const simulator: Simulator = {
    ...reference,
    async sampleFrames(program, shots, seed, inputs, options) {
      started++
      const stopped = new Promise<void>((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { signal: closed.signal })
      })
      await Promise.race([gate, stopped])
      return reference.sampleFrames(program, shots, seed, inputs, options)
    },
  }
  return { simulator, open: () => open(), started: () => started }
}

const settle = () => new Promise(resolve => setTimeout(resolve, 20))

describe('a run', () => {
  it('goes from PENDING to COMPLETED and leaves a record that fits its contract', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, request())
    expect(Run.parse(run)).toMatchObject({ status: 'PENDING', simulated: true, progress: { fraction: 0 } })
    const record = await completed(runs, run)
    expect(RunRecord.parse(record)).toEqual(record)
    expect(record).toMatchObject({ simulated: true, seed: 7, decoder: 'flag-lut', ft_preserved: true, override: false })
    const done = runs.get({ ...MODULE, run_id: run.run_id })
    expect(Run.parse(done)).toMatchObject({ status: 'COMPLETED', progress: { fraction: 1 } })
    expect(done.summary!.logical_error).toEqual(record.logical_error)
  })

  it('names every qubit of the chiplet, the best one by its pilot shots, the median one by its place', async () => {
    const { runs } = lab()
    const { comparison, physical_baseline_error } = await completed(runs, await runs.submit(MODULE, request()))
    expect(comparison.physical.map(({ qubit }) => qubit)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(comparison.physical.every(({ points }) => points.length === 6 * 4)).toBe(true)
    const { best, median } = physical_baseline_error
    const { pilot_shots, ranking, text } = comparison.selection!
    expect(pilot_shots).toBe(50)
    expect(ranking.map(({ qubit }) => qubit).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(text).toContain('ε of the qubit so chosen')
    const { error_per_round } = comparison.physical[best!.qubit]!.fit!
    expect(best).toMatchObject({ qubit: ranking[0]!.qubit, error_per_round: { value: error_per_round.value } })
    const errors = comparison.physical.map(({ fit }) => fit!.error_per_round.value!).sort((a, b) => a - b)
    expect(errors[4]).toBe(median!.error_per_round.value)
  })

  it('keeps its measured bits under the hashes of the record', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, request({ mode: 'detection', rounds: 2, states: ['0', '-i'] }))
    const record = await completed(runs, run)
    expect(record.shot_files.map(({ state, rounds }) => [state, rounds])).toEqual([
      ['0', 0],
      ['-i', 0],
      ['0', 2],
      ['-i', 2],
    ])
    for (const { sha256, bits_per_shot, shots } of record.shot_files) {
      const bytes = await runs.shots({ ...MODULE, run_id: run.run_id, sha256 })
      expect(bytes.byteLength).toBe(bits_per_shot * strideOf(shots))
    }
    const other = { ...MODULE, run_id: run.run_id, sha256: '0'.repeat(64) }
    expect(await codeOf(() => runs.shots(other))).toBe('not_found')
  })

  it('gives the same record for the same request, calibration and seed, and another for another seed', async () => {
    const [one, two, other] = await Promise.all(
      [7, 7, 8].map(async seed => {
        const { runs } = lab()
        return reproducible(await completed(runs, await runs.submit(MODULE, request({ seed }))))
      }),
    )
    expect(two).toEqual(one)
    expect(other!.shot_files.map(({ sha256 }) => sha256)).not.toEqual(one!.shot_files.map(({ sha256 }) => sha256))
  })

  it('does not depend on which other states and rounds the run has', async () => {
    const { runs } = lab()
    const whole = await completed(runs, await runs.submit(MODULE, request({ mode: 'detection' })))
    const part = await completed(
      runs,
      await runs.submit(MODULE, request({ mode: 'detection', rounds: 2, states: ['+'] })),
    )
    for (const file of part.shot_files) expect(whole.shot_files).toContainEqual(file)
  })

  it('stores and shows the seed it chose when none was asked for', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, { ...request({ rounds: [2, 1, 2] }), seed: undefined })
    expect(Number.isSafeInteger(run.request.seed)).toBe(true)
    expect(run.request.rounds).toEqual([1, 2])
    expect((await completed(runs, run)).seed).toBe(run.request.seed)
  })

  it('says null, never 0, when detection accepts nothing', async () => {
    const reference = createReferenceSimulator()
    const simulator: Simulator = {
      ...reference,
      async sampleFrames(program, shots, seed, inputs, options): Promise<BitPlanes> {
        const planes = await reference.sampleFrames(program, shots, seed, inputs, options)
        // Every flag raised.
        if (program.qubits > 1)
          for (let p = 4; p < 8; p++) planes.data.fill(255, p * planes.stride, (p + 1) * planes.stride)
        return planes
      },
    }
    const { runs } = lab({ simulator })
    const record = await completed(runs, await runs.submit(MODULE, request({ mode: 'detection', shots: 64 })))
    expect(record.postselection_acceptance_rate).toMatchObject({ value: 0, low: 0 })
    expect(record.logical_error).toMatchObject({ value: null, low: null, high: null })
    expect(record.logical_gain.best).toMatchObject({ verdict: 'inconclusive', estimate: { value: null } })
    expect(record.comparison.encoded.fit).toBeNull()
    expect(record.warnings.map(({ code }) => code)).toContain('nothing_accepted')
  })

  it('says what both decoders make of its bits, and what error was predicted', async () => {
    const { runs } = lab()
    const asked = request({ rounds: [1, 2], states: ['0', '+'], decoder: 'flag-map' })
    const record = await completed(runs, await runs.submit(MODULE, asked))
    expect(record).toMatchObject({ decoder: 'flag-map', decoder_version: 'flag-map/1', dd_applied: false })
    expect(record.decoders!.map(({ decoder }) => decoder)).toEqual(['flag-map', 'flag-lut'])
    expect(record.decoders![0]!.logical_error).toEqual(record.logical_error)
    expect(
      record.decoders![0]!.points.map(({ state, rounds, accepted, failures }) => [state, rounds, accepted, failures]),
    ).toEqual(
      record.comparison.encoded.points.map(({ state, rounds, accepted, failures }) => [
        state,
        rounds,
        accepted,
        failures,
      ]),
    )
    expect(record.decoders![0]!.points.every(({ changed }) => changed === 0)).toBe(true)
    expect(record.decoders![1]!.points.some(({ changed }) => changed > 0)).toBe(true)
    expect(record.comparison.error).toMatchObject({ measured: record.logical_error })
    expect(record.comparison.error!.predicted!.value).toBeGreaterThan(0)
    expect(record.warnings.map(({ code }) => code)).toContain('decoder_by_likelihood')
  })

  it.each([[{ engine: 'trajectories', dd: 'xy4' }, '/dd']] as const)(
    'is refused with %o, which this version cannot run, as is its prediction',
    async (fields, pointer) => {
      const { runs } = lab()
      for (const refused of [runs.submit(MODULE, request(fields)), runs.predict(MODULE, request(fields))])
        await expect(refused).rejects.toMatchObject({ code: 'invalid_request', faults: [{ pointer }] })
    },
  )

  it('predicts the acceptance it then measures', async () => {
    const { runs } = lab()
    const record = await completed(runs, await runs.submit(MODULE, request({ mode: 'detection', shots: 2000 })))
    for (const { measured, predicted } of record.comparison.acceptance)
      expect(Math.abs(measured.value! / predicted! - 1)).toBeLessThan(0.15)
  })
})

describe('what cannot run', () => {
  it('is refused when the gate fails, with the warning, unless overridden', async () => {
    const { runs } = lab({ figures: SHORT_LIVED })
    const refused = await runs.submit(MODULE, request()).catch(error => error)
    expect(refused).toMatchObject({
      code: 'gate_failed',
      details: { warnings: [{ code: 'round_duration_exceeds_gate' }] },
    })
    const record = await completed(runs, await runs.submit(MODULE, request({ override: true, shots: 50 })))
    expect(record.override).toBe(true)
    expect(record.warnings.map(({ code }) => code)).toContain('round_duration_exceeds_gate')
  })

  it('is refused when the gate is unknown, for no T2 is published, unless overridden, and says what is a bound', async () => {
    const { runs } = lab({ figures: WITHOUT_T2 })
    const refused = await runs.submit(MODULE, request()).catch(error => error)
    expect(refused).toMatchObject({
      code: 'gate_unknown',
      details: { verdict: 'unknown', warnings: [{ code: 't2_unknown' }] },
    })
    expect(refused.message).toContain('so that the verdict is unknown')
    expect(await runs.predict(MODULE, request())).toMatchObject({ gate_passed: false, gate_verdict: 'unknown' })
    const record = await completed(runs, await runs.submit(MODULE, request({ override: true, shots: 50 })))
    expect(record).toMatchObject({ override: true, gate: { verdict: 'unknown', passed: false, ratio_is_bound: true } })
    expect(record.warnings.find(({ code }) => code === 't2_unknown')!.message).toContain('lower bounds')
    // The baselines wait with the same limit of T2 as the module.
    expect(record.comparison.physical).toHaveLength(9)
  })

  it('is refused as failed where T2 at its limit 2·T1 already fails the gate', async () => {
    const { runs } = lab({ figures: SHORT_WITHOUT_T2 })
    const refused = await runs.submit(MODULE, request()).catch(error => error)
    expect(refused.code).toBe('gate_failed')
    expect(refused.message).toMatch(/at most 24 us, 2·T1 of qubit \d: the coherence ratio of at least/)
    const { module } = await modulesOf(SHORT_WITHOUT_T2).resolve(MODULE.backend_id, MODULE.logical_id)
    expect(module.gate).toEqual({ limit: 0.2, passed: false, verdict: 'failed', ratio_is_bound: true, rests_on: [] })
    expect(module.diagnostics).toMatchObject({ t2_min_us: null, t2_min_at_most_us: 24 })
  })

  it('of some bases alone says which errors its figures leave out', async () => {
    const { runs } = lab()
    const warned = async (states: Run['request']['states']) =>
      (await runs.predict(MODULE, request({ rounds: [1], states }))).warnings.find(
        ({ code }) => code === 'bases_left_out',
      )?.message
    expect(await warned(['0', '1'])).toMatch(/^No state of the bases X and Y is run: .* is that of Z alone/)
    expect(await warned(['+', '-i'])).toMatch(/^No state of basis Z is run: .* is that of X and Y alone/)
    expect(await warned(['0', '+', 'i'])).toBeUndefined()
  })

  it('says that its signal is lost where one number of rounds leaves a coin toss', async () => {
    const { runs } = lab({ figures: SHORT_LIVED })
    const asked = request({ rounds: 12, shots: 64, states: ['0'], preparation: 'projective', override: true })
    const record = await completed(runs, await runs.submit(MODULE, asked))
    const last = record.comparison.encoded.pooled.find(({ rounds }) => rounds === 12)!
    expect(last.error.high).toBeGreaterThan(0.5)
    expect(record.warnings.map(({ code }) => code)).toContain('signal_lost')
  })

  it.each([
    ['nowhere', 'not_found'],
    ['lab-off', 'backend_offline'],
    ['lab-real', 'backend_offline'],
  ])('is refused on %s by %s', async (backend_id, code) => {
    const { runs } = lab()
    expect(await codeOf(() => runs.submit({ ...MODULE, backend_id }, request()))).toBe(code)
  })

  it('is refused when its bits would not fit, and says what would', async () => {
    const { runs } = lab()
    const error = await runs.submit(MODULE, request({ rounds: 1000, shots: 1_000_000 })).catch(thrown => thrown)
    expect(error).toMatchObject({ code: 'invalid_request', faults: [{ pointer: '/shots' }] })
    expect(error.details.max_shots).toBeGreaterThan(10_000)
  })

  it('is refused for an unknown module', async () => {
    const { runs } = lab()
    expect(await codeOf(() => runs.submit({ ...MODULE, logical_id: 'c9.L0' }, request()))).toBe('not_found')
  })

  it('runs on a simulated live backend and says that it is simulated', async () => {
    const { runs } = lab()
    const run = await runs.submit({ ...MODULE, backend_id: 'lab' }, request({ shots: 20, rounds: 1 }))
    const record = await completed(runs, run)
    expect(record).toMatchObject({ backend_id: 'lab', simulated: true })
    expect(record.sequencers.join()).toMatch(/simulated/)
  })
})

describe('the queue', () => {
  it('runs one at a time and aborts a run at once', async () => {
    const { simulator, open, started } = pausing()
    const { runs } = lab({ simulator })
    const first = await runs.submit(MODULE, request())
    const second = await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))
    await settle()
    expect(runs.running()).toBe(1)
    expect(started()).toBe(1)
    const at = (run: Run) => ({ ...MODULE, run_id: run.run_id })
    expect(runs.get(at(first)).status).toBe('PROCESSING')
    expect(runs.get(at(second)).status).toBe('PENDING')
    expect(await codeOf(() => runs.record(at(second)))).toBe('result_not_ready')

    // The engine is held: an abort that waited for it would never answer.
    expect(await runs.abort(at(first), caller)).toMatchObject({
      status: 'ABORTED',
      status_reason: { code: 'user_cancelled', message: 'Aborted by account holder' },
    })
    expect(await codeOf(() => runs.record(at(first)))).toBe('run_aborted')
    expect(await codeOf(() => runs.abort(at(first), caller))).toBe('conflict')
    open()
    await completed(runs, second)
    expect(runs.get(at(first)).status).toBe('ABORTED')
  })

  it('aborts a run that is still waiting', async () => {
    const { simulator, open } = pausing()
    const { runs } = lab({ simulator })
    const first = await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))
    const second = await runs.submit(MODULE, request())
    await runs.abort({ ...MODULE, run_id: second.run_id }, caller)
    open()
    await completed(runs, first)
    await settle()
    expect(runs.get({ ...MODULE, run_id: second.run_id })).toMatchObject({ status: 'ABORTED', started_at: null })
  })

  it('says FAILED with a reason when the engine breaks, and goes on', async () => {
    const reference = createReferenceSimulator()
    let calls = 0
    const simulator: Simulator = {
      ...reference,
      sampleFrames: (...args) => (calls++ === 0 ? Promise.reject(new Error('boom')) : reference.sampleFrames(...args)),
    }
    const { runs } = lab({ simulator })
    const first = await runs.submit(MODULE, request())
    const second = await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))
    await completed(runs, second)
    const failed = runs.get({ ...MODULE, run_id: first.run_id })
    expect(failed).toMatchObject({ status: 'FAILED', status_reason: { code: 'engine_error' } })
    expect(failed.status_reason!.message).not.toMatch(/boom/)
    expect(await codeOf(() => runs.record({ ...MODULE, run_id: first.run_id }))).toBe('run_failed')
  })

  it('lists newest first in pages, by module and status', async () => {
    const { simulator, open } = pausing()
    const { runs } = lab({ simulator })
    const created: string[] = []
    for (let i = 0; i < 5; i++) created.push((await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))).run_id)
    const newestFirst = created.toReversed()
    const first = runs.listOf(MODULE, { limit: 2 })
    const second = runs.list({ limit: 2, cursor: first.next_cursor! })
    const third = runs.list({ limit: 2, cursor: second.next_cursor! })
    expect([first, second, third].flatMap(({ items }) => items.map(({ run_id }) => run_id))).toEqual(newestFirst)
    expect(third.next_cursor).toBeNull()
    expect(runs.list({ limit: 10, status: 'COMPLETED' }).items).toEqual([])
    expect(runs.listOf({ ...MODULE, logical_id: 'c1.L0' }, { limit: 10 }).items).toEqual([])
    expect(await codeOf(() => runs.list({ limit: 2, cursor: 'x' }))).toBe('invalid_request')
    expect(await codeOf(() => runs.listOf({ ...MODULE, backend_id: 'nowhere' }, { limit: 2 }))).toBe('not_found')
    open()
  })

  it('hides a run from other modules', async () => {
    const { runs } = lab()
    const { run_id } = await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))
    expect(await codeOf(() => runs.get({ ...MODULE, backend_id: 'lab', run_id }))).toBe('not_found')
    expect(await codeOf(() => runs.get({ ...MODULE, logical_id: 'c1.L0', run_id }))).toBe('not_found')
    expect(runs.get({ ...MODULE, logical_id: 'c0', run_id }).run_id).toBe(run_id)
  })
})

describe('a stop', () => {
  it('in the middle of a run is made up for by the next start, with the same record', async () => {
    const whole = lab()
    const expected = await completed(whole.runs, await whole.runs.submit(MODULE, request()))

    const store = openMemoryStore()
    const { simulator, started } = pausing()
    const before = lab({ simulator }, store).runs
    const run = await before.submit(MODULE, request())
    const waiting = await before.submit(MODULE, request({ rounds: 1, shots: 10 }))
    await settle()
    expect(started()).toBe(1)
    await before.stop()
    expect(before.get({ ...MODULE, run_id: run.run_id }).status).toBe('PROCESSING')
    expect(await codeOf(() => before.submit(MODULE, request()))).toBe('shutting_down')

    const after = lab({}, store).runs
    await after.resume()
    expect(reproducible(await completed(after, run))).toEqual(reproducible(expected))
    await completed(after, waiting)
  })
})
