/** The nouns of a round: graph, layout, plan, and the schedule compiled from them. Sites are physical qubit indices. */

/** Usable part of a chiplet. Edges are undirected, smaller index first. */
export interface Graph {
  readonly sites: readonly number[]
  readonly edges: readonly (readonly [number, number])[]
}

/** Most sites of a layout and qubits of a program: one bit each in a signed 32-bit word. */
export const MAX_SITES = 31

/**
 * One logical qubit placed on physical sites. `data[i]` is D_i; routing lists every site A may visit besides its home.
 */
export interface Layout {
  readonly ancilla: number
  readonly flag: number
  readonly data: readonly [number, number, number, number, number]
  readonly routing: readonly number[]
}

/**
 * A full SWAP's outer pair of H's stands on the site that A leaves, or on the one it goes to. Both give the same
 * unitary.
 */
export type Outer = 'from' | 'to'

/**
 * couple: A at `at` meets data D_data; flag: A at home meets F; move: A goes from one site to an empty neighbour, by a
 * full SWAP of three CZs or, with `reset`, by two CZs into a site that is reset first. `outer` says which site of a
 * full SWAP carries the outer pair of H's; left out, the site that leaves fewest H's.
 */
export type Step =
  | { readonly kind: 'couple'; readonly data: number; readonly pauli: 'X' | 'Z'; readonly at: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'move'; readonly from: number; readonly to: number; readonly reset?: true; readonly outer?: Outer }

/** One generator's extraction; begins and ends with A at home. */
export interface Extraction {
  /** 0..3, row of GENERATORS. */
  readonly generator: number
  readonly flagged: boolean
  readonly steps: readonly Step[]
}

export interface RoundPlan {
  readonly layout: Layout
  /** Flagged g_0..g_3, in the order of execution. */
  readonly flagged: readonly Extraction[]
  /** The unflagged repeat that a trigger sets off. */
  readonly repeat: readonly Extraction[]
}

/**
 * One physical operation with its start time. M names the bit it writes: a0..a3, f0..f3 (flagged) or s0..s3 (repeat).
 */
export interface TimedOp {
  readonly gate: 'R' | 'H' | 'CZ' | 'M'
  readonly sites: readonly number[]
  readonly bit: string | null
  /** Generator the op belongs to, 0..3. */
  readonly generator: number
  /** Purpose, such as `couple D2`, `flag`, `swap 4-5 1/3`, `move 4-5 1/2`, `reset A`. */
  readonly purpose: string
  readonly start_ns: number
  readonly duration_ns: number
  /**
   * For a compound CZ: sites with a one-qubit gate before or after it that does not merge with an H of the schedule; a
   * site may occur twice. Their error belongs to the CZ.
   */
  readonly pulses?: readonly number[]
  /** An H that has become part of its neighbours: it takes no time and cannot fail. */
  readonly merged?: true
}

/** A site that waits while it holds a data qubit, A or F. */
export interface IdleWindow {
  readonly site: number
  readonly start_ns: number
  readonly duration_ns: number
  /** Index into `ops` before which the window's fault is inserted; ops.length means after the last. */
  readonly before: number
  /** Decoupling pulses stand in the window; `duration_ns` includes their time. Absent: there are none. */
  readonly refocused?: true
  /** The window is the wait for a decision. */
  readonly decision?: true
}

/** How long a decision lasts, beyond A's reset, which runs meanwhile: see `schedule/decision.ts`. */
export interface Decision {
  /** Wait before operations that begin with A's reset. */
  readonly wait_ns: number
  /** Further wait before other operations: the rest of the latency. */
  readonly rest_ns: number
}

/** A decoupling pulse on a waiting data site. A whole sequence is the identity, and a Pauli moves no frame. */
export interface Pulse {
  readonly site: number
  readonly gate: 'X' | 'Y'
  readonly start_ns: number
  readonly duration_ns: number
  /** Index into `idles`: the window it stands in. */
  readonly idle: number
}

/** Ops in an order that respects time; executing them in array order is equivalent to executing them by start_ns. */
export interface Segment {
  readonly ops: readonly TimedOp[]
  readonly idles: readonly IdleWindow[]
  /** Dynamical decoupling, in order of time within each window; absent where none is applied. */
  readonly pulses?: readonly Pulse[]
  readonly duration_ns: number
  readonly depth: number
}

/** A round as compiled: SWAPs expanded, H's merged, scheduled. Each flagged extraction ends at a decision point. */
export interface CompiledRound {
  readonly layout: Layout
  readonly plan: RoundPlan
  /**
   * Four segments, the trigger evaluated after each. Their timeline is continuous: start_ns counts from the round's
   * start.
   */
  readonly flagged: readonly Segment[]
  /** The conditional repeat, one segment; its clock starts at 0. */
  readonly repeat: Segment
  /**
   * Whether something is decided after each flagged extraction, so that its segment ends with the wait for it; absent:
   * nothing.
   */
  readonly adaptive?: true
  /** Decision of this layout; absent where the device decides nothing within a shot. */
  readonly decision?: Decision
  readonly duration_ns: number
  readonly cz_count: number
  /** Moves of A, however they are made. */
  readonly swap_count: number
  /** Moves that are reset-assisted: two CZs and a reset in place of three CZs. */
  readonly reset_move_count: number
  readonly conditional_cz_count: number
  readonly conditional_swap_count: number
  /** Native two-qubit gates of the flagged round, and of the repeat: `cz_count` where CZ is native. */
  readonly native_two_qubit_count: number
  readonly conditional_native_two_qubit_count: number
  /** One-qubit gates of the flagged round after merging, without those between two native gates of one CZ. */
  readonly single_qubit_gate_count: number
  readonly depth: number
  /** Stable hash (FNV-1a 64, hex) over layout shape and ops without times. Same hash, same fault verdict. */
  readonly schedule_hash: string
}

/** Operations of a round with their times: all that a verdict depends on. */
export type RoundCircuit = Pick<CompiledRound, 'layout' | 'flagged' | 'repeat'>
