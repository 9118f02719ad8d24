import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { assignmentOf } from '../../../../main/sequencer/bins/assignment'
import { BIN, decodeBins, joinPlanes } from '../../../../main/sequencer/bins/decode'
import { exportB8 } from '../../../../main/sequencer/bins/export-b8'
import { checkTiming, roundTiming, untriggeredDurations } from '../../../../main/sequencer/bins/round-timing'
import { compiledOf, sha256 } from '../../twins/sequencer/rig'

const { program, reference } = compiledOf({ rounds: 1, state: '0' })
const { slots } = program
const EMPTY_SLOTS = [8, 9, 10, 11, 20, 21, 22, 23]

/** A shot in which nothing triggers: the slots of the repeat are empty, all else reads 0. */
const quiet = () => Uint8Array.from({ length: slots }, (_, slot) => (EMPTY_SLOTS.includes(slot) ? BIN.empty : BIN.zero))
const changed = (...changes: [slot: number, bin: number][]) => {
  const bins = quiet()
  for (const [slot, bin] of changes) bins[slot] = bin
  return bins
}
/** a2 of round 1 triggers: extraction 3 is skipped, the repeat is played. */
const triggered = changed([14, 1], [15, 2], [19, 2], [20, 0], [21, 0], [22, 1], [23, 0])
const bytes = (...shots: Uint8Array[]) => Uint8Array.from(shots.flatMap(shot => [...shot]))

describe('bins', () => {
  it('become planes shot by shot; what was not executed is reported and stored as 0', () => {
    const { planes, lost, not_executed } = decodeBins(program, bytes(quiet(), triggered))
    expect(lost).toEqual({ invalid: 0, feedback_mismatch: 0 })
    expect([
      planes.shots,
      bitAt(planes, 14, 0),
      bitAt(planes, 14, 1),
      bitAt(planes, 22, 1),
      bitAt(planes, 15, 1),
    ]).toEqual([2, 0, 1, 1, 0])
    expect(not_executed).toBe(4 + 2)
  })

  it.each<[string, Uint8Array, 'invalid' | 'feedback_mismatch']>([
    ['is invalid', changed([3, 3]), 'invalid'],
    ['is no value at all', changed([3, 77]), 'invalid'],
    ['is empty though every shot plays it', changed([24, 2]), 'invalid'],
    ['is filled though its shot skips the block', changed([20, 0]), 'feedback_mismatch'],
    ['is empty though its shot calls for the block', changed([14, 1]), 'feedback_mismatch'],
    [
      'of a skipped extraction is filled after a trigger',
      (() => {
        const shot = triggered.slice()
        shot[15] = 1
        return shot
      })(),
      'feedback_mismatch',
    ],
  ])('a shot is lost where a bin %s', (_, shot, cause) => {
    const { planes, lost, counted } = decodeBins(program, bytes(quiet(), shot, triggered))
    expect(planes.shots).toBe(2)
    expect([...counted]).toEqual([1, 0, 1])
    expect(lost).toEqual({ invalid: 0, feedback_mismatch: 0, [cause]: 1 })
    // The shots that count keep their order: a lost one leaves no 0 behind.
    expect([bitAt(planes, 14, 0), bitAt(planes, 14, 1)]).toEqual([0, 1])
  })

  it('are reported relative to the reference where they were executed', () => {
    const flipped = Uint8Array.from({ length: slots }, () => 1)
    const { planes } = decodeBins(program, quiet(), flipped)
    expect(bitAt(planes, 0, 0)).toBe(1)
    expect(bitAt(planes, 20, 0)).toBe(0)
  })

  it('that are no whole shots are refused', () => {
    expect(() => decodeBins(program, new Uint8Array(slots + 1))).toThrow('no whole shots')
  })

  it('of any bytes never throw and never invent a shot', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 3 * slots, maxLength: 3 * slots, max: 3 }), bins => {
        const { planes, lost } = decodeBins(program, bins)
        expect(planes.shots + lost.invalid + lost.feedback_mismatch).toBe(3)
      }),
    )
  })
})

const planesOf = (shots: number, planes: number, seed: number): BitPlanes => {
  const bins = Uint8Array.from({ length: shots * planes }, (_, i) => (Math.imul(i + seed, 2_654_435_761) >>> 30) & 1)
  return decodeBins(
    {
      ...program,
      slots: planes,
      registers: 0,
      blocks: [
        {
          name: 'b',
          duration_ns: 0,
          operations: Array.from({ length: planes }, (_, slot) => ({
            op: 'measure' as const,
            qubit: 0,
            at_ns: 0,
            ns: 0,
            slot,
          })),
        },
      ],
      body: [{ call: 'b' }],
    },
    bins,
  ).planes
}

