/** The nouns that layouts, schedules, fault enumeration, scoring and sampling share. Sites are physical qubit indices. */
import type { QubitLabels } from '../../contract/model/qubit-labels'

/** What a chiplet offers after unusable parts are removed. Edges are undirected, smaller index first. */
export interface Graph {
  readonly sites: readonly number[]
  readonly edges: readonly (readonly [number, number])[]
}

/** One logical qubit placed on physical sites. `data[i]` is D_i; routing lists every site A may visit besides its home. */
export interface Layout {
  readonly ancilla: number
  readonly flag: number
  readonly data: readonly [number, number, number, number, number]
  readonly routing: readonly number[]
}

/** A full SWAP's outer pair of H's stands on the site that A leaves, or on the one it goes to. Both give the same unitary. */
export type Outer = 'from' | 'to'

/**
 * couple: A at `at` meets data D_data; flag: A at home meets F; move: A goes from one site to an empty neighbour, by a full
 * SWAP of three CZs or, with `reset`, by two CZs into a site that is reset first. `outer` says which site of a full SWAP carries
 * the outer pair of H's; left out, whichever leaves fewest.
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

/** Lengths in nanoseconds by site or edge; every figure is final (assumed values already filled in). */
export interface Durations {
  single(site: number): number
  cz(a: number, b: number): number
  readout(site: number): number
  reset(site: number): number
  /** From the end of a measurement to what its outcome decides; null or absent: nothing is decided within a shot. */
  readonly feedforward?: number | null
  /** How the pair makes its CZ where it has none of its own; null where it has. Left out: every CZ is native. */
  compound?(a: number, b: number): CompoundCz | null
}

/** A CZ made of other native gates: one fault location on its pair, with the error and the length of all its parts. */
export interface CompoundCz {
  /** The native gate as the calibration names it. */
  readonly gate: string
  /** Of them in one CZ. */
  readonly uses: number
  /** One-qubit gates (`one-qubit-cliffords.ts`) that it needs: before it on its first and its second site, then after it on both. */
  readonly turns: readonly [number, number, number, number]
}

/** One physical operation with its place in time. M names the bit it writes: a0..a3, f0..f3 (flagged) or s0..s3 (repeat). */
export interface TimedOp {
  readonly gate: 'R' | 'H' | 'CZ' | 'M'
  readonly sites: readonly number[]
  readonly bit: string | null
  /** Generator the op belongs to, 0..3. */
  readonly generator: number
  /** What it is for, e.g. `couple D2`, `flag`, `swap 4-5 1/3`, `move 4-5 1/2`, `reset A`. */
  readonly purpose: string
  readonly start_ns: number
  readonly duration_ns: number
  /**
   * Of a compound CZ: sites with a one-qubit gate before or after it that merges with no H of the schedule; a site may stand
   * here twice. Their error is the CZ's.
   */
  readonly pulses?: readonly number[]
  /** An H that has become part of its neighbours: it takes no time and cannot fail. */
  readonly merged?: true
}

/** A site that waits between two operations while it holds quantum information of the code, A or F. */
export interface IdleWindow {
  readonly site: number
  readonly start_ns: number
  readonly duration_ns: number
  /** Index into `ops` before which the window's fault is inserted; ops.length means after the last. */
  readonly before: number
  /** Decoupling pulses stand in the window; `duration_ns` counts their time too. Absent: none do. */
  readonly refocused?: true
  /** The wait for what the segment's outcomes decide. */
  readonly decision?: true
}

/** How long a decision lasts, beyond A's reset, which runs meanwhile: see `schedule/decision.ts`. */
export interface Decision {
  /** Before whatever begins with A's reset. */
  readonly wait_ns: number
  /** Further, before what does not: the rest of the latency. */
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
  /** Four segments: the trigger is evaluated after each one. Their timeline is continuous: start_ns counts from the round's start. */
  readonly flagged: readonly Segment[]
  /** The conditional repeat, one segment; its clock starts at 0. */
  readonly repeat: Segment
  /** Whether something is decided after each flagged extraction, so that its segment ends with the wait for it; absent: nothing. */
  readonly adaptive?: true
  /** Of this layout; absent where the device decides nothing within a shot. */
  readonly decision?: Decision
  readonly duration_ns: number
  readonly cz_count: number
  /** Moves of A, however they are made. */
  readonly swap_count: number
  /** Those of them that are reset-assisted: two CZs and a reset in place of three CZs. */
  readonly reset_move_count: number
  readonly conditional_cz_count: number
  readonly conditional_swap_count: number
  /** Native two-qubit gates of the flagged round, and of the repeat: `cz_count` where CZ is native. */
  readonly native_two_qubit_count: number
  readonly conditional_native_two_qubit_count: number
  /** One-qubit gates after merging, without those between two native gates of one CZ. */
  readonly single_qubit_gate_count: number
  readonly depth: number
  /** SHA-256-free stable hash (FNV-1a 64, hex) over layout shape and ops without times. Same hash, same fault verdict. */
  readonly schedule_hash: string
}

