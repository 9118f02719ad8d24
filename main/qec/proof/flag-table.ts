/** The decoder `flag-lut`: which correction each trigger and syndrome names. Generated from the compiled circuit. */
import { ALL_SYNDROMES, correctionFor, LOGICAL_X, LOGICAL_Z } from '../code/five-qubit'
import { anticommute, indexOf, multiply } from '../code/pauli'
import type { FaultReport, FlagCandidate, Pauli5, SingleFault } from '../model/fault'
import type { CompiledRound, Segment } from '../model/round'
import { czRate, type FaultRates, hRate } from '../noise/rates'

/** 2: the fault-tolerant readout reads patterns that no single fault explains as the likelier value. */
export const DECODER_VERSION = 'flag-lut/2'

/** Corrections as `indexOf` numbers, so that a table survives JSON and applies by one XOR. */
export interface DecoderTables {
  /** Without a flag, by syndrome: the exact 16-entry lookup. */
  readonly lookup: readonly number[]
  /** After a flag at generator k, by the repeat's syndrome; the lookup's entry where no single fault explains it. */
  readonly flagged: readonly (readonly number[])[]
}

export const LOOKUP: readonly number[] = ALL_SYNDROMES.map(syndrome => indexOf(correctionFor(syndrome)))

/** Picks in every T_k the coset whose faults are likeliest at these rates; of equals the first listed. */
export const decoderTables = (report: FaultReport, compiled: CompiledRound, rates: FaultRates): DecoderTables => ({
  lookup: LOOKUP,
  flagged: report.tables.tables.map(table =>
    ALL_SYNDROMES.map(syndrome => likeliest(table[syndrome] ?? [], compiled, rates) ?? LOOKUP[syndrome]!),
  ),
})

function likeliest(candidates: readonly FlagCandidate[], compiled: CompiledRound, rates: FaultRates): number | null {
  let best: FlagCandidate | null = null
  let top = -1
  for (const candidate of candidates) {
    const total = candidate.faults.reduce((sum, fault) => sum + faultRate(fault, compiled, rates), 0)
    if (total > top) [best, top] = [candidate, total]
  }
  return best && indexOf(best.error)
}

/** Probability that this fault occurs in one round; 0 for errors brought in from before the round, which raise no flag. */
export function faultRate(fault: SingleFault, compiled: CompiledRound, rates: FaultRates): number {
  if (fault.segment === 'input') return 0
  const segment = fault.segment === 'repeat' ? compiled.repeat : compiled.flagged[fault.index]!
  if (fault.kind === 'idle') return idleRate(fault, segment, rates)
  const [site, other] = fault.sites
  if (fault.kind === 'reset') return rates.reset(site!)
  if (fault.kind === 'measure') return rates.readout(site!)
  const op = segment.ops[fault.op]!
  return other === undefined ? hRate(op, rates) / 3 : czRate(op, rates) / 15
}

function idleRate(fault: SingleFault, segment: Segment, rates: FaultRates): number {
  const site = fault.sites[0]!
  const { duration_ns, refocused } = segment.idles[fault.op]!
  const { px, py, pz } = rates.idle(site, duration_ns, refocused)
  // A failed pulse has the effect of an error in its window.
  const pulses = (segment.pulses ?? []).filter(({ idle }) => idle === fault.op).length * (rates.single(site) / 3)
  return pulses + ({ X: px, Y: py, Z: pz }[fault.pauli] ?? 0)
}

/**
 * The frame that stands for the reference syndrome of round 0. Any Pauli with that syndrome that commutes with the
 * measured logical operator keeps its eigenvalue; this is the lookup's, completed by a logical operator if needed.
 */
export function startFrame(syndrome: number, logical: Pauli5): number {
  const correction = correctionFor(syndrome)
  if (!anticommute(correction, logical)) return indexOf(correction)
  const turn = anticommute(LOGICAL_X, logical) ? LOGICAL_X : LOGICAL_Z
  return indexOf(multiply(correction, turn))
}
