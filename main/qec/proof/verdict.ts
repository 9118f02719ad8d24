/**
 * Which faults fail, on bits alone: verdicts by the thousand, without an object for each fault. `fault-effects.ts` and
 * `correctionOf` say the same of one fault at a time and judge it in the tests. Words are those of `responses.ts`.
 */
import type { FaultProtocol } from '../../contract/modules/faults'
import { logicalClass, syndromeOf } from '../code/five-qubit'
import { atIndex } from '../code/pauli'
import type { RoundCircuit } from '../model/round'
import type { WindowClosing } from '../schedule/plane-layout'
import { LOOKUP } from './flag-table'
import { everyResponse, PASSES, responsesOf, type Words } from './responses'

/** Answers by position: 64 × flagged + 16 × generator + syndrome; corrections as `indexOf` numbers. */
export type Answers = Int32Array

/** First position of the answers after a flag. */
export const FLAGGED = 64
/** No correction: the shot is discarded, or the fault belongs to no cell. */
const NONE = -1
const ERROR = 0x3ff
const SLOT_COUNT = 4 * PASSES

const CLASS = Uint8Array.from({ length: 1024 }, (_, index) => logicalClass(atIndex(index)))
/** Syndrome and class: 64 cosets. */
const COSET = Uint8Array.from({ length: 1024 }, (_, index) => syndromeOf(atIndex(index)) * 4 + CLASS[index]!)

/** The lookup at every position: final without a flag, and replaced after a flag where a table has an entry. */
export const lookupAnswers = (): Answers => Int32Array.from({ length: 2 * FLAGGED }, (_, at) => LOOKUP[at & 15]!)

/** Position of the lowest bit set; there must be one. */
const firstTrigger = (seen: number): number => 31 - Math.clz32(seen & -seen)

/** Result of the repeat after generator k: its syndrome, then the data error from bit 4 on. */
const repeatAfter = (k: number, w1: number, w2: number): number => ((k < 2 ? w1 : w2) >> ((k & 1) * 14)) & 0x3fff

/** Hot loop: once for each fault of each candidate round. */
type Residual = (w0: number, w1: number, w2: number, answers: Answers, closing: WindowClosing) => number

/** Data error times correction, as an index; NONE where the shot is discarded. */
const RESIDUALS: Readonly<Record<FaultProtocol, Residual>> = {
  'single-pass': w0 => ((w0 >> 8) & ERROR) ^ LOOKUP[w0 & 15]!,
  detection: w0 => ((w0 & 0xff) === 0 ? (w0 >> 8) & ERROR : NONE),
  adaptive: (w0, w1, w2, answers) => {
    if ((w0 & 0xff) === 0) return (w0 >> 8) & ERROR
    const k = firstTrigger((w0 | (w0 >> 4)) & 15)
    const repeat = repeatAfter(k, w1, w2)
    const flagged = (w0 >> (4 + k)) & 1
    return (repeat >> 4) ^ answers[flagged * FLAGGED + k * 16 + (repeat & 15)]!
  },
  'cyclic-window': (w0, w1, w2, answers, closing) => {
    if ((w0 & 0xffffff) === 0) return w1 & ERROR
    let [reference, correction] = [0, 0]
    for (let slot = 0; slot < SLOT_COUNT; slot++) {
      const [k, flagged] = [slot & 3, (w0 >> (SLOT_COUNT + slot)) & 1]
      if ((((w0 >> slot) ^ (reference >> k)) & 1) === 0 && flagged === 0) continue
      const open = slot + 4 >= SLOT_COUNT
      if (open && closing === 'erasure') return NONE
      const read = open ? w2 & 15 : inOrder(w0 >> (slot + 1), k + 1)
      correction ^= answers[flagged * FLAGGED + k * 16 + (read ^ reference)]!
      if (open) return ((w2 >> 4) & ERROR) ^ correction
      reference = read
      slot += 4
    }
    return (w1 & ERROR) ^ correction
  },
}

/** Whether data error times correction is a logical error after ideal decoding. */
const isLogical = (residual: number): boolean => CLASS[residual] !== 0

/** The lowest four bits, read from generator `first` on, put in the order of the generators. */
export const inOrder = (bits: number, first: number): number => {
  const [read, turn] = [bits & 15, first & 3]
  return ((read << turn) | (read >> (4 - turn))) & 15
}

