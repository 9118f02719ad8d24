/**
 * The twin beside the sampler of the same calibration: what the decoder makes of either's bits, and every plane, tested for
 * homogeneity. All tests of a family share its level.
 */
import { expect, it } from 'vitest'
import { LOGICAL_OF } from '../../../../main/qec/code/logical-readout'
import { decodeWindow } from '../../../../main/qec/decoding/cyclic-window'
import type { Decoding } from '../../../../main/qec/decoding/flag-lut'
import { measuredReading } from '../../../../main/qec/decoding/measurement-reading'
import { preparedShots } from '../../../../main/qec/decoding/prepared-shots'
import { baselineProgram } from '../../../../main/qec/experiment/baseline'
import { experimentPlanes, memoryProgram } from '../../../../main/qec/experiment/memory'
import { baselineSigns, memorySigns, type SignedProgram } from '../../../../main/qec/experiment/reference-signs'
import type { CompiledRound } from '../../../../main/qec/model/round'
import type { DecayModel } from '../../../../main/qec/noise/transform'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { type DecoderTables, decoderTables } from '../../../../main/qec/proof/flag-table'
import { planeLayout, type RunProtocol } from '../../../../main/qec/schedule/plane-layout'
import { chi2Above } from '../../../../main/qec/statistics/gamma'
import { joinPlanes } from '../../../../main/sequencer/bins/decode'
import { compileBaseline } from '../../../../main/sequencer/compile/idling'
import type { ReferencedProgram } from '../../../../main/sequencer/compile/memory'
import { referenceOf } from '../../../../main/sequencer/compile/reference-outcomes'
import { measureProgram } from '../../../../main/sequencer/host/measure-program'
import { sampleByTrajectories } from '../../../../main/simulation/experiment/sample'
import { amongPrepared, decodeCorrection, decodeDetection } from '../../qec/fixtures/decoded-shots'
import * as rig from './rig'

/** Level of a family of tests. All seeds are fixed, so that it fails for a change of the program only. */
const FAMILY = 1e-2

/** Pearson's test that two lists of counts come from one distribution; empty categories are left out. */
export function homogeneity(one: readonly number[], other: readonly number[]): number {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const [n, m] = [sum(one), sum(other)]
  const used = one.map((count, i) => [count, other[i]!] as const).filter(([a, b]) => a + b > 0)
  const chi2 = used.reduce((total, [a, b]) => total + (a * m - b * n) ** 2 / (n * m * (a + b)), 0)
  return used.length < 2 ? 1 : chi2Above(chi2, used.length - 1)
}

/** Of the standard normal distribution. */
export const normalAbove = (z: number): number => {
  const tail = chi2Above(z * z, 1) / 2
  return z >= 0 ? tail : 1 - tail
}

/** How likely a relative change of `share` in a rate is found by comparing two samples of `shots` at a level. */
export function power(rate: number, share: number, shots: number, level: number): number {
  const change = rate * share
  const sigma = Math.sqrt((2 * rate * (1 - rate)) / shots)
  let z = 0
  while (2 * normalAbove(z) > level) z += 0.001
  return normalAbove(z - change / sigma)
}

/** Of the level of one test in a family of so many. */
const levelOf = (tests: number) => FAMILY / tests

async function played({ program, reference }: ReferencedProgram, shots: number, decay: DecayModel): Promise<BitPlanes> {
  const parts: BitPlanes[] = []
  await measureProgram(rig.linkTo(rig.twinOf(decay, { seed: 20_261_123 })), {
    program,
    reference,
    profile: rig.DEMO,
    address: rig.ADDRESS,
    sha256: rig.sha256,
    clock: rig.clock,
    shots,
    onBatch: async ({ planes }) => void parts.push(planes),
  })
  return joinPlanes(parts)
}

const sampled = ({ program, signs }: SignedProgram, shots: number, decay: DecayModel): Promise<BitPlanes> =>
  decay === 'twirled'
    ? rig.engines.simulator.sampleFrames(program, { shots, seed: 7n })
    : sampleByTrajectories(rig.engines.trajectories, { program, signs }, { shots, seed: 7n })

function onesIn(planes: BitPlanes, plane: number): number {
  let sum = 0
  for (let shot = 0; shot < planes.shots; shot++) sum += bitAt(planes, plane, shot)
  return sum
}

/** The least p of all planes, as one test. */
function planesAgree(one: BitPlanes, other: BitPlanes): number {
  const each = Array.from({ length: one.planes }, (_, plane) => {
    const [a, b] = [onesIn(one, plane), onesIn(other, plane)]
    return homogeneity([a, one.shots - a], [b, other.shots - b])
  })
  return Math.min(1, one.planes * Math.min(...each))
}

