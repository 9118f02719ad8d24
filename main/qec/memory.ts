/**
 * The encoded experiment as frame programs: product state, projection (round 0), R rounds, destructive readout.
 *
 * Physical triggers compare with the reference syndrome, which is what round 0 or the last repeat measured. The circuit
 * therefore does not depend on the decoder, and its bits can be decoded again later.
 */
import type { CardinalState, RunMode } from '../contract/runs'
import type { FrameOp, FrameProgram } from './frame'
import type { CompiledRound } from './model'
import { dataPlane, type PlaneLayout, planeLayout, roundPlane } from './planes'
import type { FaultRates } from './rates'
import { LOGICAL_OF, type Readout } from './readout'
import { depolarize, type LocalQubit, localQubits, segmentOps } from './sites'

export const ENCODING_METHOD =
  'projective: all five data qubits in the product eigenstate of the logical Pauli, then one flagged pass (round 0) ' +
  'whose outcomes become the reference syndrome. Not fault tolerant: a fault before or during round 0 may pass as a ' +
  'logical error, which the SPAM factor A of the decay fit absorbs and a run with one number of rounds counts in.'

/** Registers: ref_0..ref_3, then the shots still in their flagged pass, those that triggered, and a scratch one. */
const ACTIVE = 4
const TRIGGERED = 5
const SCRATCH = 6
const REGISTERS = 7

const GENERATORS = [0, 1, 2, 3] as const

export interface MemoryExperiment {
  readonly compiled: CompiledRound
  readonly rates: FaultRates
  readonly readout: Readout
  readonly mode: RunMode
  readonly state: CardinalState
  readonly rounds: number
}

/** The program of one state and number of rounds; its bits are laid out as `planeLayout` says. */
export function memoryProgram(experiment: MemoryExperiment): FrameProgram {
  const { compiled, rates, mode, rounds } = experiment
  const layout = planeLayout(mode, rounds)
  const { qubits, local } = localQubits(compiled)
  const pass = passOps(compiled, local, rates, layout)
  const ops = [...prepare(experiment, local), ...pass.project()]
  const first = mode === 'correction' ? pass.adaptive(1) : pass.flagged(1)
  for (let later = 0; later < rounds; later++) for (const op of first) ops.push(shifted(op, later * layout.perRound))
  for (const op of measureData(experiment, local, layout)) ops.push(op)
  return { qubits, bits: layout.total, registers: REGISTERS, inputs: 0, ops }
}

/** The same operation in a later round: whatever names a bit names that round's. Everything else is shared. */
function shifted(op: FrameOp, planes: number): FrameOp {
  if (op.op === 'measure') return { ...op, bit: op.bit + planes }
  return 'from' in op && op.from === 'bit' ? { ...op, index: op.index + planes } : op
}

/** From |0> into an eigenstate of the letter; the noiseless reference carries its sign, so both signs read alike. */
function prepare({ compiled, rates, state }: MemoryExperiment, local: LocalQubit): FrameOp[] {
  return compiled.layout.data.flatMap(site => [
    { op: 'reset', q: local(site), flip: rates.reset(site) } as const,
    ...prepareGate(local(site), state, rates.single(site)),
  ])
}

/** One single-qubit gate takes |0> to the state; none is needed for |0>. */
export function prepareGate(q: number, state: CardinalState, p: number): FrameOp[] {
  if (state === '0') return []
  const turn: Record<'X' | 'Y' | 'Z', FrameOp[]> = {
    X: [{ op: 'h', q }],
    Y: [
      { op: 'h', q },
      { op: 's', q },
    ],
    Z: [],
  }
  return [...turn[LOGICAL_OF[state].letter], ...depolarize(q, p)]
}

/** One single-qubit gate takes the letter's eigenstates to those of Z; none is needed for Z. */
export function basisGate(q: number, letter: string, p: number): FrameOp[] {
  if (letter === 'Z') return []
  return [...(letter === 'Y' ? [{ op: 's', q } as const] : []), { op: 'h', q }, ...depolarize(q, p)]
}

function measureData(
  { compiled, rates, readout }: MemoryExperiment,
  local: LocalQubit,
  layout: PlaneLayout,
): FrameOp[] {
  return compiled.layout.data.flatMap((site, i) => [
    ...basisGate(local(site), readout.basis[i]!, rates.single(site)),
    { op: 'measure', q: local(site), bit: dataPlane(layout, i), flip: rates.readout(site) } as const,
  ])
}

function passOps(compiled: CompiledRound, local: LocalQubit, rates: FaultRates, layout: PlaneLayout) {
  const bitIn = (round: number) => (name: string) =>
    roundPlane(layout, round, name[0] as 'a' | 'f' | 's', Number(name[1]))
  const extraction = (round: number, k: number) => segmentOps(compiled.flagged[k]!, local, rates, bitIn(round))
  const flagged = (round: number) => GENERATORS.flatMap(k => extraction(round, k))
  const project = (): FrameOp[] => [
    ...flagged(0),
    ...GENERATORS.flatMap(k => [
      { op: 'set', reg: k, value: 0 } as const,
      { op: 'xor', reg: k, from: 'bit', index: roundPlane(layout, 0, 'a', k) } as const,
    ]),
  ]
  /** Flagged extractions up to a shot's first trigger, then the unflagged repeat, whose outcome is its new reference. */
  const adaptive = (round: number): FrameOp[] => [
    { op: 'set', reg: ACTIVE, value: 1 },
    { op: 'set', reg: TRIGGERED, value: 0 },
    ...GENERATORS.flatMap(k => [
      { op: 'mask', reg: ACTIVE } as const,
      ...extraction(round, k),
      { op: 'mask', reg: null } as const,
      ...noteTrigger(k, roundPlane(layout, round, 'a', k), roundPlane(layout, round, 'f', k)),
    ]),
    { op: 'mask', reg: TRIGGERED },
    ...segmentOps(compiled.repeat, local, rates, bitIn(round)),
    { op: 'mask', reg: null },
    ...GENERATORS.flatMap(k => renewReference(k, roundPlane(layout, round, 's', k))),
  ]
  return { project, flagged, adaptive }
}

/** triggered |= active & ((a xor ref) | f); active &= ~triggered. */
const noteTrigger = (k: number, a: number, f: number): FrameOp[] => [
  { op: 'set', reg: SCRATCH, value: 0 },
  { op: 'xor', reg: SCRATCH, from: 'bit', index: a },
  { op: 'xor', reg: SCRATCH, from: 'reg', index: k },
  { op: 'or', reg: SCRATCH, from: 'bit', index: f },
  { op: 'and', reg: SCRATCH, from: 'reg', index: ACTIVE },
  { op: 'or', reg: TRIGGERED, from: 'reg', index: SCRATCH },
  { op: 'andnot', reg: ACTIVE, from: 'reg', index: SCRATCH },
]

/** ref = s for the shots that ran the repeat: ref ^= (ref ^ s) & triggered. */
const renewReference = (k: number, s: number): FrameOp[] => [
  { op: 'set', reg: SCRATCH, value: 0 },
  { op: 'xor', reg: SCRATCH, from: 'reg', index: k },
  { op: 'xor', reg: SCRATCH, from: 'bit', index: s },
  { op: 'and', reg: SCRATCH, from: 'reg', index: TRIGGERED },
  { op: 'xor', reg: k, from: 'reg', index: SCRATCH },
]