/** The cell a fault falls into by its first flag, with the error it leaves: cell × 1024 + error; NONE without a flag. */
function flagCell(protocol: FaultProtocol, words: Int32Array, fault: number): number {
  const [w0, w1, w2] = [words[3 * fault]!, words[3 * fault + 1]!, words[3 * fault + 2]!]
  if (protocol === 'adaptive') {
    const seen = (w0 | (w0 >> 4)) & 15
    if (seen === 0) return NONE
    const k = firstTrigger(seen)
    if (((w0 >> (4 + k)) & 1) === 0) return NONE
    const repeat = repeatAfter(k, w1, w2)
    return (k * 16 + (repeat & 15)) * 1024 + (repeat >> 4)
  }
  const [a, f] = [w0 & 0xfff, (w0 >> SLOT_COUNT) & 0xfff]
  if (protocol !== 'cyclic-window' || f === 0) return NONE
  const slot = firstTrigger(a | f)
  if (((f >> slot) & 1) === 0 || slot + 4 >= SLOT_COUNT) return NONE
  return ((slot & 3) * 16 + inOrder(a >> (slot + 1), slot + 1)) * 1024 + (w1 & ERROR)
}

/** Every fault's words of a round, and how many of them fill the tables: all, or those of the first of three passes. */
export interface InjectedFaults {
  readonly protocol: FaultProtocol
  readonly words: Int32Array
  readonly faults: number
  readonly tabled: number
}

export function injectAll(round: RoundCircuit, protocol: FaultProtocol): InjectedFaults {
  const windows = protocol === 'cyclic-window'
  const words = everyResponse(responsesOf(round, windows))
  const faults = words.length / 3
  return { protocol, words, faults, tabled: windows ? faults / PASSES : faults }
}

export const wordsAt = ({ words }: InjectedFaults, fault: number): Words => [
  words[3 * fault]!,
  words[3 * fault + 1]!,
  words[3 * fault + 2]!,
]

/** Calls back with the position, the cell and the error of every fault that fills a table, in order. */
export function eachTabled(
  { protocol, words, tabled }: InjectedFaults,
  see: (fault: number, cell: number, error: number) => void,
) {
  if (protocol !== 'adaptive' && protocol !== 'cyclic-window') return
  for (let fault = 0; fault < tabled; fault++) {
    const found = flagCell(protocol, words, fault)
    if (found !== NONE) see(fault, found >> 10, found & ERROR)
  }
}

/** T_k by counting alone: in every cell the coset with most faults, the first found where several are equal. */
export function answersOf(injected: InjectedFaults): Answers {
  const answers = lookupAnswers()
  const counts = new Int32Array(64 * 64)
  const errors = new Int32Array(64 * 64).fill(NONE)
  const order: number[] = []
  eachTabled(injected, (_, cell, error) => {
    const at = cell * 64 + COSET[error]!
    if (counts[at]!++ > 0) return
    errors[at] = error
    order.push(at)
  })
  const most = new Int32Array(64)
  for (const at of order) {
    const cell = at >> 6
    if (counts[at]! <= most[cell]!) continue
    most[cell] = counts[at]!
    answers[FLAGGED + cell] = errors[at]!
  }
  return answers
}

/** Positions of the faults that leave a logical error after the correction and one ideal round; stops after `most`. */
export function failingFaults(
  { protocol, words, faults }: InjectedFaults,
  {
    answers,
    closing,
    most = faults,
  }: { readonly answers: Answers; readonly closing: WindowClosing; readonly most?: number },
) {
  const residual = RESIDUALS[protocol]
  const failing: number[] = []
  for (let fault = 0; fault < faults && failing.length < most; fault++) {
    const left = residual(words[3 * fault]!, words[3 * fault + 1]!, words[3 * fault + 2]!, answers, closing)
    if (left !== NONE && isLogical(left)) failing.push(fault)
  }
  return failing
}

/** `ft_preserved` alone, as `enumerateFaults` finds it: a fraction of a millisecond for a 3×3 chiplet. */
export function preservesFaultTolerance(
  round: RoundCircuit,
  protocol: FaultProtocol,
  closing: WindowClosing = 'extraction',
): boolean {
  const injected = injectAll(round, protocol)
  return failingFaults(injected, { answers: answersOf(injected), closing, most: 1 }).length === 0
}
