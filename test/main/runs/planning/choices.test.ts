import { afterAll, describe, expect, it } from 'vitest'
import type { DeviceProfile } from '../../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import type { RunRequest } from '../../../../main/contract/runs/request'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { PLAIN, ratesOf } from '../../../../main/runs/model/plan'
import { createRunPlan } from '../../../../main/runs/planning/plan-run'
import { findAddon, nativeWith } from '../../simulation/engine-fixtures'
import { openMemoryStore } from '../../store/memory-store'
import { completed, MODULE, openLab, request, resolvedWithNoise } from '../laboratory'
import { labs } from '../open-labs'
import { CHOICES, choiceCases, executions } from './choices.cases'

const lab = labs()
const addon = findAddon()
const store = openMemoryStore()
const runs = openLab({ store })
afterAll(async () => {
  await runs.stop()
  store.close()
})

const executed = executions(runs)
const recorded = async (choices: Partial<RunRequest>) => (await executed(choices)).record

choiceCases(CHOICES, runs, executed)

describe('cyclic-window', () => {
  it('says in correction mode that it does without feedforward, and keeps the closing extraction', async () => {
    const record = await recorded({ protocol: 'cyclic-window' })
    expect(record).toMatchObject({ protocol: 'cyclic-window', ft_preserved: true, decoder: 'flag-lut' })
    expect(record.warnings.map(({ code }) => code)).toContain('no_feedforward_window_decoder')
    expect(record.round_layout).toContain('final.s3')
    expect(record.decoders!.map(({ decoder }) => decoder)).toEqual(['flag-lut', 'flag-map'])
    expect(record.round_duration_measured.mean_with_repeats_ns).toBeNull()
  })

  it('is nothing of its own in detection mode', async () => {
    const [one, other] = [
      await recorded({ mode: 'detection', protocol: 'cyclic-window' }),
      await recorded({ mode: 'detection' }),
    ]
    expect(one.shot_files).toEqual(other.shot_files)
    expect(one.comparison).toEqual(other.comparison)
    expect(one.warnings.map(({ code }) => code)).not.toContain('no_feedforward_window_decoder')
  })
})

describe('verified preparation', () => {
  it.each(['correction', 'detection'] as const)('accepts in %s mode only shots with a state', async mode => {
    const record = await recorded({ preparation: 'verified', mode })
    const { attempts_made, shots_unserved, acceptance, predicted_acceptance } = record.preparation!
    const points = record.comparison.encoded.points
    const acceptedOf = (some: typeof points) => some.reduce((sum, point) => sum + point.accepted, 0)
    const [shots, accepted] = [900, acceptedOf(points)]
    expect(attempts_made).toBeGreaterThan(shots)
    expect(Math.abs(acceptance.value! - predicted_acceptance)).toBeLessThan(0.15)
    if (mode === 'correction') expect(accepted).toBe(shots - shots_unserved)
    else expect(accepted).toBeLessThan(shots - shots_unserved)
    // Of the circuits with rounds.
    expect(record.postselection_acceptance_rate.value).toBe(acceptedOf(points.filter(({ rounds }) => rounds > 0)) / 600)
    expect(record.encoding_method).toMatch(/^verified/)
    expect(record.preparation).toMatchObject({ attempts_allowed: 8, failures: 0 })
    expect(record.round_layout.filter(name => name.startsWith('final.prepare'))).toHaveLength(48)
  })

  it('is absent from the record of a projective one', async () => {
    const record = await recorded({})
    expect(record.preparation).toBeUndefined()
    expect(record.encoding_method).toMatch(/^projective/)
    expect(record.postselection_acceptance_rate.value).toBe(1)
  })
})

describe('the fault-tolerant readout', () => {
  it('is reported as such and leaves the data unread', async () => {
    const record = await recorded({ readout: 'fault-tolerant' })
    expect(record.readout_method).toMatch(/single faults and input errors/)
    expect(record.physical_baseline_definition).toMatch(/the baseline reads its own qubit once/)
    expect(record.round_layout.slice(-11)[0]).toBe('final.logical.a0')
    expect(record.decoders!.map(({ decoder }) => decoder)).toEqual(['flag-lut', 'flag-map'])
  })
})

