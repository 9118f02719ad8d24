/**
 * Predicted acceptance of detection mode: exp(−what is seen), to first order in every fault. Faults are weighed with the
 * rates the sampler uses and followed through the compiled round, so that only faults which show are counted.
 */
import { syndromeOf } from './code'
import { faultEffects } from './effects'
import { faultRate } from './flagtable'
import { circuitFaults } from './locations'
import type { CompiledRound, FaultEffect, Pauli5 } from './model'
import { anticommute } from './pauli'
import type { FaultRates } from './rates'
import { type Readout, supportMask } from './readout'

/** Expected number of faults a round that lead to rejection, by where the round stands. */
export interface SeenFaults {
  /** Round 0 projects: its own outcomes are the reference, so only flags and outcomes that misname the state show. */
  readonly first: number
  readonly middle: number
  /** After the last round only the final check looks at what is left on the data. */
  readonly last: (check: Pauli5) => number
  /** The same where something else than one check looks at what is left. */
  readonly lastBy: (shows: (error: Pauli5) => boolean) => number
}

export function seenFaults(compiled: CompiledRound, rates: FaultRates): SeenFaults {
  const effects = faultEffects(compiled, 'single-pass', circuitFaults(compiled))
  const weights = effects.map(({ fault }) => faultRate(fault, compiled, rates))
  const expected = (shows: (effect: FaultEffect) => boolean): number =>
    effects.reduce((sum, effect, i) => (shows(effect) ? sum + weights[i]! : sum), 0)
  const lastBy = (shows: (error: Pauli5) => boolean) =>
    expected(({ a, f, error }) => f !== 0 || a !== 0 || shows(error))
  return {
    first: expected(({ a, f, error }) => f !== 0 || a !== syndromeOf(error)),
    middle: expected(({ a, f, error }) => f !== 0 || a !== 0 || syndromeOf(error) !== 0),
    last: check => lastBy(error => anticommute(error, check)),
    lastBy,
  }
}

/** How often each of D0..D4 is read wrong: its readout, and the basis gate before it. */
export const readoutFlips = (compiled: CompiledRound, readout: Readout, rates: FaultRates): number[] =>
  compiled.layout.data.map((site, i) => {
    const turned = readout.basis[i] === 'Z' ? 0 : (2 / 3) * rates.single(site)
    const read = rates.readout(site)
    return read * (1 - turned) + turned * (1 - read)
  })

export function predictedAcceptance(
  seen: SeenFaults,
  compiled: CompiledRound,
  readout: Readout,
  rates: FaultRates,
  rounds: number,
): number {
  const flips = readoutFlips(compiled, readout, rates).filter((_, i) => (supportMask(readout.check) >> i) & 1)
  const checkPasses = (1 + flips.reduce((product, flip) => product * (1 - 2 * flip), 1)) / 2
  return Math.exp(-seen.first - (rounds - 1) * seen.middle - seen.last(readout.check)) * checkPasses
}
