/** A service to be killed: the whole of it on a lab of one small device, where it starts runs that a sequencer plays. */
import { resolve } from 'node:path'
import { createClient } from '../../../main/cli/io/client'
import { SubmitJob } from '../../../main/contract/jobs/submit'
import { routes } from '../../../main/contract/routes'
import { RunRequest } from '../../../main/contract/runs/request'
import { startService } from '../../../main/service'
import { readEndpoint } from '../../../main/store/endpoint'
import { configured } from '../../configured'

export const PLACE = { backend_id: 'synthetic', logical_id: 'c0.L0' }
/** Compute tokens, got once. */
export const TOKENS = 1_000_000

/** What it says, a line each. */
export interface Line {
  readonly said: 'up' | 'accepted' | 'measured'
  readonly run_id?: string
  /** Accepted before the run. */
  readonly job_uuid?: string
}
const say = (line: Line) => console.log(JSON.stringify(line))

/** Some hundred batches. */
const REQUEST = RunRequest.parse({
  mode: 'correction',
  rounds: [1, 2],
  shots: 2_000,
  states: ['0', '+'],
  preparation: 'projective',
  seed: 7,
  override: true,
  readout: 'checked',
})

/** All nine qubits, in two batches. */
const QUBITS = Array.from({ length: 9 }, (_, qubit) => qubit)
const JOB = SubmitJob.parse({
  backend: PLACE.backend_id,
  shots: 20_000,
  circuit: {
    num_qubits: QUBITS.length,
    instructions: [
      ...QUBITS.map(qubit => ({ name: 'h', qubits: [qubit] })),
      ...QUBITS.map(qubit => ({ name: 'measure', qubits: [qubit], clbits: [qubit] })),
    ],
  },
})

/** Each of its runs is said once it is accepted, and once more when the device has it. */
async function main(data: string, lab: string, runs: number): Promise<void> {
  const service = await startService(configured(data, { lab, resources: resolve('resources'), log_level: 'error' }))
  const client = createClient({ url: service.url, token: readEndpoint(data)!.localToken })
  if ((await client.call(routes.listRuns)).items.length === 0)
    await client.call(routes.purchaseTokens, { body: { tokens: TOKENS } })
  say({ said: 'up' })
  for (let i = 0; i < runs; i++) {
    const { job_uuid } = await client.call(routes.submitJob, { body: JOB })
    const { run_id } = await client.call(routes.createRun, { params: PLACE, body: REQUEST })
    say({ said: 'accepted', run_id, job_uuid })
    for (let waits = true; waits; ) {
      const { status, progress } = await client.call(routes.getRun, { params: { ...PLACE, run_id } })
      waits = status === 'PENDING' || (status === 'PROCESSING' && progress.fraction === 0)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    say({ said: 'measured', run_id })
  }
}

const [, , data, lab, runs] = process.argv
if (data !== undefined && lab !== undefined && runs !== undefined) await main(data, lab, Number(runs))
