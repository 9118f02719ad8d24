/** Whether every row of a sweep can be executed, and how long one keeps a device: judged by circuits that stand for all of them. */
import type { Backend } from '../../contract/backends/catalogue'
import type { Fault } from '../../contract/model/errors'
import type { Runner, WorkContext } from '../../worker/runner'
import { type CircuitRequest, requestFor } from '../model/execution-request'
import type { Executor } from '../model/executor'
import type { SubmittedCircuit } from '../model/job'
import type { JobTasks } from '../tasks/registry'
import { type JudgedCircuit, MAX_STRUCTURES } from '../tasks/sweep-tasks'
import { type ExecutionCheck, executionCheck } from './estimate-faults'

interface RowsParts extends WorkContext {
  readonly executor: Executor
  readonly interactive: Runner<JobTasks>
}

/**
 * Checks the rows of a valid circuit; `request` is for the circuit, or for the row of a sweep with the fewest Clifford gates, which
 * decides for an engine. A device plays the pulses of all rows together, and exact values follow the branches of each: there the
 * circuit at a general point of the parameters, where no gate is special, needs as much as any row, and where that is refused every
 * distinct row is checked.
 */
export async function rowsCheck(
  circuit: SubmittedCircuit,
  request: CircuitRequest,
  { executor, interactive, ...context }: RowsParts,
): Promise<ExecutionCheck> {
  const { at, sweep, estimate, json } = circuit
  const check = (own: CircuitRequest) => executionCheck(own, { plan: estimate, executor, at })
  if (!sweep || !differByRow(circuit, request.backend)) return check(request)
  const { backend, shots, options } = request
  const ofCircuit = ({ json: own, facts }: JudgedCircuit) =>
    requestFor(own, { backend, shots, options, facts, ...context })
  const input = { json, parameters: sweep.table }
  const general = await check(ofCircuit(await interactive.run('generalRow', input, context)))
  if (general.faults.length === 0) return general
  const rows = await interactive.run('distinctRows', input, context)
  if (rows === null) return { ...general, faults: general.faults.map(judgedTogether) }
  const checks: ExecutionCheck[] = []
  let refused: { readonly row: number; readonly own: ExecutionCheck } | null = null
  for (const row of rows) {
    const own = await check(ofCircuit(row))
    if (own.faults.length === 0) checks.push(own)
    else refused ??= { row: row.row, own }
    // Only where another row is sound does it matter which is not.
    if (refused && checks.length > 0) return { ...refused.own, faults: refused.own.faults.map(ofRow(refused.row)) }
  }
  if (refused) return refused.own
  return checks.reduce((most, own) => ((own.device_time_s ?? 0) > (most.device_time_s ?? 0) ? own : most))
}

const ofRow =
  (row: number) =>
  (fault: Fault): Fault => ({ ...fault, message: `row ${row}: ${fault.message}` })

/** Adds that the table can be changed as well, where its rows differ too much to be checked one by one. */
const judgedTogether = (fault: Fault): Fault => ({
  ...fault,
  message: `${fault.message}; the rows were judged together, by angles that are special for no gate, as their angles are multiples of π/4 in more than ${MAX_STRUCTURES} different ways: a sweep of rows of at most ${MAX_STRUCTURES} such ways is judged row by row, so split the table by which angles are such multiples`,
})

function differByRow({ estimate, facts }: SubmittedCircuit, { mode }: Backend): boolean {
  if (mode === 'live') return true
  return estimate?.kind === 'exact' && (facts.first_condition !== null || facts.first_collapse !== null)
}
