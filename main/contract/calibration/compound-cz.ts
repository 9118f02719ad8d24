/**
 * Recipes of a CZ on a device: which published gates make one, with which one-qubit gates before, between and after, and its cost.
 * Schedules are written in CZ; everything that needs the error or the length of one reads this table.
 */
import type { CalibrationEdge, CalibrationQubit } from './snapshot'

/** Name of an undirected pair: smaller index first, e.g. `8-17`. */
export const pairKey = (a: number, b: number): string => (a < b ? `${a}-${b}` : `${b}-${a}`)

/** One-qubit gates in the order of time, on the first and on the second qubit of the pair; '' is none. */
export type Layer = readonly [string, string]

export interface CzRecipe {
  /** Native gates that one CZ takes. */
  readonly uses: 1 | 2
  readonly before: Layer
  /** Between the two native gates. */
  readonly between: Layer
  readonly after: Layer
  /** Whether the two qubits may change places. A gate with a direction has its control first. */
  readonly symmetric: boolean
}

const NONE: Layer = ['', '']
const NATIVE: CzRecipe = { uses: 1, before: NONE, between: NONE, after: NONE, symmetric: true }

/**
 * ISWAP is exp(iπ/4 (XX+YY)), XY(π) in Rigetti's family. Two of them: Schuch and Siewert, Phys. Rev. A 67, 032301 (2003).
 */
const ISWAP: CzRecipe = {
  uses: 2,
  before: ['', 'h sdg'],
  between: ['sx', ''],
  after: ['s', 'sdg h sdg'],
  symmetric: true,
}

/**
 * By the name that calibrations give the gate; every row is a CZ up to a global phase.
 *
 * ECR is X on the control after exp(-iπ/4 ZX). √iSWAP is exp(iπ/8 (XX+YY)): with an X on one qubit between two of them the YY
 * parts cancel (Huang and others, Phys. Rev. Lett. 130, 070601 (2023)); fSim(π/4, 0) is its inverse and differs by Z rotations.
 * CPHASE(π) is a CZ. Sycamore's fSim(π/2, π/6) is not in the table: no CZ of it is built here.
 */
export const CZ_RECIPES: Readonly<Record<string, CzRecipe>> = {
  cz: NATIVE,
  cphase: NATIVE,
  cx: { uses: 1, before: ['', 'h'], between: NONE, after: ['', 'h'], symmetric: false },
  ecr: { uses: 1, before: ['', 'h'], between: NONE, after: ['x sdg', 'h sdg'], symmetric: false },
  iswap: ISWAP,
  xy: ISWAP,
  sqrt_iswap: { uses: 2, before: ['h x', 'h'], between: ['x', ''], after: ['h s', 'h s'], symmetric: true },
}

export const makesCz = (gate: string): boolean => Object.hasOwn(CZ_RECIPES, gate)

/**
 * Gates with a free angle. They are benchmarked over many angles, so their fidelity says less about a CZ than that of a native
 * CZ: such a gate is used only where the pair has no working CZ.
 */
const FAMILIES: ReadonlySet<string> = new Set(['cphase'])

/** Whether a word of one-qubit gates takes a pulse: rotations about Z and Paulis are changes of frame and cost nothing. */
const takesPulse = (word: string): boolean => /h|sx/.test(word)

/** Between two native gates a Pauli has to be played: a frame does not pass through √iSWAP. */
const isPlayed = (word: string): boolean => word !== ''

/** Average infidelity from the probability of a Pauli error, and back: (d+1)/d is 3/2 for one qubit and 5/4 for two. */
const PAULI_1 = 3 / 2
const PAULI_2 = 5 / 4

/** A CZ on a pair, made by the native gate of one calibration record. */
export interface MadeCz {
  /** The native gate's record as published. */
  readonly edge: CalibrationEdge
  readonly recipe: CzRecipe
  /** The recipe's first and second qubit. */
  readonly first: number
  readonly second: number
  /** Average infidelity of the native gates and of the one-qubit gates between them; null where the record has no fidelity. */
  readonly core: number | null
  /**
   * `core` with the one-qubit gates before and after: the infidelity of a CZ whose one-qubit gates merge with no neighbouring
   * gate.
   */
  readonly whole: number | null
  /**
   * Infidelity of a published cycle, and of its native gate without the cycle's one-qubit gates (`clipped`: raised to 0); null
   * where the published figure is of the gate itself.
   */
  readonly cycle: { readonly published: number; readonly native: number; readonly clipped: boolean } | null
}

/** Error of the qubit's one-qubit gate as a Pauli probability; 0 where none is published, and no schedule uses such a qubit. */
export type OneQubitError = (qubit: number) => number

export function oneQubitErrors(qubits: readonly Pick<CalibrationQubit, 'index' | 'fidelity_1q'>[]): OneQubitError {
  const of = new Map(qubits.map(({ index, fidelity_1q }) => [index, PAULI_1 * (1 - (fidelity_1q ?? 1))]))
  return qubit => of.get(qubit) ?? 0
}

/** The completely depolarizing channel of two qubits: no sum of errors is more. */
const MAX_PAULI_ERROR = 0.75

/** Average infidelity of the native gate: 1-F = 4/5·max(0, e_cycle - e1_a - e1_b) where the figure is of an XEB cycle. */
function nativeOf({ a, b, fidelity, fidelity_of }: CalibrationEdge, single: OneQubitError) {
  const published = 1 - fidelity!
  if (fidelity_of !== 'cycle') return { native: published, cycle: null }
  const rest = PAULI_2 * published - single(a) - single(b)
  const native = Math.max(0, rest) / PAULI_2
  return { native, cycle: { published, native, clipped: rest < 0 } }
}

