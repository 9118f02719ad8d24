/** The gate's verdict says which assumed figures it rests on, and where it turns. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../../main/backends/devices/device-profile'
import { runDevices } from '../../../../../main/cli/commands/devices'
import type { DeviceProfile } from '../../../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../../../main/contract/calibration/snapshot'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import type { ResolvedChiplet } from '../../../../../main/modules/model/module'
import { newMemory, resolveChiplet } from '../../../../../main/modules/resolution/resolve'
import { shortestT2 } from '../../../../../main/qec/noise/score'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { compileRound, durationBy } from '../../../../../main/qec/schedule/compile'
import { recipeFolder, SNAPSHOTS } from '../../../backends/published'
import { latticeCouplings, noCheckpoint, syntheticDevice } from '../../devices'

const memory = newMemory()

function resolved(profile: DeviceProfile, current: CalibrationSnapshot, chiplet = profile.chiplets[0]!) {
  const device = { profile, current, snapshots: [current] }
  const found = resolveChiplet(device, { chiplet, memory, checkpoint: noCheckpoint })
  if (!found.found) throw new Error(found.reason)
  return { ...found, noise: noiseModel(profile, current) }
}

const restOf = ({ gate }: Pick<ResolvedModule, 'gate'>, figure: string) =>
  gate.rests_on!.find(one => one.figure === figure)

const message = ({ warnings }: ResolvedChiplet['module'], code: string) =>
  warnings.find(warning => warning.code === code)?.message

const unpublished = syntheticDevice(9, latticeCouplings(3, 3), {
  qubit: index => ({ t2_us: 60, reset_length_ns: null, readout_length_ns: index % 2 ? 900 : 800 }),
})
const assuming = (profile: Partial<DeviceProfile>): DeviceProfile => ({
  ...unpublished.profile,
  assumed: { ...unpublished.profile.assumed, reset_length_ns: 'measure_and_flip' },
  ...profile,
})

describe('a module', () => {
  it.each([0, 100, 700, 2_500])('is scored, gated and timed with a latency of %i ns alike', feedforward_latency_ns => {
    const { compiled, noise, module } = resolved(assuming({ feedforward_latency_ns }), unpublished.snapshot)
    expect(module.candidates[0]!.round_duration_ns).toBe(compiled.duration_ns)
    expect(compiled).toEqual(compileRound(compiled.plan, noise))
    expect(module.predicted_round_duration_ns).toBe(compiled.duration_ns)
    expect(module.coherence_ratio).toBe(compiled.duration_ns / shortestT2(compiled.layout, noise))
  })

  it('whose lengths and latency are published rests on nothing assumed', () => {
    const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
    expect(resolved(profile, snapshot).module.gate.rests_on).toEqual([])
  })

  it.each([100, 3_000])(
    'turns exactly where its assumed figures say, at a latency of %i ns',
    feedforward_latency_ns => {
      const profile = assuming({ feedforward_latency_ns, feedforward_latency_basis: 'assumed' })
      const { compiled, noise, module } = resolved(profile, unpublished.snapshot)
      const most = 0.2 * shortestT2(compiled.layout, noise)
      const named = module.gate.rests_on!
      expect(named.map(({ figure }) => figure)).toEqual(['reset_length_ns', 'feedforward_latency_ns'])
      for (const { figure, turns_at } of named) {
        const with_ = (value: number): DeviceProfile =>
          figure === 'reset_length_ns'
            ? { ...profile, assumed: { ...profile.assumed, reset_length_ns: value } }
            : { ...profile, feedforward_latency_ns: value }
        const length = (value: number) => durationBy(compiled, noiseModel(with_(value), unpublished.snapshot))
        if (turns_at === null) {
          expect(length(0)).toBeGreaterThan(most)
          continue
        }
        expect(length(turns_at)).toBeLessThanOrEqual(most)
        expect(length(turns_at + 0.001)).toBeGreaterThan(most)
      }
      const said = message(module, 'assumed_value')!
      expect(said).toContain(`verdict (${module.gate.passed ? 'passed' : 'failed'}) rests on`)
      const idle = named.filter(({ turns_at }) => turns_at === null)
      for (const { text, message, turns_at } of named) {
        expect(said).toContain(text)
        if (turns_at !== null || idle.length === 1) expect(said).toContain(message)
      }
      const together = said.match(/With any one of ([^.]*) at 0 the gate would fail too\./g) ?? []
      expect(together, 'those that cannot turn the verdict are reported once').toHaveLength(idle.length > 1 ? 1 : 0)
      if (!module.gate.passed) expect(message(module, 'round_duration_exceeds_gate')).toContain('rests on reset length')
    },
  )
})

describe('a module without a T2', () => {
  const without = syntheticDevice(9, latticeCouplings(3, 3), {
    qubit: index => ({ t1_us: 40, t2_us: null, reset_length_ns: null, label: `Q${index}_8` }),
  })
  const profile = (feedforward_latency_ns: number): DeviceProfile => ({
    ...without.profile,
    qubits: without.profile.qubits.map(qubit => ({ ...qubit, label: `Q${qubit.index}_8` })),
    assumed: { ...without.profile.assumed, reset_length_ns: 'measure_and_flip' },
    feedforward_latency_ns,
    feedforward_latency_basis: 'assumed',
  })

  it.each([
    [100, 'unknown', /^It is unknown with a feed-forward latency of at most [\d.]+ ns, and would fail above that\.$/],
    [4_000, 'failed', /^It would be unknown with a feed-forward latency of at most [\d.]+ ns\.$/],
  ])('is never said to pass, at a latency of %i ns', (latency, verdict, words) => {
    const { module } = resolved(profile(latency), without.snapshot)
    expect(module.gate.verdict).toBe(verdict)
    expect(restOf(module, 'feedforward_latency_ns')!.message).toMatch(words)
    const said = message(module, 'assumed_value')!
    expect(said).toContain(`The gate's verdict (${verdict}) rests on`)
    expect(said).not.toMatch(/pass/)
  })

  it('names its qubits by the vendor’s labels too', () => {
    const { module } = resolved(profile(100), without.snapshot)
    const { syndrome_ancilla } = module
    expect(message(module, 't2_unknown')).toContain(`${syndrome_ancilla} (Q${syndrome_ancilla}_8)`)
    const reset = restOf(module, 'reset_length_ns')!
    expect(reset.parts).toContain(`qubit ${syndrome_ancilla} (Q${syndrome_ancilla}_8)`)
  })
})

const published = SNAPSHOTS.some(name => name.includes('ibm_berlin'))
const folder = mkdtempSync(join(tmpdir(), 'pentad-berlin-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Publishes a readout of 2,400 ns and no reset. */
describe.skipIf(!published)('IBM Berlin, cut into tiles', () => {
  const berlin = async () => {
    const files = ['conf', 'props'].map(part => join(recipeFolder, `ibm_berlin_2026-04-17__${part}_berlin.json`))
    const argv = ['import', '--force', '--id', 'dev-x', '--chiplets', 'tile:3x3', '--out', folder, ...files]
    const source = { env: {}, cwd: folder, root: folder, home: folder, host: 'headless', platform: 'linux' } as const
    expect(await runDevices(argv, source, { out: () => undefined, say: () => undefined })).toBe(0)
    const { profile, bundled } = loadDevice(join(folder, 'dev-x.json'))
    return { profile, current: bundled[0]!.snapshot, chiplet: profile.chiplets.find(one => one.chiplet_id === 'x13')! }
  }

  it('fails the gate by its own rule where a reset of 1,040 ns let it pass, and says at which reset it would turn', async () => {
    const { profile, current, chiplet } = await berlin()
    const fixed = { ...profile, feedforward_latency_ns: 0, assumed: { ...profile.assumed, reset_length_ns: 1_040 } }
    const before = resolved(fixed, current, chiplet).module
    expect(before.gate.passed).toBe(true)
    expect(restOf(before, 'reset_length_ns')!.message).toMatch(/^It passes with a reset length of at most 1\d{3}/)

    const { compiled, noise, module } = resolved(profile, current, chiplet)
    for (const site of [compiled.layout.ancilla, compiled.layout.flag]) expect(noise.reset(site)).toBe(2_400 + 500 + 32)
    expect(module.gate.passed).toBe(false)
    expect(module.coherence_ratio).toBeGreaterThan(0.25)
    const rest = restOf(module, 'reset_length_ns')!
    expect(rest).toMatchObject({ low: 2_932, high: 2_932 })
    expect(rest.text).toContain('readout 2400 + feed-forward latency 500 + pulse 32')
    expect(rest.turns_at).toBeGreaterThan(1_040)
    expect(rest.turns_at).toBeLessThan(2_400)
    expect(message(module, 'round_duration_exceeds_gate')).toContain(rest.message)
    expect(restOf(module, 'feedforward_latency_ns')!.turns_at).toBeNull()
  })
})
