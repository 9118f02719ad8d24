import type { Extraction, Layout, Outer, Step, TimedOp } from '../model/round'

/** Codes of operations in columns. */
export const OP_CODES = { R: 0, H: 1, CZ: 2, M: 3 } as const

/** An operation without a start time. */
export type PlainOp = Omit<TimedOp, 'start_ns' | 'duration_ns'>

/** A full SWAP whose three CZs are not written out yet: A goes from one site to an empty neighbour. */
export interface WholeSwap {
  readonly gate: 'SWAP'
  readonly from: number
  readonly to: number
  /** Left out where it is still to be chosen. */
  readonly outer?: Outer
  readonly generator: number
}

export type OpOrSwap = PlainOp | WholeSwap

const MOVE_PART = /^(?:swap|move) .* ([123])\/([23])$/

/** Whether the operation is the first or the last CZ of a move of A, else null. A leaves the first of its sites. */
export const moveEnd = (op: Pick<PlainOp, 'purpose'>): 'first' | 'last' | null => {
  const [, part, of] = MOVE_PART.exec(op.purpose) ?? []
  if (part === undefined) return null
  if (part === '1') return 'first'
  return part === of ? 'last' : null
}

/** For the first CZ of a full SWAP the empty site, which the SWAP takes in any state; null for all other operations. */
export const takenAsFound = ({ gate, purpose, sites }: PlainOp): number | null =>
  gate === 'CZ' && purpose.startsWith('swap ') && moveEnd({ purpose }) === 'first' ? sites[1]! : null

/** SWAP = three CNOTs of alternating direction, each an H, a CZ and an H on its target; inner H pairs stay unmerged. */
export function swapOps({ from, to, generator }: WholeSwap, outer: Outer): readonly PlainOp[] {
  const [first, second] = outer === 'from' ? [from, to] : [to, from]
  const name = `swap ${from}-${to}`
  const h = (site: number): PlainOp => ({ gate: 'H', sites: [site], bit: null, generator, purpose: `${name} basis` })
  const cnot = (target: number, part: number): readonly PlainOp[] => [
    h(target),
    { gate: 'CZ', sites: [from, to], bit: null, generator, purpose: `${name} ${part}/3` },
    h(target),
  ]
  return [...cnot(first, 1), ...cnot(second, 2), ...cnot(first, 3)]
}

/**
 * A goes into a freshly reset site by two CNOTs of alternating direction. The H that would return the vacated site to
 * |0> is left out: whatever enters it next is a SWAP, which takes any state, or a move that resets it first.
 */
function resetMoveOps({ from, to, generator }: Omit<WholeSwap, 'gate'>): readonly PlainOp[] {
  const name = `move ${from}-${to}`
  const h = (site: number, purpose: string) => op('H', [site], { generator, purpose })
  return [
    op('R', [to], { generator, purpose: `reset ${to} for ${name}` }),
    h(to, `prepare ${to} for ${name}`),
    op('CZ', [from, to], { generator, purpose: `${name} 1/2` }),
    h(to, `${name} basis`),
    h(from, `${name} basis`),
    op('CZ', [from, to], { generator, purpose: `${name} 2/2` }),
  ]
}

/** An ancilla of an extraction, so that preparing and reading A and F is written once. */
interface Helper {
  readonly name: 'A' | 'F'
  readonly site: number
  readonly bit: string
}

const op = (
  gate: PlainOp['gate'],
  sites: readonly number[],
  { generator, purpose }: Pick<PlainOp, 'generator' | 'purpose'>,
): PlainOp => ({ gate, sites, bit: null, generator, purpose })

const resets = (helpers: readonly Helper[], generator: number) => [
  ...helpers.map(({ name, site }) => op('R', [site], { generator, purpose: `reset ${name}` })),
  ...helpers.map(({ name, site }) => op('H', [site], { generator, purpose: `prepare ${name}` })),
]

const reads = (helpers: readonly Helper[], generator: number) =>
  helpers.flatMap(({ name, site, bit }) => [
    op('H', [site], { generator, purpose: `read ${name} basis` }),
    { ...op('M', [site], { generator, purpose: `measure ${name}` }), bit },
  ])

function stepPieces(step: Step, layout: Layout, generator: number): readonly OpOrSwap[] {
  if (step.kind === 'move') {
    const move = { from: step.from, to: step.to, generator }
    return step.reset ? resetMoveOps(move) : [{ gate: 'SWAP', ...move, ...(step.outer ? { outer: step.outer } : {}) }]
  }
  if (step.kind === 'flag') return [op('CZ', [layout.ancilla, layout.flag], { generator, purpose: 'flag' })]
  const site = layout.data[step.data]!
  const couple = op('CZ', [step.at, site], { generator, purpose: `couple D${step.data}` })
  if (step.pauli === 'Z') return [couple]
  const basis = op('H', [site], { generator, purpose: `couple D${step.data} basis` })
  return [basis, couple, basis]
}

/**
 * One extraction written out: resets, H's, couplings, H's, measurements, with SWAPs still whole. A flagged extraction
 * writes bits a_k and f_k, an unflagged one s_k.
 */
export function extractionPieces(layout: Layout, { generator, flagged, steps }: Extraction): readonly OpOrSwap[] {
  const a: Helper = { name: 'A', site: layout.ancilla, bit: `${flagged ? 'a' : 's'}${generator}` }
  const f: Helper = { name: 'F', site: layout.flag, bit: `f${generator}` }
  const helpers = flagged ? [a, f] : [a]
  return [
    ...resets(helpers, generator),
    ...steps.flatMap(step => stepPieces(step, layout, generator)),
    ...reads(helpers, generator),
  ]
}