/** First-order sums: errors of all parts add up, as in Δ_round. */
function made(
  edge: CalibrationEdge,
  single: OneQubitError,
  [first, second]: readonly [first: number, second: number],
): MadeCz {
  const recipe = CZ_RECIPES[edge.gate]!
  if (edge.fidelity === null) return { edge, recipe, first, second, core: null, whole: null, cycle: null }
  const { native, cycle } = nativeOf(edge, single)
  const played = ([one, two]: Layer, counts: (word: string) => boolean) =>
    ((counts(one) ? single(first) : 0) + (counts(two) ? single(second) : 0)) / PAULI_2
  const core = recipe.uses * native + played(recipe.between, isPlayed)
  const whole = core + played(recipe.before, takesPulse) + played(recipe.after, takesPulse)
  const most = Math.max(MAX_PAULI_ERROR, native)
  return { edge, recipe, first, second, core: Math.min(most, core), whole: Math.min(most, whole), cycle }
}

const works = ({ out_of_service, fidelity }: CalibrationEdge): boolean => out_of_service === null && fidelity !== null

/** Error to compare by: a CZ without a figure comes after those with one, a CZ out of service last. */
const rank = ({ edge, whole }: MadeCz): number => (edge.out_of_service !== null ? 2 : (whole ?? 1))

/** The way with the smallest predicted error; among equal ones the first. */
const least = (ways: readonly MadeCz[]): MadeCz => ways.reduce((best, one) => (rank(one) < rank(best) ? one : best))

/**
 * Ways to make a CZ by one record: a gate without a direction either way round, except a CZ or CPHASE, for which both are the
 * same.
 */
function waysOf(edge: CalibrationEdge, single: OneQubitError): MadeCz[] {
  const { a, b, gate } = edge
  const asListed = made(edge, single, [a, b])
  return CZ_RECIPES[gate]!.symmetric && gate !== 'cz' && gate !== 'cphase'
    ? [asListed, made(edge, single, [b, a])]
    : [asListed]
}

/**
 * One record for each gate, and for each direction of a gate that has one: the worst, so that no CZ looks better than any of its
 * records.
 */
function distinct(edges: readonly CalibrationEdge[]): CalibrationEdge[] {
  const kept = new Map<string, CalibrationEdge>()
  for (const edge of edges) {
    const key = CZ_RECIPES[edge.gate]!.symmetric ? edge.gate : `${edge.gate} ${edge.a}`
    const other = kept.get(key)
    if (other === undefined || quality(edge) < quality(other)) kept.set(key, edge)
  }
  return [...kept.values()]
}

const quality = (edge: CalibrationEdge): number => (edge.out_of_service === null ? (edge.fidelity ?? -1) : -2)

/**
 * How a pair makes its CZ, by the records of the pair; null where none of its gates makes one. The native gate with the smallest
 * predicted error of the whole CZ is taken.
 */
export function czOfPair(edges: readonly CalibrationEdge[], single: OneQubitError): MadeCz | null {
  const candidates = distinct(edges.filter(({ gate }) => makesCz(gate)))
  const own = candidates.filter(({ gate }) => !FAMILIES.has(gate))
  const taken = own.some(edge => edge.gate === 'cz' && works(edge)) ? own : candidates
  return taken.length === 0 ? null : least(taken.flatMap(edge => waysOf(edge, single)))
}

/**
 * Length of a CZ in ns without the one-qubit gates before and after it. `native_ns`: length of the native gate; `single`: length
 * of a qubit's one-qubit gate.
 */
export const coreLength = ({ recipe, first, second }: MadeCz, native_ns: number, single: (qubit: number) => number) =>
  recipe.uses * native_ns + layerLength(recipe.between, { counts: isPlayed, first, second, single })

/** Length of a CZ in ns whose one-qubit gates merge with no neighbouring gate. */
export const wholeLength = (cz: MadeCz, native_ns: number, single: (qubit: number) => number): number =>
  coreLength(cz, native_ns, single) +
  layerLength(cz.recipe.before, { counts: takesPulse, first: cz.first, second: cz.second, single }) +
  layerLength(cz.recipe.after, { counts: takesPulse, first: cz.first, second: cz.second, single })

interface LayerTiming {
  readonly counts: (word: string) => boolean
  readonly first: number
  readonly second: number
  readonly single: (qubit: number) => number
}

const layerLength = ([one, two]: Layer, { counts, first, second, single }: LayerTiming): number =>
  Math.max(counts(one) ? single(first) : 0, counts(two) ? single(second) : 0)

/**
 * The CZ of every pair of the snapshot that has a gate to make one, by `keyOf` of the pair; only pairs inside `within` where it
 * is given.
 */
export function czsOf<Key>(
  { qubits, edges }: { qubits: readonly CalibrationQubit[]; edges: readonly CalibrationEdge[] },
  keyOf: (a: number, b: number) => Key,
  within?: ReadonlySet<number>,
): ReadonlyMap<Key, MadeCz> {
  const single = oneQubitErrors(qubits)
  const byPair = new Map<Key, CalibrationEdge[]>()
  for (const edge of edges) {
    if (!makesCz(edge.gate) || (within && !(within.has(edge.a) && within.has(edge.b)))) continue
    const key = keyOf(edge.a, edge.b)
    const list = byPair.get(key)
    if (list) list.push(edge)
    else byPair.set(key, [edge])
  }
  return new Map([...byPair].map(([key, list]) => [key, czOfPair(list, single)!]))
}
