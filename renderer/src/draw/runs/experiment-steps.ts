/** The steps from a calibration to a verdict, each with its state, as every page of an experiment shows them. */
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import { feasibilityOf } from '../../../../main/contract/modules/feasibility-gate'
import type { Run } from '../../../../main/contract/runs/run'
import { isTerminal } from '../format/job-and-run-text'
import { faults, percent } from '../format/quantity'
import { age } from '../format/time'
import { addressOfRun, VERDICT_TEXT } from './run-text'

const STEP_NAMES = ['calibration', 'module', 'proof', 'set-up', 'run', 'verdict'] as const
export type StepName = (typeof STEP_NAMES)[number]

const TITLES: Record<StepName, string> = {
  calibration: 'Calibration',
  module: 'Module',
  proof: 'Proof',
  'set-up': 'Set-up',
  run: 'Run',
  verdict: 'Verdict',
}

/** `open`: nothing is known of it yet. `doubtful`: done, with something to be read before going on. */
type StepState = 'open' | 'going' | 'done' | 'doubtful' | 'bad'

export interface ExperimentStep {
  readonly name: StepName
  readonly title: string
  readonly state: StepState
  /** Note in a few words. */
  readonly note: string
  /** Address of the page of this step; null while an earlier choice is missing. */
  readonly address: string | null
}

/** Facts of a page about an experiment. */
export interface ExperimentFacts {
  readonly backend_id: string | null
  readonly logical_id: string | null
  readonly backend?: Pick<BackendSummary, 'backend_id' | 'calibrated_at' | 'online'> | undefined
  readonly module?: ResolvedModule | null | undefined
  readonly run?: Run | undefined
}

type StepSummary = Pick<ExperimentStep, 'state' | 'note' | 'address'>

const NOTHING = { state: 'open', note: 'not chosen', address: null } as const

/** `now` in milliseconds since 1970, for the age of the calibration. */
export function experimentSteps(facts: ExperimentFacts, now: number): ExperimentStep[] {
  const known: Record<StepName, StepSummary> = {
    calibration: calibrationOf(facts, now),
    module: moduleOf(facts),
    proof: proofOf(facts),
    'set-up': setUpOf(facts),
    run: runOf(facts),
    verdict: verdictOf(facts),
  }
  return STEP_NAMES.map(name => ({ name, title: TITLES[name], ...known[name] }))
}

const pageOf = (address: string | null | undefined) => address?.split('#')[0]

/** The nearest step before the current one that can be opened and is a page of its own; null at the first. */
export function stepBefore(
  steps: readonly ExperimentStep[],
  current: StepName,
): { readonly name: StepName; readonly address: string } | null {
  const at = steps.findIndex(({ name }) => name === current)
  const here = pageOf(steps[at]?.address)
  const before = steps.slice(0, at).flatMap(({ name, address }) => (address === null ? [] : [{ name, address }]))
  return before.filter(({ address }) => pageOf(address) !== here).at(-1) ?? null
}

export const addressOfModule = (backend_id: string, logical_id: string, step: StepName = 'module') =>
  `/modules/${backend_id}/${logical_id}${step === 'module' ? '' : `?step=${step}`}`

const addressOfSetUp = (backend_id: string, logical_id: string) =>
  `/runs/new?${new URLSearchParams({ backend: backend_id, module: logical_id })}`

/** Address of the step after the module, or after its proof. */
export const addressAfter = (
  { backend_id, logical_qubit }: Pick<ResolvedModule, 'backend_id' | 'logical_qubit'>,
  step: 'module' | 'proof',
) =>
  step === 'module' ? addressOfModule(backend_id, logical_qubit, 'proof') : addressOfSetUp(backend_id, logical_qubit)

function calibrationOf({ backend_id, backend }: ExperimentFacts, now: number): StepSummary {
  if (backend_id === null) return { ...NOTHING, address: '/modules' }
  const note = backend ? `${backend_id}, ${age(backend.calibrated_at, now)}` : backend_id
  return { state: backend?.online === false ? 'doubtful' : 'done', note, address: '/modules' }
}

function moduleOf({ backend_id, logical_id, module }: ExperimentFacts): StepSummary {
  if (backend_id === null) return NOTHING
  if (logical_id === null) return { ...NOTHING, address: `/modules/${backend_id}` }
  const address = addressOfModule(backend_id, logical_id)
  if (module === null) return { state: 'bad', note: `${logical_id}: none`, address }
  return { state: 'done', note: module ? `${logical_id}, Δ ${faults(module.score)}` : logical_id, address }
}

function proofOf({ backend_id, logical_id, module, run }: ExperimentFacts): StepSummary {
  if (backend_id === null || logical_id === null || module === null) return NOTHING
  const address = addressOfModule(backend_id, logical_id, 'proof')
  if (module === undefined && run)
    return run.request.override
      ? { state: 'doubtful', note: 'gate overridden', address }
      : { state: 'done', note: 'gate passed', address }
  if (module === undefined) return { state: 'open', note: 'not shown', address }
  const gate = feasibilityOf(module.gate)
  const proved = module.schedule.ft_preserved ? 'proved' : 'not proved'
  return { state: gate === 'passed' ? 'done' : 'doubtful', note: `${proved}, gate ${gate}`, address }
}

function setUpOf({ backend_id, logical_id, module, run }: ExperimentFacts): StepSummary {
  if (backend_id === null || logical_id === null || module === null) return NOTHING
  const address = addressOfSetUp(backend_id, logical_id)
  if (run === undefined) return { state: 'open', note: 'not started', address }
  const { mode, rounds } = run.request
  return { state: 'done', note: `${mode}, R = ${roundsRange(rounds)}`, address: `${address}&like=${run.run_id}` }
}

/** From the least to the most: a list would be cut off. */
function roundsRange(rounds: readonly number[]): string {
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)]
  return least === most ? `${least}` : `${least} to ${most}`
}

function runOf({ run }: ExperimentFacts): StepSummary {
  if (run === undefined) return { ...NOTHING, note: 'none yet' }
  const address = addressOfRun(run)
  if (!isTerminal(run)) return { state: 'going', note: `${percent(run.progress.fraction)}`, address }
  return { state: run.status === 'COMPLETED' ? 'done' : 'bad', note: run.status.toLowerCase(), address }
}

const VERDICT_STATES = { gain: 'done', no_gain: 'bad', inconclusive: 'doubtful' } as const

function verdictOf({ run }: ExperimentFacts): StepSummary {
  if (!run?.summary) return { ...NOTHING, note: 'none yet' }
  const { verdict } = run.summary.gain_best
  const address = `${addressOfRun(run)}#verdict`
  return { state: VERDICT_STATES[verdict], note: VERDICT_TEXT[verdict].toLowerCase(), address }
}
