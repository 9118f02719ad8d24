/**
 * The nouns of fault enumeration: Paulis on the data, single faults, what they do, and the verdict over all of them.
 */
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
  /**
   * Op index inside the segment, or idle index when kind is idle; for input errors 0..4 is D0..D4, then come the
   * routing sites.
   */
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
  /**
   * Bits a0..a3 and f0..f3, 4 bits each. adaptive and detection: up to and including the first trigger; single-pass: of
   * the pass; cyclic-window: of the pass in which the first trigger came, 0 without one.
   */
  readonly a: number
  readonly f: number
  /**
   * Generator at which the first trigger came, null when none came; always null under single-pass, which has no
   * triggers.
   */
  readonly trigger: number | null
  readonly flagged: boolean
  /**
   * Syndrome read in answer to the first trigger, by the repeat, the window or the closing extraction (bit k =
   * generator k); null when nothing answered.
   */
  readonly syndrome: number | null
  /**
   * Data error before correction, at the end of the round, with its repeat where one was run (cyclic-window: at the end
   * of the three passes, or of the closing extraction where a window was open).
   */
  readonly error: Pauli5
  /** cyclic-window only: every trigger in turn. `trigger`, `flagged` and `syndrome` are those of the first. */
  readonly windows?: readonly WindowRead[]
}

/**
 * Candidates of T_k: the data errors that single faults leave, by the generator k whose flag rose and the syndrome read
 * then.
 */
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