describe('planes of several batches', () => {
  it('join to the planes of all their shots', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 1, maxLength: 4 }), sizes => {
        const parts = sizes.map((shots, i) => planesOf(shots, 3, 100 * i))
        const joined = joinPlanes(parts)
        const bits = (planes: BitPlanes, plane: number) =>
          Array.from({ length: planes.shots }, (_, shot) => bitAt(planes, plane, shot))
        for (const plane of [0, 1, 2]) expect(bits(joined, plane)).toEqual(parts.flatMap(part => bits(part, plane)))
      }),
    )
  })
})

describe('the export', () => {
  it('is b8: the first slot is the least significant bit, every shot begins at a byte', () => {
    const { planes } = decodeBins(program, bytes(quiet(), triggered))
    const packed = exportB8(program, { planes, sha256 })
    expect(packed.bytes_per_shot).toBe(Math.ceil(slots / 8))
    const bit = (of: Uint8Array, shot: number, slot: number) =>
      (of[shot * packed.bytes_per_shot + (slot >> 3)]! >> (slot & 7)) & 1
    expect([bit(packed.data, 0, 14), bit(packed.data, 1, 14), bit(packed.data, 1, 22)]).toEqual([0, 1, 1])
    expect(EMPTY_SLOTS.map(slot => bit(packed.mask, 0, slot))).toEqual(EMPTY_SLOTS.map(() => 0))
    expect([15, 19, 20].map(slot => bit(packed.mask, 1, slot))).toEqual([0, 0, 1])
    expect(packed.slots).toHaveLength(slots)
    expect([packed.data_sha256, packed.mask_sha256]).toEqual([sha256(packed.data), sha256(packed.mask)])
  })

  it('has the outcomes themselves, and masks by them, where planes are relative to a reference', () => {
    expect(reference.includes(1)).toBe(true)
    const bins = bytes(quiet(), triggered)
    const plain = exportB8(program, { planes: decodeBins(program, bins).planes, sha256 })
    const relative = exportB8(program, { planes: decodeBins(program, bins, reference).planes, sha256, reference })
    expect([relative.data, relative.mask]).toEqual([plain.data, plain.mask])
  })
})

const marksOf = (...times: number[]): Uint8Array => new Uint8Array(BigUint64Array.from(times, BigInt).buffer)

const counted = (rounds: readonly number[]) =>
  new Map(rounds.map(ns => [ns, rounds.filter(each => each === ns).length]))

describe('marks', () => {
  it('show how long rounds lasted in which nothing triggered', () => {
    const bins = bytes(quiet(), triggered, quiet())
    const rounds = untriggeredDurations(program, { marks: marksOf(1_000, 7_688, 20_000, 40_000, 50_000, 56_692), bins })
    expect(rounds).toEqual([6_688, 6_692])
    const timing = roundTiming(program, counted(rounds))!
    expect(timing).toEqual({
      source: 'measured',
      value_ns: 6_688,
      compiled_ns: 6_688,
      min_ns: 6_688,
      max_ns: 6_692,
      n: 2,
    })
    expect(() => checkTiming(timing, program)).not.toThrow()
  })

  it('more than a step of the grid from the compiled round end the run', () => {
    expect(() => checkTiming(roundTiming(program, counted([6_692]))!, program)).not.toThrow()
    expect(() => checkTiming(roundTiming(program, counted([6_696]))!, program)).toThrow('rounds lasted 6696 ns')
  })

  it('that a device does not have leave the compiled value, and it says so', () => {
    expect(roundTiming(program, null)).toMatchObject({ source: 'compiled', value_ns: 6_688, n: 0 })
    expect(roundTiming(compiledOf({ rounds: 0 }).program, null)).toBeNull()
  })

  it('of half a shot are refused', () => {
    expect(() => untriggeredDurations(program, { marks: new Uint8Array(12), bins: quiet() })).toThrow('no whole shots')
  })
})

describe('preparation and readout beside the calibration', () => {
  it('are a mismatch beyond 5 σ, and not before', () => {
    const counted = (ones: number): BitPlanes => {
      const data = new Uint8Array(256)
      for (let shot = 0; shot < ones; shot++) data[shot >> 3]! |= 1 << (shot & 7)
      return { data, planes: 1, shots: 2_000, stride: 256 }
    }
    const at = (ones: number) => assignmentOf([3], [counted(ones), counted(1_960)], () => [0.02, 0.02])[0]!
    expect([at(40).mismatch, at(70).mismatch, at(90).mismatch]).toEqual([false, false, true])
    expect(at(40)).toMatchObject({ qubit: 3, read_1_of_0: { value: 0.02 }, read_0_of_1: { value: 0.02 } })
  })
})
