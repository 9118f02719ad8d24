/** Submitted data of a job that is read only where it is needed. */
import type { ClassicalRegister } from '../../simulation/circuit-facts'
import type { Store } from '../../store/store'
import type { DevicePlacement } from '../model/execution-request'
import type { JobRow } from '../model/job'

export interface JobDetails {
  /** As `JsonBlobs` stores it. */
  circuit(row: JobRow): string
  /** Its classical registers; null where it declares none. */
  registers(row: JobRow): readonly ClassicalRegister[] | null
  /** JSON of the EstimateRequest; null for counts alone. */
  estimateRequest(row: JobRow): string | null
  /** Placement of the job on its device; null where the calibration chooses. */
  placement(row: JobRow): DevicePlacement | null
  /** A sweep's parameters, as `JsonBlobs` stores them; null for a job of one circuit. */
  parameters(row: JobRow): string | null
  parameterNames(row: JobRow): string[] | null
}

export function jobDetails({ db }: Pick<Store, 'db'>): JobDetails {
  const column = (name: string, table: string) =>
    db.prepare<[number], string | null>(`SELECT ${name} FROM ${table} WHERE sequence = ?`).pluck()
  const circuit = column('circuit', 'job_circuits')
  const registers = column('registers', 'job_circuits')
  const parameters = column('parameters', 'job_circuits')
  const parameterNames = column('parameter_names', 'job_circuits')
  const estimateRequest = column('request', 'job_estimates')
  const placement = column('placement', 'job_placements')
  return {
    circuit: ({ sequence }) => circuit.get(sequence)!,
    registers({ sequence }) {
      const json = registers.get(sequence)
      return json ? JSON.parse(json) : null
    },
    estimateRequest: ({ sequence, estimates }) => (estimates === null ? null : estimateRequest.get(sequence)!),
    placement({ sequence, mode }) {
      const json = mode === 'live' ? placement.get(sequence) : undefined
      return json ? JSON.parse(json) : null
    },
    parameters: ({ sequence }) => parameters.get(sequence) ?? null,
    parameterNames: ({ sequence, rows }) => (rows === null ? null : JSON.parse(parameterNames.get(sequence)!)),
  }
}
