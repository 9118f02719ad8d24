/** Boolean registers of a program: the decisions of each protocol as the five operations. */
import { GENERATOR_INDICES } from '../../qec/code/five-qubit'
import type { ProgramStep, SequencerProgram } from '../program/program'

/**
 * Numbers of the registers, as in the sampler: the references of the four generators come first, then what a pass notes, then
 * preparation and readout.
 */
export const REGISTER = {
  ACTIVE: 4,
  TRIGGERED: 5,
  PASS_SCRATCH: 6,
  OPENED: 4,
  OPEN: 8,
  WINDOW_SCRATCH: 9,
  CLOSED: 9,
  PENDING: 10,
  SCRATCH: 11,
} as const

/** Which outcomes read 1 in the noiseless run whose random outcomes are all 0. Decisions look at what differs from it. */
export type Expected = (slot: number) => 0 | 1

export const set = (register: number, value: 0 | 1): ProgramStep => ({ set: register, value })

const step =
  (logic: 'xor' | 'or' | 'and' | 'andnot', from: 'slot' | 'register') =>
  (register: number, index: number): ProgramStep => ({ logic, register, from, index })

export const xorSlot = step('xor', 'slot')
export const xor = step('xor', 'register')
export const orSlot = step('or', 'slot')
export const or = step('or', 'register')
const and = step('and', 'register')
export const andNot = step('andnot', 'register')

/** register = slot ^ expected. */
const take = (register: number, slot: number, expected: Expected): ProgramStep[] => [
  set(register, expected(slot)),
  xorSlot(register, slot),
]

/** Round 0: its outcomes become the references. `a` gives the slot of a generator's outcome. */
export const firstReferences = (a: (k: number) => number, expected: Expected): ProgramStep[] =>
  GENERATOR_INDICES.flatMap(k => take(k, a(k), expected))

/** Slots of a generator's outcome and flag, and what is expected in them. */
interface ExtractionSlots {
  readonly a: number
  readonly f: number
  readonly expected: Expected
}

/** triggered |= active & ((a ^ ref) | f); active &= ~(the same). */
export function noteTrigger(k: number, { a, f, expected }: ExtractionSlots): ProgramStep[] {
  const { ACTIVE, TRIGGERED, PASS_SCRATCH: seen } = REGISTER
  return [
    ...take(seen, a, expected),
    xor(seen, k),
    orSlot(seen, f),
    and(seen, ACTIVE),
    or(TRIGGERED, seen),
    andNot(ACTIVE, seen),
  ]
}

/** ref = s in the shots that ran the repeat: ref ^= (ref ^ s) & ran. */
export const renewReferences = (
  ran: number,
  {
    scratch,
    s,
    expected,
  }: { readonly scratch: number; readonly s: (k: number) => number; readonly expected: Expected },
): ProgramStep[] =>
  GENERATOR_INDICES.flatMap(k => [
    ...take(scratch, s(k), expected),
    xor(scratch, k),
    and(scratch, ran),
    xor(k, scratch),
  ])

export const noteOpen = (): ProgramStep[] => [
  set(REGISTER.OPEN, 0),
  ...GENERATOR_INDICES.map(k => or(REGISTER.OPEN, REGISTER.OPENED + k)),
]

/** After slot k of a window protocol: change = a ^ ref; opened_k = (change | f) & ~open; ref ^= change & open. */
export function noteWindowSteps(k: number, { a, f, expected }: ExtractionSlots): ProgramStep[] {
  const { OPEN, OPENED, WINDOW_SCRATCH: change } = REGISTER
  return [
    ...noteOpen(),
    ...take(change, a, expected),
    xor(change, k),
    set(OPENED + k, 0),
    or(OPENED + k, change),
    orSlot(OPENED + k, f),
    andNot(OPENED + k, OPEN),
    and(change, OPEN),
    xor(k, change),
  ]
}

export const noteClosedSteps = (): ProgramStep[] => [set(REGISTER.CLOSED, 1), andNot(REGISTER.CLOSED, REGISTER.OPEN)]

/** pending &= any of the slots. */
export const keepRejected = (slots: readonly number[]): ProgramStep[] => [
  set(REGISTER.SCRATCH, 0),
  ...slots.map(slot => orSlot(REGISTER.SCRATCH, slot)),
  and(REGISTER.PENDING, REGISTER.SCRATCH),
]

/** Number of registers: one more than the highest that a step writes. */
export function registersOf(body: SequencerProgram['body']): number {
  const steps = body.flatMap(entry => ('repeat' in entry ? entry.body : [entry]))
  return steps.reduce((most, step) => {
    if ('set' in step) return Math.max(most, step.set + 1)
    return 'logic' in step ? Math.max(most, step.register + 1) : most
  }, 0)
}
