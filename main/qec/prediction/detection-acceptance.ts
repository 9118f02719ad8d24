/**
 * How often flagged rounds show nothing, for detection mode: exact under the rates that the sampler uses, over every set of
 * faults. Between rounds only the syndrome of what is left on the data matters, so that sixteen numbers carry a run on.
 */
import { parity } from '../code/pauli'
import { type Readout, supportMask } from '../code/logical-readout'
import { maskOf } from '../decoding/flag-lut'
import { frameFaults } from '../program/frame-faults'
import { passOps } from '../program/passes'
import { leftOnData, patternOdds } from '../experiment/quiet'
import { localQubits } from '../program/noisy-ops'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { planeLayout, roundPlane } from '../schedule/plane-layout'

/** By syndrome against the reference: how often nothing was seen so far and this is what is left. */
export type Quiet = Float64Array

export interface QuietRounds {
  /** After round 0, which projects: its own outcomes are the reference, so only flags and outcomes that misname the state show. */
  readonly projected: Quiet
  /** One round later. */
  readonly next: (before: Quiet) => Quiet
}

const SYNDROMES = Array.from({ length: 16 }, (_, syndrome) => syndrome)

export function quietRounds(compiled: CompiledRound, rates: FaultRates): QuietRounds {
  const { qubits, local } = localQubits(compiled)
  const layout = planeLayout('detection', 0)
  const bits = (['a', 'f'] as const).flatMap(kind => [0, 1, 2, 3].map(k => roundPlane(layout, 0, kind, k)))
  const faults = frameFaults({ ops: passOps(compiled, local, rates, layout).flagged(0), qubits, bits })
  const odds = patternOdds(faults, 12, effect => effect.flips | (leftOnData(effect) << 8))
  /** No flag, these outcomes flipped, this syndrome left. */
  const unflagged = (outcomes: number, left: number) => odds[outcomes | (left << 8)]!
  const sumOf = (of: (syndrome: number) => number) => SYNDROMES.reduce((sum, syndrome) => sum + of(syndrome), 0)
  return {
    projected: Float64Array.from(SYNDROMES, after => sumOf(outcomes => unflagged(outcomes, outcomes ^ after))),
    // What is there already shows unless the outcomes flip alike.
    next: quiet =>
      Float64Array.from(SYNDROMES, after => sumOf(before => quiet[before]! * unflagged(before, before ^ after))),
  }
}

/** How often each of D0..D4 is read wrong: its readout, and the basis gate before it. */
export const readoutFlips = (compiled: CompiledRound, readout: Readout, rates: FaultRates): number[] =>
  compiled.layout.data.map((site, i) => {
    const turned = readout.basis[i] === 'Z' ? 0 : (2 / 3) * rates.single(site)
    const read = rates.readout(site)
    return read * (1 - turned) + turned * (1 - read)
  })

/** By syndrome: how often the check of a product measurement passes. */
export function checkPasses(compiled: CompiledRound, readout: Readout, rates: FaultRates): readonly number[] {
  const flips = readoutFlips(compiled, readout, rates).filter((_, i) => (supportMask(readout.check) >> i) & 1)
  const even = (1 + flips.reduce((product, flip) => product * (1 - 2 * flip), 1)) / 2
  const mask = maskOf(readout.check)
  return SYNDROMES.map(syndrome => (parity(syndrome & mask) === 0 ? even : 1 - even))
}
