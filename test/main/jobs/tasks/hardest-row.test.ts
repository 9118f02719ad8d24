/** Before a sweep is accepted, its hardest row is judged for all. */
import { expect, it } from 'vitest'
import { SubmitJob } from '../../../../main/contract/jobs/submit'
import { submissionOf } from '../../../../main/jobs/tasks/submission'

const { PI } = Math
const circuit = {
  num_qubits: 2,
  instructions: [
    { name: 'rx', qubits: [0], params: ['a'] },
    { name: 'crz', qubits: [0, 1], params: ['b'] },
    { name: 'measure', qubits: [0], clbits: [0] },
  ],
}
/** Angles of the row that stands for all. */
function sampled(rows: number[][]): number[] {
  const body = SubmitJob.parse({ backend: 'dev-b', shots: 10, circuit, parameters: { names: ['a', 'b'], rows } })
  const { sweep } = submissionOf(body).circuits[0]!
  const { instructions } = JSON.parse(sweep!.sample as string) as { instructions: { params?: number[] }[] }
  return instructions.flatMap(({ params = [] }) => params)
}

it.each([
  [
    'the one with the most general angles, wherever it stands',
    [
      [0, PI],
      [0.3, 0],
      [0.3, 0.4],
      [PI, 0.1],
    ],
    [0.3, 0.4],
  ],
  [
    'the first of those',
    [
      [0, 0.2],
      [0.3, 0],
    ],
    [0, 0.2],
  ],
  [
    'the first where all are Clifford',
    [
      [PI / 2, PI],
      [PI, 0],
    ],
    [PI / 2, PI],
  ],
])('is %s', (_, rows, angles) => {
  expect(sampled(rows)).toEqual(angles)
})
