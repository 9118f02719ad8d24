import type { FaultProtocol } from '../../contract/modules/faults'
import { describeEffect, describeFault } from '../code/fault-text'
import { CLASSES, correctionFor, cosetRepresentative, logicalClass, syndromeString } from '../code/five-qubit'
import { equal, IDENTITY, multiply, pauliString } from '../code/pauli'
import type { FaultEffect, FaultReport, FlagCandidate, FlagTables, Pauli5, SingleFault } from '../model/fault'
import type { CompiledRound } from '../model/round'
import type { WindowClosing } from '../schedule/plane-layout'
import { effectOf } from './fault-effects'
import { everyFault } from './fault-locations'
import { answersOf, eachTabled, failingFaults, injectAll, wordsAt } from './verdict'

/** The cell of the tables a fault falls into, or null when it raised no flag. */
const cellOf = ({ flagged, trigger, syndrome }: FaultEffect) =>
  flagged && trigger !== null && syndrome !== null ? { k: trigger, syndrome } : null

interface OpenCandidate {
  readonly error: Pauli5
  readonly faults: SingleFault[]
}

const closed = ({ error, faults }: OpenCandidate): FlagCandidate => ({ error, logical: logicalClass(error), faults })

/**
 * T_k for every generator k, from the effects of single faults. Candidates with most faults come first. Only faults in the
 * first of three passes fill the tables; the faults of all passes are judged by them.
 */
export function flagTables(effects: readonly FaultEffect[]): FlagTables {
  const open: OpenCandidate[][][] = [0, 1, 2, 3].map(() => Array.from({ length: 16 }, () => []))
  for (const effect of effects) {
    const cell = cellOf(effect)
    if (!cell || effect.fault.pass) continue
    const candidates = open[cell.k]![cell.syndrome]!
    const error = cosetRepresentative(effect.error)
    const same = candidates.find(candidate => equal(candidate.error, error))
    if (same) same.faults.push(effect.fault)
    else candidates.push({ error, faults: [effect.fault] })
  }
  const ordered = (candidates: OpenCandidate[]) =>
    candidates.sort((a, b) => b.faults.length - a.faults.length).map(closed)
  return { tables: open.map(cells => cells.map(ordered)) }
}

/** How the round is read: the protocol, its tables, and what becomes of a window left open at the end. */
export interface Reading {
  readonly protocol: FaultProtocol
  readonly tables: FlagTables
  readonly closing: WindowClosing
}

/** Correction for a flag or an outcome at generator k with this syndrome. */
const answer = (
  { trigger, flagged, syndrome }: { readonly trigger: number; readonly flagged: boolean; readonly syndrome: number },
  tables: FlagTables,
): Pauli5 => (flagged ? tables.tables[trigger]![syndrome]![0]?.error : undefined) ?? correctionFor(syndrome)

/** Correction that the protocol's decoder applies to the data at the end of the round; null when the shot is discarded. */
export function correctionOf(effect: FaultEffect, { protocol, tables, closing }: Reading): Pauli5 | null {
  const { trigger, flagged, syndrome, windows = [] } = effect
  if (protocol === 'detection') return trigger === null ? IDENTITY : null
  if (protocol === 'single-pass') return correctionFor(effect.a)
  if (protocol === 'adaptive')
    return trigger === null ? IDENTITY : answer({ trigger, flagged, syndrome: syndrome! }, tables)
  if (closing === 'erasure' && windows.at(-1)?.closed_by === 'extraction') return null
  return windows.reduce((correction, window) => multiply(correction, answer(window, tables)), IDENTITY)
}

/** Logical class of what remains after the correction and one ideal round, 0..3 as I, X, Y, Z; null when discarded. */
export function remainsOf(effect: FaultEffect, reading: Reading): number | null {
  const correction = correctionOf(effect, reading)
  return correction && logicalClass(multiply(effect.error, correction))
}

/**
 * In words: the fault's effect, the decoder's correction and, where a logical error remains, another fault that looks the
 * same.
 */
export function outcomeText(effect: FaultEffect, round: CompiledRound, reading: Reading): string {
  const correction = correctionOf(effect, reading)
  const story = describeEffect(effect)
  if (correction === null) return `${story}; the shot is discarded`
  const remains = remainsOf(effect, reading)!
  const verdict =
    remains === 0 ? 'which restores the state in one ideal round' : `and a logical ${CLASSES[remains]} remains`
  const consequence = `${story}; the decoder applies ${pauliString(correction)}, ${verdict}`
  const cell = cellOf(effect)
  const rival = cell && remains !== 0 ? reading.tables.tables[cell.k]![cell.syndrome]![0] : undefined
  if (!rival) return consequence
  const name = `flag ${cell!.k} with syndrome ${syndromeString(cell!.syndrome)}`
  return `${consequence}. ${name} also comes from ${describeFault(rival.faults[0]!, round)}, which leaves ${pauliString(rival.error)}`
}

export const why = (effect: FaultEffect, round: CompiledRound, reading: Reading): string =>
  `${describeFault(effect.fault, round)}: ${outcomeText(effect, round, reading)}`

/**
 * Injects every single fault into the compiled round, idle windows included, every input error of weight 1, and
 * what may be left over on a routing site, and decodes each. `ft_preserved` is true when none leaves a logical error after one ideal round.
 *
 * - adaptive: flagged g_0..g_3 in turn; the first trigger sets off the repeat. With a flag at k the decoder uses T_k,
 *   without one the 16-entry lookup.
 * - cyclic-window: three passes in a row, faults in each; a trigger is answered by the next four slots, after the last pass
 *   by the closing extraction, or by throwing the shot away (`closing`: erasure).
 * - single-pass: one pass of flagged extractions to the end, flags ignored, lookup on a0..a3.
 * - detection: shots with any trigger are discarded; what is accepted must be correctable. No correction.
 *
 * Not injected: faults inside the repeat and the closing extraction, which do not run without an earlier fault or an input
 * error, so that such a case holds two errors. Waits for decisions are idle windows of the segments that they end, with faults of their own.
 *
 * `cases` counts circuit faults and input errors. `failures` in an ambiguous cell counts the faults outside its most
 * frequent coset. The time is O(operations + faults), a millisecond or so for a 3×3 chiplet; `preservesFaultTolerance` gives the
 * verdict alone in less.
 */
export function enumerateFaults(
  round: CompiledRound,
  {
    protocol,
    closing = 'extraction',
    checkpoint = () => undefined,
  }: {
    readonly protocol: FaultProtocol
    readonly closing?: WindowClosing | undefined
    readonly checkpoint?: () => void
  },
): FaultReport {
  const injected = injectAll(round, protocol)
  checkpoint()
  const faults = everyFault(round, protocol)
  const effectAt = (fault: number) => effectOf(faults[fault]!, wordsAt(injected, fault), protocol)
  checkpoint()
  const tabled: FaultEffect[] = []
  eachTabled(injected, fault => tabled.push(effectAt(fault)))
  const reading = { protocol, closing, tables: flagTables(tabled) }
  checkpoint()
  const failing = failingFaults(injected, { answers: answersOf(injected), closing }).map(effectAt)
  const first = failing[0]
  return {
    protocol,
    ft_preserved: failing.length === 0,
    cases: injected.faults,
    failures: failing.length,
    counterexample: first ? { effect: first, why: why(first, round, reading) } : null,
    tables: reading.tables,
    failing,
  }
}
