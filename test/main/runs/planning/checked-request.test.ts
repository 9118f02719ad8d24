import { describe, expect, it } from 'vitest'
import type { Run } from '../../../../main/contract/runs/run'
import { completed, MODULE, modulesOf, request, SHORT_LIVED, SHORT_WITHOUT_T2, WITHOUT_T2 } from '../laboratory'
import { codeOf, labs } from '../open-labs'

const lab = labs()

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
    expect(refused.message).toMatch(/at most 24 µs, 2·T1 of qubit \d: the coherence ratio of at least/)
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
