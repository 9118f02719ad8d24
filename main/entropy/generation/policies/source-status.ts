/** Kinds whose randomness is that of a quantum measurement. */
const QUANTUM_KINDS = ['photon_arrival', 'homodyne', 'qubit'] as const
const OTHER_KINDS = ['true_rng', 'one_rng', 'system', 'beacon'] as const

export type SourceKind = (typeof QUANTUM_KINDS)[number] | (typeof OTHER_KINDS)[number]

export const isQuantum = (kind: SourceKind): boolean => (QUANTUM_KINDS as readonly SourceKind[]).includes(kind)

/** State of a source at this moment, as far as a decision needs it. */
export interface SourceStatus {
  readonly id: string
  readonly kind: SourceKind
  /** Sources in one group may fail together. */
  readonly physical_group: string
  readonly simulated: boolean
  /** Whether its samples come unprocessed; whitening would hide its failures. */
  readonly raw: boolean
  readonly setting: 'enabled' | 'disabled' | 'quarantined'
  readonly health: 'starting' | 'healthy' | 'restarting' | 'latched'
  /** Assessed min-entropy, bits a raw bit; null until enough samples were assessed. */
  readonly entropy: number | null
  readonly provisional: boolean
  /** Bytes of full entropy in its pool. */
  readonly bytes: number
  /** Raw bits that passed, for extraction. */
  readonly raw_bits: number
  /** Bytes that its budget still allows today; null without one. */
  readonly budget_left: number | null
}

/** Why a source cannot serve a draw. */
export type SourceProblem =
  | 'disabled'
  | 'quarantined'
  | 'starting'
  | 'restarting'
  | 'latched'
  | 'not_assessed'
  | 'budget_spent'
  | 'public'
  | 'simulated'
  | 'not_quantum'
  | 'whitened'
  | 'provisional'

/** Reason why a source cannot serve so many bytes under any policy, however many it has in store. */
export function sourceProblem(
  { kind, setting, health, entropy, budget_left }: SourceStatus,
  bytes: number,
): SourceProblem | null {
  if (kind === 'beacon') return 'public'
  if (setting !== 'enabled') return setting
  if (health !== 'healthy') return health
  if (entropy === null) return 'not_assessed'
  return budget_left !== null && budget_left < bytes ? 'budget_spent' : null
}
