/**
 * Probability that flagged rounds show neither a flag nor a changed outcome, for detection mode: exact under the rates that
 * the sampler uses, over every set of faults. Between rounds only the syndrome of the remaining data error matters, so
 * sixteen numbers describe a run.
 */
import { ALL_SYNDROMES, generatorMask } from '../code/five-qubit'
import { type Readout, supportMask } from '../code/logical-readout'
import { parity } from '../code/pauli'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { frameFaults } from '../program/frame-faults'
import { localQubits } from '../program/noisy-ops'
import { passOps } from '../program/passes'
import { patternOdds, residualSyndrome } from '../program/pattern-odds'
import { planeLayout, roundPlane } from '../schedule/plane-layout'

/** By syndrome of the data error against the reference: probability of this syndrome and of no trigger so far. */
export type UntriggeredOdds = Float64Array

export interface UntriggeredRounds {
  /** After round 0, whose own outcomes are the reference: only a flag shows in it; misread outcomes remain as a syndrome. */
  readonly projected: UntriggeredOdds
  /** The odds one round later. */
  readonly next: (before: UntriggeredOdds) => UntriggeredOdds
}

export function untriggeredRounds(compiled: CompiledRound, rates: FaultRates): UntriggeredRounds {
  const { qubits, local } = localQubits(compiled)
  const layout = planeLayout('detection', { rounds: 0 })
  const bits = (['a', 'f'] as const).flatMap(kind =>
    [0, 1, 2, 3].map(k => roundPlane(layout, { round: 0, kind, generator: k })),
  )
  const faults = frameFaults({ ops: passOps(compiled, { local, rates, layout }).flagged(0), qubits, bits })
  const odds = patternOdds(faults, 12, effect => effect.flips | (residualSyndrome(effect) << 8))
  /** Probability of no flag, these outcomes flipped and this syndrome left. */
  const unflagged = (outcomes: number, left: number) => odds[outcomes | (left << 8)]!
  const sumOf = (of: (syndrome: number) => number) => ALL_SYNDROMES.reduce((sum, syndrome) => sum + of(syndrome), 0)
  return {
    projected: Float64Array.from(ALL_SYNDROMES, after => sumOf(outcomes => unflagged(outcomes, outcomes ^ after))),
    // An existing error is detected unless the outcomes flip in the same way.
    next: untriggered =>
      Float64Array.from(ALL_SYNDROMES, after =>
        sumOf(before => untriggered[before]! * unflagged(before, before ^ after)),
      ),
  }
}

/** Probability that each of D0..D4 is read wrong, by its readout, the basis gate and `waited_ns` of waiting before it. */
export const readoutFlips = (
  compiled: CompiledRound,
  {
    readout,
    rates,
    waited_ns = 0,
  }: { readonly readout: Readout; readonly rates: FaultRates; readonly waited_ns?: number },
): number[] =>
  compiled.layout.data.map((site, i) => {
    const letter = readout.basis[i]!
    const turned = letter === 'Z' ? 0 : (2 / 3) * rates.single(site)
    const { px, py, pz } = rates.idle(site, waited_ns)
    const waited = { X: py + pz, Y: px + pz, Z: px + py }[letter] ?? 0
    return [turned, waited].reduce((flip, other) => flip * (1 - other) + other * (1 - flip), rates.readout(site))
  })

/**
 * Nanoseconds that the data wait for the last decision where it triggers nothing, as in most shots; without `adaptive` the
 * wait before windows are closed is included.
 */
export const waitedForDecision = ({ adaptive, decision }: CompiledRound): number =>
  decision ? decision.rest_ns + (adaptive ? 0 : decision.wait_ns) : 0

/** By syndrome: probability that the check of a product measurement passes. */
export function checkPasses(compiled: CompiledRound, readout: Readout, rates: FaultRates): readonly number[] {
  const flips = readoutFlips(compiled, { readout, rates }).filter((_, i) => (supportMask(readout.check) >> i) & 1)
  const even = (1 + flips.reduce((product, flip) => product * (1 - 2 * flip), 1)) / 2
  const mask = generatorMask(readout.check)
  return ALL_SYNDROMES.map(syndrome => (parity(syndrome & mask) === 0 ? even : 1 - even))
}
