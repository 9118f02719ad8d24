import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BitPlanes } from '../../../../../main/qec/program/frame'
import { assignmentOf } from '../../../../../main/sequencer/bins/assignment'
import { discrimination, type IqMoments } from '../../../../../main/sequencer/bins/iq'
import { compileAssignment } from '../../../../../main/sequencer/compile/idling'
import { measureProgram } from '../../../../../main/sequencer/host/measure-program'
import { canonicalText } from '../../../../../main/sequencer/program/text'
import { lineRotation } from '../../../../../main/twins/sequencer/chip/readout-points'
import { type ReaderLimits, Refused, readProgram } from '../../../../../main/twins/sequencer/chip/received-program'
import { checkFeedback } from '../../../../../main/twins/sequencer/feedback'
import * as rig from '../rig'

const text = canonicalText(rig.compiledOf({ rounds: 1 }, 20).program)
const limits: ReaderLimits = { ...rig.DEMO, readoutLine: name => Number(name.slice('readout'.length)) }
const values = (text.match(/[:[,](?=[\d"tfn-])/g) ?? []).length

describe('a program as the sequencer receives it', () => {
  it('is refused or read, whatever JSON it is', () => {
    const refused = (json: string) => {
      expect(() => readProgram(json, limits)).toThrow(Refused)
    }
    fc.assert(fc.property(fc.json(), refused), { numRuns: 200 })
  })

  it('is refused or read with any one value changed, and is never played beyond its memory', () => {
    const junk = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null), fc.boolean(), fc.constant([]))
    fc.assert(
      fc.property(fc.nat(values - 1), junk, (target, value) => {
        let count = 0
        const changed = JSON.stringify(
          JSON.parse(text, (_, old) => (typeof old !== 'object' && count++ === target ? value : old)),
        )
        try {
          const program = readProgram(changed, limits)
          checkFeedback(program)
          expect(program.shots * program.slots).toBeLessThanOrEqual(limits.bins)
        } catch (error) {
          expect(error).toBeInstanceOf(Refused)
          expect((error as Refused).message).toMatch(/^-22[12],".+"$/)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is refused beyond the registers, the latency and the grid of the rack', () => {
    expect(() => readProgram(text, { ...limits, registers: 3 })).toThrow('registers')
    expect(() => readProgram(text, { ...limits, feedforward_latency_ns: 104 })).toThrow('feedback takes 104 ns')
    expect(() => readProgram(text, { ...limits, feedforward_latency_ns: null })).toThrow('no feedback')
    expect(() => readProgram(text, { ...limits, grid_ns: 8 })).toThrow('a grid of 4 ns')
  })
})

describe('preparing and reading on the twin', () => {
  it.each(['twirled', 'exact'] as const)('is what the calibration says, within 5 σ, decay %s', async decay => {
    const qubits = [0, 1, 2, 3, 4, 5, 6]
    const measured = async (prepared: 0 | 1): Promise<BitPlanes> => {
      const found: BitPlanes[] = []
      const program = compileAssignment(qubits, { prepared, shots: 2_000, target: rig.target })
      await measureProgram(rig.linkTo(rig.twinOf(decay)), {
        program,
        profile: rig.DEMO,
        address: rig.ADDRESS,
        sha256: rig.sha256,
        clock: rig.clock,
        shots: 2_000,
        onBatch: async ({ planes }) => {
          found.push(planes)
        },
      })
      return found[0]!
    }
    const { rates } = rig
    const expected = (qubit: number) => {
      const [reset, flip, read] = [rates.reset(qubit), (2 / 3) * rates.single(qubit), rates.readout(qubit)]
      const either = (p: number, q: number) => p * (1 - q) + q * (1 - p)
      return [either(reset, read), either(either(reset, flip), read)] as const
    }
    const found = assignmentOf(qubits, [await measured(0), await measured(1)], expected)
    expect(found.map(({ mismatch }) => mismatch)).toEqual(qubits.map(() => false))
    const off = assignmentOf(qubits, [await measured(0), await measured(1)], () => [0.2, 0.2])
    expect(off.every(({ mismatch }) => mismatch)).toBe(true)
  })

  it('has points in the I/Q plane that lie where each line turns them, and on the sides that the bins give', async () => {
    const qubits = [0, 1, 4]
    const link = rig.linkTo(rig.twinOf('twirled'))
    const found: (readonly IqMoments[])[] = []
    for (const prepared of [0, 1] as const)
      await measureProgram(link, {
        program: compileAssignment(qubits, { prepared, shots: 2_000, target: rig.target }),
        profile: rig.DEMO,
        address: rig.ADDRESS,
        sha256: rig.sha256,
        clock: rig.clock,
        shots: 2_000,
        iq: true,
        onBatch: async ({ iq }) => void found.push(iq!),
      })
    const reported = qubits.map((_, slot) => discrimination(found[0]![slot]!, found[1]![slot]!)!)
    for (const [slot, { rotation_deg, threshold }] of reported.entries()) {
      const off = ((rotation_deg.value! - lineRotation(qubits[slot]!) + 540) % 360) - 180
      expect(Math.abs(off)).toBeLessThan(2.6 * (rotation_deg.high! - rotation_deg.value!))
      expect(Math.abs(threshold.value!)).toBeLessThan(0.01)
    }
    // The last program's points, turned, say what its bins say.
    const bins = await link.queryBlock('SLOT2:SEQuencer0:ACQuisition:BINs?')
    const points = await link.queryBlock('SLOT2:SEQuencer0:ACQuisition:IQ?')
    const view = new DataView(points.buffer, points.byteOffset)
    const turn = (lineRotation(1) * Math.PI) / 180
    const along = (bin: number) =>
      Math.cos(turn) * view.getFloat32(8 * bin, true) - Math.sin(turn) * view.getFloat32(8 * bin + 4, true)
    const same = Array.from({ length: 2_000 }, (_, shot) => 3 * shot + 1).filter(
      bin => Number(along(bin) > reported[1]!.threshold.value!) === bins[bin],
    )
    expect(same.length).toBeGreaterThan(1_960)
  })
})
