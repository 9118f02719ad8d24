/** Outcomes of the simulated shots as the sequencer's memory: bins in order of their address, and marks of device time. */
import { type BitPlanes, bitAt } from '../../qec/program/frame'
import type { Random } from '../../simulation/model/random'
import type { ReceivedProgram, ReceivedStep } from './chip/received-program'
import { combined, type Logic } from './feedback'

const EMPTY = 2
const INVALID = 3

export interface Acquisition {
  /** Address shot × slots + slot: 0, 1, 2 where nothing was acquired, 3 where it is invalid. */
  readonly bins: Uint8Array
  /** u64, little-endian, ns. */
  readonly marks: Uint8Array
  /** Where the device's clock stands afterwards. */
  readonly end_ns: number
}

export interface Acquiring {
  readonly start_ns: number
  readonly marked_shots: number
  /** Outcomes are these, XOR `reference` where frames gave them. */
  readonly planes: BitPlanes
  readonly reference: Uint8Array | null
  /** Decides whether a filled bin is kept, lost or invalid. */
  readonly spoil: () => 'kept' | 'empty' | 'invalid'
}

/** Probabilities that a filled bin comes out empty, and invalid. */
export interface Spoiled {
  readonly empty: number
  readonly invalid: number
}

export function spoilage(spoiled: Spoiled | undefined, random: Random): Acquiring['spoil'] {
  return () => {
    if (!spoiled) return 'kept'
    const drawn = random.uniform()
    if (drawn < spoiled.empty) return 'empty'
    return drawn < spoiled.empty + spoiled.invalid ? 'invalid' : 'kept'
  }
}

/** A step as numbers, all of one shape, so that a hundred thousand shots are played in a moment; −1 stands for none. */
interface TimedStep {
  readonly kind: ReceivedStep['kind']
  readonly logic: Logic
  readonly register: number
  /** Source of the logic: a slot, or another register. */
  readonly slot: number
  readonly other: number
  /** Register that a block depends on. */
  readonly condition: number
  /** Slots that a block measures into. */
  readonly slots: Int32Array
  readonly duration_ns: number
}

const NONE = -1

const measuredSlots = ({ block, base }: Extract<ReceivedStep, { kind: 'call' }>): number[] =>
  block.operations.flatMap(each => (each.op === 'measure' ? [base + each.slot] : []))

function playedStep(step: ReceivedStep): TimedStep {
  const logic = step.kind === 'logic' ? step : null
  const call = step.kind === 'call' ? step : null
  return {
    kind: step.kind,
    logic: logic?.logic ?? 'zero',
    register: logic?.register ?? NONE,
    slot: logic?.slot ?? NONE,
    other: logic?.other ?? NONE,
    condition: call?.condition ?? NONE,
    slots: Int32Array.from(call ? measuredSlots(call) : []),
    duration_ns: call?.block.duration_ns ?? 0,
  }
}

/** Plays every shot's own decisions over its outcomes. Time O(shots × (steps + slots)). */
export function acquire(program: ReceivedProgram, { planes, reference, spoil, ...acquiring }: Acquiring): Acquisition {
  const { slots } = program
  const steps = program.steps.map(playedStep)
  const bins = new Uint8Array(planes.shots * slots).fill(EMPTY)
  const marks: number[] = []
  const registers = new Uint8Array(program.registers)
  const read = new Uint8Array(slots)
  let now = acquiring.start_ns
  for (let shot = 0; shot < planes.shots; shot++) {
    const start = shot * slots
    registers.fill(0)
    read.fill(0)
    for (const { kind, logic, register, slot, other, condition, slots: measured, duration_ns } of steps) {
      if (kind === 'mark') {
        if (shot < acquiring.marked_shots) marks.push(now)
      } else if (kind === 'logic') {
        const from = slot !== NONE ? read[slot]! : other !== NONE ? registers[other]! : 0
        registers[register] = combined(logic, registers[register]!, from)
      } else if (condition === NONE || registers[condition] === 1) {
        for (const at of measured) {
          read[at] = bitAt(planes, at, shot) ^ (reference?.[at] ?? 0)
          const fate = spoil()
          bins[start + at] = fate === 'kept' ? read[at]! : fate === 'empty' ? EMPTY : INVALID
        }
        now += duration_ns
      }
    }
  }
  const bytes = new DataView(new ArrayBuffer(8 * marks.length))
  for (const [i, ns] of marks.entries()) bytes.setBigUint64(8 * i, BigInt(ns), true)
  return { bins, marks: new Uint8Array(bytes.buffer), end_ns: now }
}
