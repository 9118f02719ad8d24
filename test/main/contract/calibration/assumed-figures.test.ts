/** Every assumption in the tree: what its words say is what is used, part by part. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../main/backends/devices/device-profile'
import { GENERIC_ASSUMPTIONS, UNCONDITIONAL_ASSUMPTIONS } from '../../../../main/backends/devices/recipe'
import { ASSUMABLE, assumedText } from '../../../../main/contract/calibration/assumed-figures'
import { AssumedValues, type DeviceProfile } from '../../../../main/contract/calibration/device-profile'
import { ASSUMED_LATENCY_NS, feedforwardOf, protocolsOf } from '../../../../main/contract/calibration/feedforward'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { assumedUses, noiseModel, refocusedT2, refocusedWords } from '../../../../main/qec/noise/transform'
import { latticeCouplings, syntheticDevice } from '../../qec/devices'

const RESOURCES = join(import.meta.dirname, '../../../../resources/devices')
const bundled = readdirSync(RESOURCES)
  .filter(name => name.endsWith('.json'))
  .map(name => loadDevice(join(RESOURCES, name)))

const NOTHING = { gate_1q_length_ns: null, readout_length_ns: null, reset_length_ns: null, reset_fidelity: null }
const uneven = syntheticDevice(9, latticeCouplings(3, 3), {
  qubit: index => ({ ...NOTHING, readout_length_ns: index % 2 ? 2_400 : null, readout_fidelity: 0.9 + index / 100 }),
  edge: () => ({ duration_ns: null }),
})

interface Case {
  readonly name: string
  readonly profile: DeviceProfile
  readonly snapshot: CalibrationSnapshot
}

const CASES: Case[] = [
  ...bundled.flatMap(({ profile, bundled: dated }) =>
    dated.map(({ snapshot }) => ({ name: `${profile.device_id} ${snapshot.calibration_id}`, profile, snapshot })),
  ),
  ...[GENERIC_ASSUMPTIONS, UNCONDITIONAL_ASSUMPTIONS].map(assumed => ({
    name: `general assumptions, reset ${assumed.reset_length_ns}`,
    profile: { ...uneven.profile, assumed, feedforward_latency_ns: 350, feedforward_latency_basis: 'assumed' as const },
    snapshot: uneven.snapshot,
  })),
]

const numbersIn = (text: string): number[] => (text.match(/(?<![\w.])\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number)
const rounded = (value: number): number => Number(value.toPrecision(6))

it('says in words why parts of the devices of the demo lab are out of service', () => {
  const reasons = bundled.flatMap(({ bundled: dated }) =>
    dated.flatMap(({ snapshot: { qubits, edges } }) => [...qubits, ...edges].map(part => part.out_of_service ?? '')),
  )
  expect(reasons.filter(reason => reason !== '').length).toBeGreaterThan(0)
  expect(reasons.filter(reason => reason.includes('_'))).toEqual([])
})

describe.each(CASES)('what $name assumes', ({ profile, snapshot }) => {
  const noise = noiseModel(profile, snapshot)
  const working = snapshot.qubits.filter(({ out_of_service }) => out_of_service === null).slice(0, 40)

  it('is for every qubit the figure that its words give', () => {
    for (const qubit of working) {
      const used = {
        gate_1q_length_ns: noise.single(qubit.index),
        readout_length_ns: noise.readout(qubit.index),
        reset_length_ns: noise.reset(qubit.index),
        reset_fidelity: qubit.readout_fidelity === null ? null : noise.fidelityReset(qubit.index),
      }
      const uses = assumedUses(profile, snapshot, new Set([qubit.index]))
      for (const use of uses.filter(({ figure }) => figure in used)) {
        const figure = used[use.figure as keyof typeof used]
        const [value, ...terms] = numbersIn(assumedText(use).split(' for ')[0]!)
        expect(value).toBe(rounded(figure!))
        const { sign } = use.uses[0]!.assumption
        if (terms.length > 0)
          expect(sign === '+' ? terms.reduce((a, b) => a + b) : terms.reduce((a, b) => a * b)).toBeCloseTo(figure!, 4)
      }
      const named = new Set(uses.map(({ figure }) => figure))
      for (const figure of ASSUMABLE)
        if (qubit[figure] === null && used[figure] !== null) expect(named).toContain(figure)
    }
  })

  it('is named for a whole module with the least and the greatest value in use', () => {
    for (const use of assumedUses(profile, snapshot, new Set(working.map(({ index }) => index)))) {
      const values = use.uses.map(({ assumption }) => rounded(assumption.value))
      const said = numbersIn(assumedText(use))
      expect(said).toContain(Math.min(...values))
      expect(said).toContain(Math.max(...values))
    }
  })

  it('has a reset that lasts what it is made of, and errs no less than its readout', () => {
    for (const qubit of working) {
      if (profile.assumed.reset_length_ns === 'measure_and_flip' && qubit.reset_length_ns === null)
        expect(noise.reset(qubit.index)).toBe(
          noise.readout(qubit.index) + feedforwardOf(profile).latency_ns! + noise.single(qubit.index),
        )
      if (
        profile.assumed.reset_fidelity === 'measure_and_flip' &&
        qubit.reset_fidelity === null &&
        qubit.readout_fidelity
      )
        expect(noise.fidelityReset(qubit.index)).toBeLessThanOrEqual(qubit.readout_fidelity)
    }
  })

  it('has a basis that gives no figure and no rule of its own, which the words could contradict', () => {
    const { basis } = profile.assumed
    expect(numbersIn(basis.replace(/arXiv:[\d.]+/g, '').replace(/\b20\d\d\b/g, ''))).toEqual([])
    expect(basis).not.toMatch(/reset (is|as|contains)|contains a readout|one pulse/i)
  })
})

describe('assumptions', () => {
  it('each have a rule: nothing in a profile is assumed past the table', () => {
    const stated = Object.keys(AssumedValues.shape).filter(name => name !== 'basis')
    expect(stated.sort()).toEqual([...ASSUMABLE, 'cz_length_ns', 'dd_t2_factor'].sort())
  })

  it('stand in recipes as in the profiles that are made of them', () => {
    for (const { profile } of bundled) {
      const recipe = JSON.parse(readFileSync(join(RESOURCES, 'recipes', `${profile.device_id}.json`), 'utf8'))
      expect(recipe.settings.assumed).toEqual(profile.assumed)
      expect(recipe.settings.feedforward_latency_ns).toBe(profile.feedforward_latency_ns)
    }
  })

  it('about T2 between pulses say the figure that is used, its limit included', () => {
    const device = syntheticDevice(2, [[0, 1]], { qubit: index => ({ t1_us: index ? 55 : 400, t2_us: 100 }) })
    const profile = { ...device.profile, assumed: { ...device.profile.assumed, dd_t2_factor: 1.5 } }
    const snapshot = { ...device.snapshot, t2_kind: 'ramsey' as const }
    for (const [site, value] of [150, 110].entries()) {
      expect(refocusedT2(profile, snapshot, site)).toEqual({ t2_us: value, basis: 'assumed' })
      const words = refocusedWords(profile, snapshot, site)!
      expect(numbersIn(words)[0]).toBe(value)
      expect(words).toContain('decoupling factor 1.5 × T2 100, at most 2·T1')
    }
    expect(refocusedWords(device.profile, snapshot, 0)).toBeNull()
  })
})

describe('the feed-forward latency', () => {
  it('is what the profile says, assumed where it does not say from where', () => {
    expect(feedforwardOf({ feedforward_latency_ns: 240, feedforward_latency_basis: 'measured' })).toEqual({
      latency_ns: 240,
      basis: 'measured',
    })
    expect(feedforwardOf({ feedforward_latency_ns: 0 })).toEqual({ latency_ns: 0, basis: 'assumed' })
    expect(feedforwardOf({})).toEqual({ latency_ns: ASSUMED_LATENCY_NS, basis: 'assumed' })
  })

  it('of null, or feedforward false, leaves cyclic-window alone', () => {
    expect(feedforwardOf({ feedforward_latency_ns: null })).toEqual({ latency_ns: null, basis: null })
    expect(protocolsOf({ feedforward_latency_ns: null })).toEqual(['cyclic-window'])
    expect(protocolsOf({ feedforward: false })).toEqual(['cyclic-window'])
    expect(protocolsOf({})[0]).toBe('adaptive')
  })
})
