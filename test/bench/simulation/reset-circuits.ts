import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'
import { gate, range } from '../../main/simulation/stabilizer/circuits'
import { circuitOf } from '../../main/simulation/statevector/random-circuits'
import { measured } from './statevector-circuits'

const turn = (name: string, angle: number, ...qubits: number[]): Instruction => ({ name, qubits, params: [angle] })
const reset = (q: number) => gate('reset', q)
const times = (n: number, make: (i: number) => Instruction[]) => range(n).flatMap(make)

/** Every qubit turned and tied to the next one, so that none is certain and no outcome is. */
const stirred = (n: number) => [
  ...range(n).map(q => turn('ry', 0.4 + q / n, q)),
  ...range(n - 1).map(q => gate('cx', q, q + 1)),
]

const closed = (n: number, gates: readonly Instruction[]): Circuit => measured(circuitOf(n, ...gates))

/** A gate on one qubit that leaves it open, and a cx that ties it to another, over all in turn. */
function turned(n: number, i: number): Instruction[] {
  const q = (5 * i) % n
  return [turn('ry', 0.3 + (i % 7) / 8, q), gate('cx', q, (q + 1) % n)]
}

/** As many gates without a reset. */
export const gatesAlone = (n: number, rounds: number): Circuit =>
  closed(n, [...stirred(n), ...times(rounds, i => turned(n, i))])

/** A qubit in the middle is tied to two others, then reset; all others stay as they are, open. */
export const entangled = (n: number, rounds: number): Circuit => {
  const middle = n >> 1
  const other = (i: number) => (middle + 1 + (i % (n - 1))) % n
  return closed(n, [
    ...stirred(n),
    ...times(rounds, i => [
      turn('ry', 0.3 + (i % 7) / 8, other(i)),
      gate('cx', other(i), middle),
      gate('cx', other(i + 3), middle),
      reset(middle),
    ]),
  ])
}

/** Resets one after the other, of eight qubits that the gates between have tied to the others. */
export const together = (n: number, rounds: number): Circuit =>
  closed(n, [
    ...stirred(n),
    ...times(rounds / 8, i => [
      ...range(8).flatMap(k => turned(n, 8 * i + k)),
      ...range(8).map(k => reset((5 * (8 * i + k)) % n)),
    ]),
  ])

/**
 * As compilers of reversible programs write it: two helpers are reset, computed from the others, used, computed back and
 * reset again before the next piece asks for them.
 */
export const helpers = (n: number, rounds: number): Circuit => {
  const [a, b] = [n - 2, n - 1]
  return closed(n, [
    ...stirred(n - 2),
    ...times(rounds / 4, i => {
      const [x, y, z] = [i % (n - 2), (i + 3) % (n - 2), (i + 7) % (n - 2)]
      const compute = [gate('ccx', x, y, a), gate('cx', z, b)]
      return [
        ...[reset(a), reset(b), gate('x', b), gate('ccx', a, b, x), gate('cx', b, a), gate('cx', a, y), gate('x', a)],
        ...[reset(a), reset(b), ...compute, turn('crz', 0.7, a, z), gate('ch', b, x), ...compute.reverse()],
      ]
    }),
  ])
}
