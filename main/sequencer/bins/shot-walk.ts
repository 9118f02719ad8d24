/** Blocks that a shot executes, recomputed from its bits alone. */
import type { SequencerProgram } from '../program/program'
import { playedSteps } from '../program/steps'

interface CallSlots {
  readonly condition: number
  readonly slots: Int32Array
  readonly duration_ns: number
}

/** Steps as numbers, so that a hundred thousand shots are walked in a moment. */
type WalkStep =
  | { readonly kind: 'set'; readonly register: number; readonly value: number }
  | {
      readonly kind: 'logic'
      readonly logic: string
      readonly register: number
      readonly slot: number
      readonly other: number
    }
  | ({ readonly kind: 'call' } & CallSlots)
  | { readonly kind: 'mark'; readonly start: boolean }

/** Visitor that follows a shot along its path. */
interface Walker {
  /** Slots of a block, and whether the shot's outcomes call for it. */
  block?(slots: Int32Array, taken: boolean, conditional: boolean): void
  /** A round that ended: how long its blocks took, and a number that identifies its path. */
  round?(duration_ns: number, path: number): void
  /** Called with the final registers. */
  end?(registers: Uint8Array): void
}

export type ShotWalk = (bit: (slot: number) => number, walker: Walker) => void

const ALWAYS = -1

function instructionsOf(program: SequencerProgram): WalkStep[] {
  return [...playedSteps(program)].map((step): WalkStep => {
    if (step.kind === 'set') return step
    if (step.kind === 'mark') return { kind: 'mark', start: step.mark === 'round_start' }
    if (step.kind === 'logic') {
      const [slot, other] = step.from === 'slot' ? [step.index, ALWAYS] : [ALWAYS, step.index]
      return { kind: 'logic', logic: step.logic, register: step.register, slot, other }
    }
    const slots = step.block.operations.flatMap(each => (each.op === 'measure' ? [step.base + each.slot] : []))
    const { duration_ns } = step.block
    return { kind: 'call', condition: step.condition ?? ALWAYS, slots: Int32Array.from(slots), duration_ns }
  })
}

const known = new WeakMap<SequencerProgram, ShotWalk>()

/** The walk of a program, made once and used for many shots; time O(steps + slots) for each shot. */
export function shotWalk(program: SequencerProgram): ShotWalk {
  const walk = known.get(program) ?? walkOf(program)
  known.set(program, walk)
  return walk
}

function walkOf(program: SequencerProgram): ShotWalk {
  const instructions = instructionsOf(program)
  const registers = new Uint8Array(Math.max(1, program.registers))
  return (bit, walker) => {
    registers.fill(0)
    let [duration, path] = [0, 0]
    for (const instruction of instructions) {
      switch (instruction.kind) {
        case 'set':
          registers[instruction.register] = instruction.value
          break
        case 'logic': {
          const value = instruction.slot === ALWAYS ? registers[instruction.other]! : bit(instruction.slot)
          registers[instruction.register] = combined(instruction.logic, registers[instruction.register]!, value)
          break
        }
        case 'call': {
          const { condition, slots, duration_ns } = instruction
          const taken = condition === ALWAYS || registers[condition] === 1
          walker.block?.(slots, taken, condition !== ALWAYS)
          if (taken) duration += duration_ns
          path = (path * 2 + (taken ? 1 : 0)) % 2 ** 40
          break
        }
        case 'mark':
          if (!instruction.start) walker.round?.(duration, path)
          ;[duration, path] = [0, 1]
      }
    }
    walker.end?.(registers)
  }
}

function combined(logic: string, register: number, value: number): number {
  switch (logic) {
    case 'xor':
      return register ^ value
    case 'or':
      return register | value
    case 'and':
      return register & value
    default:
      return register & ~value & 1
  }
}
