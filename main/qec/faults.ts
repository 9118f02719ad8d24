import { CLASSES, correctionFor, cosetRepresentative, logicalClass, syndromeString } from './code'
import { describeEffect, describeFault } from './describe'
import { followFaults } from './effects'
import { circuitFaults, inputErrors } from './locations'
import type {
  CompiledRound,
  FaultEffect,
  FaultReport,
  FlagCandidate,
  FlagTables,
  Pauli5,
  Protocol,
  SingleFault,
} from './model'
import { equal, multiply, pauliString } from './pauli'
import { withoutPauses } from './steps'

/** The residual's logical action on the code after the correction and one ideal round: 0..3 as I, X, Y, Z. */
const left = (error: Pauli5, correction: Pauli5): number => logicalClass(multiply(error, correction))

/** The cell of the tables a fault falls into, or null when it raised no flag. */
const cellOf = ({ flagged, trigger, syndrome }: FaultEffect) =>
  flagged && trigger !== null && syndrome !== null ? { k: trigger, syndrome } : null

interface OpenCandidate {
  readonly error: Pauli5
  readonly faults: SingleFault[]
}

const closed = ({ error, faults }: OpenCandidate): FlagCandidate => ({ error, logical: logicalClass(error), faults })

/** T_k for every generator k, from the effects of single faults. Candidates with most faults come first. */
export function flagTables(effects: readonly FaultEffect[]): FlagTables {
  const open: OpenCandidate[][][] = [0, 1, 2, 3].map(() => Array.from({ length: 16 }, () => []))
  for (const effect of effects) {
    const cell = cellOf(effect)
    if (!cell) continue
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

/** What the protocol's decoder applies to the data at the end of the round; null when the shot is thrown away. */
function correctionOf(effect: FaultEffect, protocol: Protocol, tables: FlagTables): Pauli5 | null {
  if (protocol === 'detection') return effect.trigger === null ? correctionFor(0) : null
  if (protocol === 'single-pass') return correctionFor(effect.a)
  if (effect.syndrome === null) return correctionFor(0)
  const cell = cellOf(effect)
  const candidate = cell && tables.tables[cell.k]![cell.syndrome]![0]
  return candidate ? candidate.error : correctionFor(effect.syndrome)
}

const fails = (effect: FaultEffect, protocol: Protocol, tables: FlagTables): boolean => {
  const correction = correctionOf(effect, protocol, tables)
  return correction !== null && left(effect.error, correction) !== 0
}

function why(effect: FaultEffect, round: CompiledRound, protocol: Protocol, tables: FlagTables): string {
  const correction = correctionOf(effect, protocol, tables)!
  const verdict = `the decoder applies ${pauliString(correction)}, and a logical ${CLASSES[left(effect.error, correction)]} remains`
  const cell = cellOf(effect)
  const rival = cell && tables.tables[cell.k]![cell.syndrome]![0]
  const story = `${describeFault(effect.fault, round)}: ${describeEffect(effect)}; ${verdict}`
  if (!rival) return story
  const name = `flag ${cell.k} with syndrome ${syndromeString(cell.syndrome)}`
  return `${story}. ${name} also comes from ${describeFault(rival.faults[0]!, round)}, which leaves ${pauliString(rival.error)}`
}

/**
 * Strikes the compiled round with every single fault, idle windows included, and with every input error of weight 1,
 * and decodes each. `ft_preserved` is true when none leaves a logical error after one ideal round.
 *
 * - adaptive: flagged g_0..g_3 in turn; the first trigger sets off the repeat. With a flag at k the decoder uses T_k,
 *   without one the 16-entry lookup. Faults inside the repeat are not struck: without an earlier fault or an input
 *   error the repeat does not run, so such a case holds two errors.
 * - single-pass: one pass of flagged extractions to the end, flags ignored, lookup on a0..a3.
 * - detection: shots with any trigger are thrown away; what is accepted must be correctable. No correction.
 *
 * `cases` counts circuit faults and the 15 input errors. `failures` in an ambiguous cell counts the faults outside its
 * most frequent coset. The time is O(faults × operations), some milliseconds for a 3×3 chiplet.
 */
export const enumerateFaults = (round: CompiledRound, protocol: Protocol): FaultReport =>
  withoutPauses(enumeratingFaults(round, protocol))

/** As `enumerateFaults`, with pauses, so that a caller can let others work. */
export function* enumeratingFaults(round: CompiledRound, protocol: Protocol): Generator<void, FaultReport> {
  const faults = [...circuitFaults(round), ...inputErrors(round)]
  yield
  const effects = yield* followFaults(round, protocol, faults)
  const tables = flagTables(effects)
  yield
  const failing = effects.filter(effect => fails(effect, protocol, tables))
  const first = failing[0]
  return {
    protocol,
    ft_preserved: failing.length === 0,
    cases: effects.length,
    failures: failing.length,
    counterexample: first ? { effect: first, why: why(first, round, protocol, tables) } : null,
    tables,
  }
}
