/** The nouns of fault enumeration: Paulis on the data, single faults, what they do, and the verdict over all of them. */
import type { FaultProtocol } from '../../contract/modules/faults'

/** Five-qubit Pauli on D0..D4: bit i of x and z belongs to D_i. */
export interface Pauli5 {
  readonly x: number
  readonly z: number
}

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

/** Effect of a fault: the trigger it raised and the data error at the end of the round. */
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
  /** cyclic-window only: every trigger in turn. The fields above are the first. */
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
  readonly protocol: FaultProtocol
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