const DECODERS = { adaptive: decodeCorrection, 'cyclic-window': decodeWindow } as const

/** Faults are enumerated once for a round; decoupling pulses are no places of their own. */
const tables = new Map<string, DecoderTables>()
function tablesOf(compiled: CompiledRound, protocol: RunProtocol): DecoderTables {
  const key = `${compiled.schedule_hash} ${compiled.adaptive ?? false} ${protocol}`
  const found = tables.get(key) ?? decoderTables(enumerateFaults(compiled, { protocol }), compiled, rig.rates)
  tables.set(key, found)
  return found
}

/** What the decoder makes of the bits: kept and right, kept and wrong, thrown away. */
function outcomesOf(wish: rig.Wish) {
  const memory = rig.memoryOf(wish)
  const { mode, state, rounds, protocol = 'adaptive', measurement, compiled, readout } = memory
  const layout = planeLayout(mode, { rounds, protocol })
  const planes = experimentPlanes(layout, memory)
  const reading = measurement ? { reading: measuredReading({ measurement, state, mode, layout, planes }) } : {}
  const known = tablesOf(compiled, protocol)
  const { logical } = LOGICAL_OF[state]
  const decoding: Decoding = { layout, tables: known, readout, logical, flip_on_failed_check: false, ...reading }
  const decoder = mode === 'detection' ? decodeDetection : DECODERS[protocol]
  return (shots: BitPlanes): number[] => {
    const { accepted, wrong } = amongPrepared(decoder(shots, decoding), preparedShots(shots, planes))
    const kept = accepted.reduce((sum, each) => sum + each, 0)
    const failures = accepted.reduce((sum, each, shot) => sum + (each & wrong[shot]!), 0)
    return [kept - failures, failures, shots.shots - kept]
  }
}

/** `share`: the relative change in logical error that the test has the power to see; 10 % unless given. */
interface Seen {
  readonly share?: number
}

export function memoryAgrees(wishes: readonly (rig.Wish & Seen)[], shots: number, decay: DecayModel): void {
  const level = levelOf(2 * wishes.length)
  it.each(wishes)(`%j: ${shots} shots, decay ${decay}`, async wish => {
    const memory = { ...rig.memoryOf(wish), rates: rig.rates }
    const signed = { program: memoryProgram(memory), signs: memorySigns(memory) }
    const [twin, sampler] = [await played(rig.compiledOf(wish), shots, decay), await sampled(signed, shots, decay)]
    const outcomes = outcomesOf(wish)
    const [one, other] = [outcomes(twin), outcomes(sampler)]
    expect(homogeneity(one, other), `outcomes ${one} beside ${other}`).toBeGreaterThan(level)
    expect(planesAgree(twin, sampler)).toBeGreaterThan(level)
    const kept = other[0]! + other[1]!
    expect(
      power(other[1]! / kept, wish.share ?? 0.1, kept, level),
      `of ${other[1]} failures in ${kept}`,
    ).toBeGreaterThan(0.8)
  })
}

/** Every qubit of the star waits in the state for so many rounds. */
export function baselineAgrees(
  wishes: readonly (Pick<rig.Wish, 'state' | 'rounds' | 'dd'> & Seen)[],
  shots: number,
  decay: DecayModel,
) {
  const level = levelOf(wishes.length)
  const qubits = rig.device.profile.qubits.map(({ index }) => index)
  it.each(wishes)(
    `baseline %j: ${shots} shots, decay ${decay}`,
    async ({ state = '0', rounds = 4, dd, share = 0.1 }) => {
      const round_ns = rig.adaptiveRound.duration_ns
      const program = compileBaseline(
        { qubits, state, rounds, round_ns, sequence: dd ?? null, schedule_hash: 'test' },
        1,
        rig.target,
      )
      const twin = await played({ program, reference: referenceOf(program, rig.tableau) }, shots, decay)
      const each: number[] = []
      for (const [plane, qubit] of qubits.entries()) {
        const decoupling = dd ? { sequence: dd, rounds, pulse_ns: rig.durations.single(qubit) } : undefined
        const frames = baselineProgram({
          site: qubit,
          state,
          duration_ns: rounds * round_ns,
          rates: rig.rates,
          dd: decoupling,
          rounds,
        })
        const sampler = await sampled({ program: frames, signs: baselineSigns(state) }, shots, decay)
        const [a, b] = [onesIn(twin, plane), onesIn(sampler, 0)]
        each.push(homogeneity([a, shots - a], [b, shots - b]))
        expect(power(b / shots, share, shots, level / qubits.length), `${b} of ${shots}`).toBeGreaterThan(0.8)
      }
      expect(qubits.length * Math.min(...each)).toBeGreaterThan(level)
    },
  )
}
