/** What a source is, how it is, and why it serves nothing, in words. */
import type { EntropySource, EntropySourceKind, SourceQuality } from '../../../../main/contract/entropy/source'
import { fixed, roundedDown, significant } from '../../../../main/contract/numbers/number-text'
import { count } from '../format/quantity'

export type WordIntent = 'none' | 'primary' | 'success' | 'warning' | 'danger'

export const SOURCE_KIND_TEXT: Readonly<Record<EntropySourceKind, string>> = {
  photon_arrival: 'photon arrival times',
  homodyne: 'homodyne detection',
  qubit: 'measured qubits',
  true_rng: 'TrueRNG',
  one_rng: 'OneRNG',
  system: "operating system's generator",
}

const PROBLEMS: Readonly<Record<string, string>> = {
  disabled: 'disabled by an operator',
  quarantined: 'quarantined: an operator must enable it again',
  starting: 'its start-up tests or its first assessment are not over',
  restarting: 'a health test failed, and it starts again',
  latched: 'failed for good, until an operator resets it',
  not_assessed: 'its samples are not assessed yet',
  budget_spent: 'its budget for today is spent',
  empty: 'too little in store',
  simulated: 'it is simulated',
  not_quantum: 'it is no quantum source',
  whitened:
    'its samples arrive whitened, so no entropy is credited to it; alone it serves only draws with the policy simulated_ok',
  provisional: 'its assessment is provisional',
  public: 'its output is public',
  shared_group: 'it shares a physical group with another',
}

/** Text of a problem code; problems that the service has already put in words stay as they are. */
export const sourceProblemText = (problem: string): string => PROBLEMS[problem] ?? problem

export function sourceIntent({
  state,
  health,
  problem,
}: Pick<EntropySource, 'state' | 'health' | 'problem'>): WordIntent {
  if (state === 'quarantined' || health === 'latched') return 'danger'
  if (state === 'disabled' || health === 'idle') return 'none'
  if (health === 'healthy') return problem === null ? 'success' : 'warning'
  return health === 'restarting' ? 'warning' : 'primary'
}

/** The state set by an operator takes precedence over the health. */
export const sourceStateText = ({ state, health }: Pick<EntropySource, 'state' | 'health'>): string =>
  state === 'enabled' ? health : state

/** Why it serves nothing, for display beside its state: a state at the beginning is left out. */
export function problemBesideState(source: Pick<EntropySource, 'state' | 'health' | 'problem'>): string | null {
  if (source.problem === null) return null
  const text = sourceProblemText(source.problem)
  const state = `${sourceStateText(source)}: `
  return text.startsWith(state) ? text.slice(state.length) : text
}

/** Credited min-entropy, rounded down so that it is never overstated. */
export const creditText = ({
  raw,
  entropy,
  provisional,
}: Pick<EntropySource, 'raw' | 'entropy' | 'provisional'>): string =>
  entropy === null
    ? raw
      ? 'not assessed yet'
      : 'none credited: its samples are whitened'
    : `${fixed(roundedDown(entropy, 4), 4)} bits a raw bit${provisional ? ', provisional' : ''}`

const DECIDED_BY: Readonly<Record<NonNullable<SourceQuality['assessed']>['decided_by'], string>> = {
  original: 'estimated over samples',
  bitstring: 'estimated over their bits',
  restarts: 'bounded by the restart tests',
  claimed: 'bounded by the claim',
}

/** Which estimate decided, of how many samples. */
export function assessmentText({ assessed, bits_per_sample }: SourceQuality): string {
  if (assessed === null) return 'not assessed yet'
  const { h, decided_by, estimator, samples } = assessed
  const by =
    estimator === null ? DECIDED_BY[decided_by] : `${DECIDED_BY[decided_by]} by ${estimator.replaceAll('_', ' ')}`
  return `${significant(h, 4)} of ${bits_per_sample} bits a sample, ${by}, of ${count(samples)} samples`
}

/** Results of the restart tests, in words. */
export const RESTART_TEXT: Readonly<Record<NonNullable<SourceQuality['assessed']>['restarts'], string>> = {
  passed: 'passed, 1000 restarts of 1000 samples',
  failed: 'FAILED',
  not_run: 'not run: it cannot be restarted, or the assessment is provisional',
}

const BINARY = [
  [1_048_576, 'MiB'],
  [1_024, 'KiB'],
] as const

/** `96 KiB`; below 1 KiB in bytes. */
export function byteText(bytes: number): string {
  const unit = BINARY.find(([size]) => bytes >= size)
  return unit ? `${significant(bytes / unit[0])} ${unit[1]}` : `${count(bytes)} B`
}
