/** Schedules of every kind that the search gives: walks, swaps, moves with a reset, CZs made of other gates. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOGICAL_Z } from '../../../../main/qec/code/five-qubit'
import { readoutFor } from '../../../../main/qec/code/logical-readout'
import { memoryProgram } from '../../../../main/qec/experiment/memory'
import type { Durations } from '../../../../main/qec/model/noise-model'
import type { CompiledRound, RoundPlan } from '../../../../main/qec/model/round'
import { calibratedRates } from '../../../../main/qec/noise/rates'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { decoupledRound } from '../../../../main/qec/schedule/decoupling'
import { joinPlanes } from '../../../../main/sequencer/bins/decode'
import { griddedDurations } from '../../../../main/sequencer/compile/grid'
import { compileReferenced } from '../../../../main/sequencer/compile/memory'
import { measureProgram } from '../../../../main/sequencer/host/measure-program'
import { checkProgram } from '../../../../main/sequencer/program/text'
import { calibratedNoise } from '../../../../main/twins/sequencer/chip/device-noise'
import { latticeCouplings, syntheticDevice } from '../../qec/devices'
import { withGates } from '../../qec/fixtures/compound-cz'
import { anyMixedPlan, chipletPlan } from '../../qec/fixtures/rounds'
import { homogeneity } from '../../twins/sequencer/agreement.cases'
import * as rig from '../../twins/sequencer/rig'

const readout = readoutFor(LOGICAL_Z)

function assembledProgram(compiled: CompiledRound, durations: Durations, rounds = 2) {
  const memory = { compiled, mode: 'correction', protocol: 'adaptive', state: '0', rounds, readout } as const
  const options = { shots: 100, target: { ...rig.target, durations }, sequence: null }
  return { memory, ...compileReferenced(memory, options, rig.tableau) }
}

const lengthsOf = (plan: RoundPlan, dd: boolean) => {
  const device = syntheticDevice(9, latticeCouplings(3, 3))
  const durations = griddedDurations(noiseModel(device.profile, device.snapshot), 4)
  const plain = compileRound(plan, durations)
  return { durations, compiled: dd ? decoupledRound(plain, 'xy4', durations) : plain }
}

describe('any schedule', () => {
  it('of A that walks, by swaps or by moves with a reset, is one that can be played', () => {
    fc.assert(
      fc.property(anyMixedPlan, fc.boolean(), (plan, dd) => {
        const { compiled, durations } = lengthsOf(plan, dd)
        const { program } = assembledProgram(compiled, durations)
        expect(() => checkProgram(program)).not.toThrow()
        const played = program.blocks.filter(({ name }) => name.startsWith('decided'))
        expect(played.reduce((sum, { duration_ns }) => sum + duration_ns, 0)).toBe(compiled.duration_ns)
      }),
      { numRuns: 15 },
    )
  })
})

const onesOf = (planes: BitPlanes, plane: number): number => {
  let sum = 0
  for (let shot = 0; shot < planes.shots; shot++) sum += bitAt(planes, plane, shot)
  return sum
}

describe.each<[string, readonly string[]]>([
  ['CZs of its own', ['cz']],
  ['CZs made of ECR', ['ecr']],
  ['CZs made of √iSWAP and of iSWAP', ['sqrt_iswap', 'iswap']],
])('a device with %s', (_, gates) => {
  it('gives the same bits as the frame sampler, plane by plane', async () => {
    const device = withGates(syntheticDevice(9, latticeCouplings(3, 3)), gates)
    const model = noiseModel(device.profile, device.snapshot)
    const durations = griddedDurations(model, 4)
    const compiled = compileRound(chipletPlan(), durations)
    const { memory, program, reference } = assembledProgram(compiled, durations, 1)
    const parts: BitPlanes[] = []
    const noise = calibratedNoise(device.profile, device.snapshot)
    const qubits = device.profile.qubits.map(({ index }) => index)
    await measureProgram(rig.linkTo(rig.twinOf('twirled', { noise, qubits })), {
      program,
      reference,
      profile: rig.DEMO,
      address: rig.ADDRESS,
      sha256: rig.sha256,
      clock: rig.clock,
      shots: 20_000,
      onBatch: async ({ planes }) => {
        parts.push(planes)
      },
    })
    const played = joinPlanes(parts)
    const rates = calibratedRates(model)
    const frames = await rig.engines.simulator.sampleFrames(memoryProgram({ ...memory, rates }), {
      shots: 20_000,
      seed: 11n,
    })
    for (let plane = 0; plane < frames.planes; plane++) {
      const [a, b] = [onesOf(played, plane), onesOf(frames, plane)]
      expect(homogeneity([a, 20_000 - a], [b, 20_000 - b])).toBeGreaterThan(1e-4 / frames.planes / 3)
    }
  })
})
