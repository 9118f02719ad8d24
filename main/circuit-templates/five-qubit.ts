/** The [[5,1,3]] code: its encoder, and one round of flagged syndrome extraction. */
import { GENERATOR_INDICES, GENERATORS } from '../qec/code/five-qubit'
import type { Graph, Layout, Step } from '../qec/model/round'
import { walksOf } from '../qec/schedule/all-pairs-paths'
import { RING_EDGES } from '../qec/schedule/ring-state'
import { extractionOver, swapCost } from '../qec/schedule/route'
import { templateProgram } from './program-text'

const STABILIZERS = `stabilizers ${GENERATORS.join(', ')}, left-most letter d[0]`
const OTHERS = [1, 2, 3, 4] as const

/**
 * Encodes the state of d[0] in the logical qubit. The ring of CZs makes code states of |+++++⟩ and |−−−−−⟩,
 * which are |−⟩ and |+⟩ of the logical qubit (`ring-state.ts`); the gates before it put the state of d[0] over those two.
 */
const ENCODER: readonly string[] = [
  'z d[0];',
  ...OTHERS.map(qubit => `h d[${qubit}];`),
  ...OTHERS.map(qubit => `cx d[${qubit}], d[0];`),
  ...RING_EDGES.map(([a, b]) => `cz d[${a}], d[${b}];`),
]
/** Each of its gates is its own inverse. */
const DECODER = ENCODER.toReversed()

const encoded = (): string[] => ['// The state that is encoded', 'ry(pi/3) d[0];', '// Encoder', ...ENCODER]

const decoded = (): string[] => [
  'barrier d;',
  '// The encoder backwards, and the state turned back to |0⟩',
  ...DECODER,
  'ry(-pi/3) d[0];',
  'c = measure d;',
]

export const encoderText = (): string =>
  templateProgram(
    [
      `Encoder of the [[5,1,3]] code: ${STABILIZERS}.`,
      'd[0] holds the state; behind the encoder all five hold it. Then the encoder runs backwards and all are read.',
      'Without errors all bits read 0. Any X, Y or Z on one qubit at the barrier makes c[1] to c[4] read something else.',
    ],
    ['qubit[5] d;', 'bit[5] c;', ...encoded(), ...decoded()],
  )

const [ANCILLA, FLAG] = [5, 6]
/** Star graph: the ancilla is a neighbour of every data qubit and of the flag, so it never moves. */
const STAR: Graph = {
  sites: [0, 1, 2, 3, 4, ANCILLA, FLAG],
  edges: [0, 1, 2, 3, 4, FLAG].map((site): [number, number] => [Math.min(site, ANCILLA), Math.max(site, ANCILLA)]),
}
const LAYOUT: Layout = { data: [0, 1, 2, 3, 4], ancilla: ANCILLA, flag: FLAG, routing: [] }
const WALKS = walksOf(STAR, LAYOUT, swapCost.move)

const coupling = (step: Step): string[] => {
  if (step.kind === 'flag') return ['cx a[0], f[0];']
  return step.kind === 'couple' ? [`c${step.pauli.toLowerCase()} a[0], d[${step.data}];`] : []
}

/** One ancilla in |+⟩ controls the letters of the generator; between the first and the last, F copies what would spread. */
const flaggedExtraction = (generator: number): string[] => [
  `// ${GENERATORS[generator]}: outcome in syndrome[${generator}], flag in flags[${generator}]`,
  'reset a[0];',
  'reset f[0];',
  'h a[0];',
  ...extractionOver(WALKS, LAYOUT, { generator, flagged: true, cost: swapCost })!.extraction.steps.flatMap(coupling),
  'h a[0];',
  `syndrome[${generator}] = measure a[0];`,
  `flags[${generator}] = measure f[0];`,
]

export const flaggedRoundText = (): string =>
  templateProgram(
    [
      `One flagged round of syndrome extraction of the [[5,1,3]] code (Chao and Reichardt 2018): ${STABILIZERS}.`,
      'd[0] to d[4] are the data qubits, a the ancilla, f the flag qubit; syndrome and flags hold their outcomes.',
      'Without errors every bit reads 0. An error on one data qubit before the round shows in syndrome; a fault of a in the midst of an',
      'extraction that would spread to two data qubits raises a flag. At the end the encoder runs backwards: c reads 0.',
    ],
    [
      ...['qubit[5] d;', 'qubit[1] a;', 'qubit[1] f;', 'bit[4] syndrome;', 'bit[4] flags;', 'bit[5] c;'],
      ...encoded(),
      'barrier d;',
      ...GENERATOR_INDICES.flatMap(flaggedExtraction),
      ...decoded(),
    ],
  )