describe('flag-map in detection mode', () => {
  it('keeps the shots that flag-lut keeps and reads them alike, without a word of likelihoods', async () => {
    const record = await recorded({ mode: 'detection', decoder: 'flag-map' })
    const [map, lut] = record.decoders!
    expect([map!.decoder, lut!.decoder]).toEqual(['flag-map', 'flag-lut'])
    expect(lut!.points.every(({ changed }) => changed === 0)).toBe(true)
    expect(record.warnings.map(({ code }) => code)).not.toContain('decoder_by_likelihood')
  })
})

describe('decoupling', () => {
  it('says what its pulses do and that nothing predicts what they gain', async () => {
    const [plain, record] = [await recorded({}), await recorded({ dd: 'x2' })]
    expect(plain).toMatchObject({ dd_applied: false })
    expect(plain.dd).toBeUndefined()
    expect(record).toMatchObject({ dd_applied: true, dd: { sequence: 'x2' } })
    expect(record.dd!.data).toHaveLength(5)
    for (const { pulses, windows_decoupled, t2_basis } of record.dd!.data) {
      expect(pulses).toBe(2 * windows_decoupled)
      expect(t2_basis).toBe('none')
    }
    expect(record.warnings.map(({ code }) => code)).toContain('dd_pulse_errors_only')
    expect(record.physical_baseline_definition).toMatch(/one sequence x2/)
    expect(record.schedule_hash).toBe(plain.schedule_hash)
  })
})

it('a plan knows the T2 between pulses where an echo figure is published beside another T2', async () => {
  const { snapshot, ...rest } = await resolvedWithNoise()
  const qubits = snapshot.qubits.map(qubit => ({ ...qubit, t2_echo_us: 2 * qubit.t1_us! }))
  const plan = createRunPlan(
    { ...rest, ...noisy({ ...snapshot, t2_kind: 'ramsey', qubits }, rest.profile) },
    { ...PLAIN, dd: 'x2' },
  )
  expect(plan.decoupling).toMatchObject({ applied: true, warning: null })
  for (const { t2_basis, idle_error_before, idle_error_after, pulses } of plan.decoupling!.effect.data) {
    expect(t2_basis).toBe('echo')
    if (pulses > 0) expect(idle_error_after).not.toBe(idle_error_before)
  }
  const idle = ratesOf(plan).idle
  const site = plan.compiled.layout.data[0]
  expect(idle(site, 1000, true).pz).toBeLessThan(idle(site, 1000).pz)
})

const noisy = (snapshot: CalibrationSnapshot, profile: DeviceProfile) => ({
  snapshot,
  profile,
  noise: noiseModel(profile, snapshot),
})

describe.skipIf(!addon)('flag-map after a verified preparation', () => {
  it('loses less of the state than after a projective one, and no more than flag-lut', async () => {
    const { runs } = lab({ simulator: nativeWith(addon!) })
    const asked = (choices: Partial<RunRequest>) =>
      request({ rounds: [1], shots: 20_000, states: ['0', '+', 'i'], ...choices })
    const failures = async (choices: Partial<RunRequest>) => {
      const record = await completed(runs, await runs.submit(MODULE, asked(choices)))
      return record.comparison.encoded.pooled[1]!.error.value!
    }
    const verified = await failures({ preparation: 'verified', decoder: 'flag-map' })
    expect(verified).toBeLessThan(await failures({ preparation: 'projective', decoder: 'flag-map' }))
    expect(verified).toBeLessThan(await failures({ preparation: 'verified', decoder: 'flag-lut' }))
  })
})

describe('a module on which nothing can be proved', () => {
  it.each([
    ['preparation', 'verified', 'projective'],
    ['readout', 'fault-tolerant', 'checked'],
  ] as const)('refuses %s %s at its pointer and says what can be run', async (option, wish, instead) => {
    const whole = await resolvedWithNoise()
    const bare = { ...whole, snapshot: { ...whole.snapshot, edges: [] } }
    expect(() => createRunPlan(bare, { ...PLAIN, [option]: wish })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        faults: [{ pointer: `/${option}`, message: expect.stringContaining(instead) }],
      }),
    )
    expect(() => createRunPlan(bare)).not.toThrow()
  })
})
