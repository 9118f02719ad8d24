/** The circuits that an estimate executes: for a job each by itself, for a sweep each prepared once for all rows. */
import type { MeasurementGroup } from '../../../circuits/observables/measurement-plan'
import type { Json } from '../../../worker/json'
import type { Runner } from '../../../worker/runner'
import {
  type ExecutionContext,
  type ExecutionRequest,
  type Executor,
  jsonOf,
  type RowExecution,
  requestFor,
  type SweepRequest,
  type SweptCircuit,
} from '../../model/execution'
import type { ExecutionResult } from '../../model/execution-result'
import type { JobTasks } from '../../tasks/registry'

/** Executes one fixed circuit with the shots and the seed of the request. */
export type PartExecution = (own: ExecutionContext) => Promise<ExecutionResult>

export interface EstimateCircuits {
  /** The circuit as it was submitted. */
  readonly submitted: PartExecution
  /** The circuit with the gates and the measurements of a group. */
  measuring(group: MeasurementGroup): PartExecution
}

type Execute = Pick<Executor, 'execute'>

/** Circuits of a job of one circuit. */
export function circuitsOf(request: ExecutionRequest, { execute }: Execute, background: Runner<JobTasks>) {
  const json = jsonOf(request)
  return {
    submitted: own => execute(requestFor(json, own)),
    measuring: group => async own => execute(requestFor(await measuringJson(json, group, { ...own, background }), own)),
  } satisfies EstimateCircuits
}

interface SweptParts {
  readonly rowsOf: (circuit: SweptCircuit) => RowExecution
  readonly background: Runner<JobTasks>
  /** Circuits whose rows are executed in turn. */
  readonly circuits: number
}

/** Circuits of each row of a sweep. Rows must be requested in order; each circuit is read and prepared once for all of them. */
export function circuitsOfSweep(request: SweepRequest, { rowsOf, background, circuits }: SweptParts) {
  const { json, table, signal, owner } = request
  const swept = { table, signal, owner, sharers: circuits }
  const submitted = rowsOf({ ...swept, json })
  const byGroup = new Map<MeasurementGroup, Promise<RowExecution>>()
  const ofGroup = (group: MeasurementGroup): Promise<RowExecution> => {
    const known =
      byGroup.get(group) ??
      measuringJson(json, group, { ...request, background }).then(own => rowsOf({ ...swept, json: own }))
    byGroup.set(group, known)
    return known
  }
  return (row: number): EstimateCircuits => ({
    submitted: own => submitted(row, own),
    measuring: group => async own => (await ofGroup(group))(row, own),
  })
}

const measuringJson = (
  json: Json,
  group: MeasurementGroup,
  { background, signal, owner }: Pick<ExecutionContext, 'signal' | 'owner'> & Pick<SweptParts, 'background'>,
): Promise<Json> => background.run('measuringCircuit', { json, group }, { size: json.length, signal, owner })
