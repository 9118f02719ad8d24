/** Signs after the projective preparation, relative to the reference that round 0 measured. */
import type { CardinalState, RunMode } from '../../contract/model/protocols'
import { STABILIZERS, syndromeOf } from '../code/five-qubit'
import { LOGICAL_OF } from '../code/logical-readout'
import { anticommute, equal, multiply, parity } from '../code/pauli'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { type FrameEffect, frameFaults } from '../program/frame-faults'
import { localQubits } from '../program/noisy-ops'
import { passOps } from '../program/passes'
import { patternOdds } from '../program/pattern-odds'
import { preparedState } from '../program/product-state'
import { planeLayout, roundPlane } from '../schedule/plane-layout'
import { turnedChecks } from './measurement-ops'
import type { Signs } from './measurement-table'

/**
 * How likely each pattern of signs of the state's five checks is after round 0, bit i for K_i: exact at these rates. In detection
 * mode only shots without a flag count.
 */
export function projectedSigns(
  compiled: CompiledRound,
  {
    rates,
    state,
    mode = 'correction',
  }: { readonly rates: FaultRates; readonly state: CardinalState; readonly mode?: RunMode },
): Signs {
  const { qubits, local } = localQubits(compiled)
  const layout = planeLayout('detection', { rounds: 0 })
  const ops = [
    ...preparedState({ compiled, rates, state }, local),
    ...passOps(compiled, { local, rates, layout }).flagged(0),
  ]
  const bits = (['a', 'f'] as const).flatMap(kind =>
    [0, 1, 2, 3].map(k => roundPlane(layout, { round: 0, kind, generator: k })),
  )
  const signs = signsAgainst(state)
  const pattern = (effect: FrameEffect) => signs(effect) | ((effect.flips >> 4) << 5)
  const odds = patternOdds(frameFaults({ ops, qubits, bits }), 9, pattern)
  return Float64Array.from({ length: 32 }, (_, at) =>
    mode === 'detection' ? odds[at]! : FLAGS.reduce((sum, flags) => sum + odds[at | (flags << 5)]!, 0),
  )
}

const FLAGS = Array.from({ length: 16 }, (_, flags) => flags)

/**
 * Signs of the five checks after an effect. A check is the logical operator times a stabilizer; round 0 gives its
 * reference.
 */
function signsAgainst(state: CardinalState): (effect: FrameEffect) => number {
  const { logical } = LOGICAL_OF[state]
  const members = turnedChecks(state).map(check => {
    const stabilizer = multiply(check, logical)
    return STABILIZERS.findIndex(member => equal(member, stabilizer))
  })
  return ({ flips, x, z }) => {
    const error = { x: x & 31, z: z & 31 }
    const seen = (flips & 15) ^ syndromeOf(error)
    const turned = Number(anticommute(error, logical))
    return members.reduce((signs, member, i) => signs | ((turned ^ parity(seen & member)) << i), 0)
  }
}
