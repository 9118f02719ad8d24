/** Executions of the circuits that measure groups of Paulis, and the moments of the observables from their outcomes. */
import { readingSites } from '../../../circuits/observables/measured-readouts'
import type { MeasurementGroup } from '../../../circuits/observables/measurement-plan'
import type { TranspiledCircuit } from '../../../contract/jobs/circuit-job'
import { AppError } from '../../../contract/model/errors'
import { sum } from '../../../contract/numbers/arithmetic'
import { parsed } from '../../../worker/json'
import type { Runner } from '../../../worker/runner'
import type { ExecutionContext } from '../../model/execution'
import type { ExecutionResult } from '../../model/execution-result'
import type { GroupOutcomes, ObservableJob } from '../../tasks/estimate-tasks'
import { formOf } from '../../tasks/measured-outcomes'
import type { JobTasks } from '../../tasks/registry'
import type { EstimateCircuits } from './estimate-circuits'
import type { PartialRun, PartialRuns } from './partial-runs'
import type { KnownConfusions } from './readout-confusion'

export interface GroupRun {
  readonly group: MeasurementGroup
  /** Result of each round of the group. */
  readonly results: readonly ExecutionResult[]
  /** Qubit of the backend that each measured bit is read from; on a device, by the layout of the transpiled circuit. */
  readonly sites: readonly number[]
}

interface GroupRunsOptions {
  readonly request: ExecutionContext
  readonly circuits: EstimateCircuits
  readonly background: Runner<JobTasks>
  /** Rows of the sweep that the request belongs to; 1 without a sweep. */
  readonly rows: number
  readonly job: ObservableJob
  readonly runs: PartialRuns
}

export interface GroupRuns {
  /** Executes every group once, with its shots. */
  measure(phase: 'pilot' | 'values', shots: readonly number[]): Promise<GroupRun[]>
  /** Executes the groups with more than 0 shots once more; returns the others unchanged. */
  measureAgain(earlier: readonly GroupRun[], shots: readonly number[], round: number): Promise<GroupRun[]>
  /** Outcomes of a group over all its rounds. */
  outcomesOf(run: GroupRun, known: KnownConfusions | null): Promise<GroupOutcomes>
}

export function createGroupRuns({ request, circuits, background, rows, job, runs }: GroupRunsOptions): GroupRuns {
  const { signal, owner } = request
  const { groups, first_bit, constants } = job

  const execute = (group: MeasurementGroup, run: Omit<PartialRun, 'execution'>) =>
    runs.run({ ...run, execution: circuits.measuring(group) })

  return {
    async measure(phase, shots) {
      const done: GroupRun[] = []
      for (const [at, group] of groups.entries()) {
        const result = await execute(group, { label: `${phase} ${at}`, shots: shots[at]!, round: 1 })
        refuseTooFew(result, shots[at]!)
        const sites = runs.is_device ? deviceQubits(result, group.qubits) : group.qubits
        done.push({ group, results: [result], sites })
      }
      return done
    },
    async measureAgain(earlier, shots, round) {
      const done: GroupRun[] = []
      for (const [at, run] of earlier.entries()) {
        if (shots[at] === 0) done.push(run)
        else {
          const result = await execute(run.group, { label: `values ${at}`, shots: shots[at]!, round })
          done.push({ ...run, results: [...run.results, result] })
        }
      }
      return done
    },
    outcomesOf(run, known) {
      const { group, results, sites } = run
      const input = {
        forms: results.map(formOf),
        first_bit,
        group,
        sharers: { groups: groups.length, rows },
        observables: constants.length,
        confusions: known && sites.map(site => known.confusions[known.qubits.indexOf(site)]!),
      }
      return background.run('groupOutcomes', input, { size: workOf(run), signal, owner })
    },
  }
}

/** Valid shots over all rounds. */
export const shotsOf = (runs: readonly GroupRun[]): number =>
  sum(runs.flatMap(({ results }) => results.map(({ shots }) => shots)))

/** Shots whose loops ended, of all that were executed. */
export function finishedShare(runs: readonly GroupRun[]): number {
  const left = sum(runs.flatMap(({ results }) => results.map(({ unfinished_shots = 0 }) => unfinished_shots)))
  const finished = shotsOf(runs)
  return finished / (finished + left)
}

/** Throws `invalid_request` where unfinished loops left fewer than the two shots that a variance needs. */
export function refuseTooFew({ shots, unfinished_shots = 0 }: ExecutionResult, executed: number): void {
  if (shots >= 2 || unfinished_shots === 0) return
  const message = `Only ${shots} of ${executed} shots of one circuit ended their loops within max_iterations, which is too few for a value with an error: raise it, or take more shots`
  throw new AppError('invalid_request', message, { details: { shots, unfinished_shots } })
}

/** Cost of a group's moments, as the number of bytes of JSON that would take as long to read. */
const workOf = (run: GroupRun): number => shotsOf([run]) * sum(run.group.terms.map(({ bits }) => bits.length + 1))

/** Device qubits that the transpiled circuit reads into these classical bits. */
export function readingQubits({ transpiled }: ExecutionResult, clbits: readonly number[]): number[] {
  const { circuit } = transpiled instanceof Uint8Array ? parsed<TranspiledCircuit>(transpiled) : transpiled!
  return readingSites(circuit, clbits)
}

/** Device qubits that hold these qubits of the circuit at the end of the transpiled one. */
function deviceQubits({ transpiled }: ExecutionResult, qubits: readonly number[]): number[] {
  const { final_layout } =
    transpiled instanceof Uint8Array ? parsed<{ final_layout: (number | null)[] }>(transpiled) : transpiled!
  return qubits.map(qubit => final_layout[qubit]!)
}