/** What a round does and when: all that a verdict looks at. */
export type Circuit = Pick<CompiledRound, 'layout' | 'flagged' | 'repeat'>

/** Five-qubit Pauli on D0..D4: bit i of x and z belongs to D_i. */
export interface Pauli5 {
  readonly x: number
  readonly z: number
}

export type Protocol = 'adaptive' | 'cyclic-window' | 'single-pass' | 'detection'

/** A single fault: where it is injected and which Pauli (or flip) it is. */
export interface SingleFault {
  readonly segment: 'flagged' | 'repeat' | 'input'
  /** 0..3 in flagged, 0 otherwise. */
  readonly index: number
  /** Op index inside the segment, or idle index when kind is idle; for input errors 0..4 is D0..D4, then come the routing sites. */
  readonly op: number
  readonly kind: 'gate' | 'idle' | 'reset' | 'measure' | 'input'
  /** One letter per site of the location, e.g. XZ; `flip` for resets and measurements. */
  readonly pauli: string
  readonly sites: readonly number[]
  /** cyclic-window only: which of three passes in a row it is injected into, 0 the first (and when left out). */
  readonly pass?: number
}

/** One trigger of the cyclic-window protocol and what was read in answer to it. */
export interface WindowRead {
  /** Pass and generator of the slot that triggered. */
  readonly pass: number
  readonly trigger: number
  readonly flagged: boolean
  /** Against the reference before the trigger, bit k = generator k. */
  readonly syndrome: number
  /** By the next four slots, or after the last pass by the closing extraction. */
  readonly closed_by: 'window' | 'extraction'
}

/** What a fault did: the trigger it raised and the data error left when the round ends. */
export interface FaultEffect {
  readonly fault: SingleFault
  /** Bits a0..a3 and f0..f3 up to and including the first trigger, 4 bits each; cyclic-window: of the pass it came in. */
  readonly a: number
  readonly f: number
  /** Generator at which the first trigger came, null when none came. */
  readonly trigger: number | null
  readonly flagged: boolean
  /** Syndrome that the repeat or the window measured (bit k = generator k), null when nothing did. */
  readonly syndrome: number | null
  /** Data error at the end of the round (cyclic-window: of the three passes and the closing extraction), before correction. */
  readonly error: Pauli5
  /** cyclic-window only: every trigger in turn. The fields above tell the first. */
  readonly windows?: readonly WindowRead[]
}

/** Candidates of T_k: per generator k at which the flag rose and per repeat syndrome, the data errors single faults leave. */
export interface FlagTables {
  /** tables[k][syndrome] lists distinct error cosets (mod stabilizers) with the faults behind each. */
  readonly tables: readonly (readonly (readonly FlagCandidate[])[])[]
}
export interface FlagCandidate {
  /** Lightest member of the coset. */
  readonly error: Pauli5
  /** 0..3 as I, X, Y, Z: class relative to the 16-entry lookup's correction of the same syndrome. */
  readonly logical: number
  readonly faults: readonly SingleFault[]
}

export interface FaultVerdict {
  readonly protocol: Protocol
  readonly ft_preserved: boolean
  readonly cases: number
  readonly failures: number
  readonly counterexample: { readonly effect: FaultEffect; readonly why: string } | null
}

export interface FaultReport extends FaultVerdict {
  readonly tables: FlagTables
  /** Effects of the failing faults, the counterexample's first. */
  readonly failing: readonly FaultEffect[]
}

/** Error figures for one calibration, assumed values filled in. Fidelities are average gate fidelities; null never appears here. */
export interface NoiseModel extends Durations {
  readonly version: string
  readonly calibration_id: string
  /** The vendor's names of the device's qubits, for messages. */
  readonly labels?: QubitLabels
  fidelityCz(a: number, b: number): number
  fidelitySingle(site: number): number
  fidelityReadout(site: number): number
  fidelityReset(site: number): number
  /** Nanoseconds. */
  t1(site: number): number
  t2(site: number): number
  /** Whether no T2 is known: `t2` is then its physical limit 2·T1, and what follows from it a bound. Left out: all are known. */
  t2Unknown?(site: number): boolean
  /** T2 under decoupling pulses where one is published or assumed; null or absent where none is known. */
  refocusedT2?(site: number): number | null
  /** Which figures were assumed and not published, e.g. `reset_fidelity`. */
  readonly assumed: readonly string[]
}
