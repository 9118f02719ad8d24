import { describe, expect, it } from 'vitest'
import { jobTasks } from '../../../../main/jobs/tasks/registry'
import { budget, Cancelled, cancelledBy, OverBudget } from '../../../../main/worker/checkpoint'
import { direct } from '../../../../main/worker/runner'
import { planesOf } from '../bit-planes'

const CLBITS = 12
const SHOTS = 2 ** CLBITS
const bitsOf = (value: number) => value.toString(2).padStart(CLBITS, '0')
const each = Array.from({ length: SHOTS }, (_, value) => value)
/** Every outcome once, in the order of the bitstrings. */
const text = `{${each.map(value => `"${bitsOf(value)}":1`).join(',')}}`
const whole = { counts: text, num_clbits: CLBITS, probabilities: true, groups: [{ name: null, clbits: [0, 1, 2] }] }
const data = Uint8Array.from(each.flatMap(value => [value & 255, value >> 8]))
const keys = new Uint8Array(8 * SHOTS)
for (const value of each) keys.set([value & 255, value >> 8], 8 * value)
const packed = {
  words: 1,
  keys,
  counts: new Float64Array(SHOTS).fill(1),
  clbits: CLBITS,
  clbit_of: Array.from({ length: CLBITS }, (_, bit) => bit),
}
const drawn = { planes: null, packed: null, counts: text, clbits: CLBITS, shots: SHOTS, seed: 1 }
const planes = planesOf(each.map(value => [...bitsOf(value)].map(Number)))

const RUNS = {
  counts: runner => runner.run('counts', packed),
  widen: runner => runner.run('widen', { counts: text, missing: 2 }),
  marginals: runner => runner.run('marginals', whole),
  countsCsv: runner => runner.run('countsCsv', whole),
  shots: runner => runner.run('shots', drawn),
  'shots of planes': runner => runner.run('shots', { ...drawn, planes }),
  memory: runner => runner.run('memory', drawn),
  agreeing: runner =>
    runner.run('agreeing', {
      repeated: { data, shots: SHOTS, clbits: CLBITS, width: 2 },
      counts: text,
      clbits: CLBITS,
    }),
  slotOutcomes: runner => runner.run('slotOutcomes', { rows: [packed], clbits: CLBITS }),
  rowOutcomes: runner => runner.run('rowOutcomes', { form: { packed }, clbits: CLBITS }),
  'rowOutcomes of planes': runner => runner.run('rowOutcomes', { form: { planes }, clbits: CLBITS }),
  'rowOutcomes of counts': runner =>
    runner.run('rowOutcomes', { form: { counts: new Map(each.map(value => [bitsOf(value), 1])) }, clbits: CLBITS }),
} satisfies Record<string, (runner: ReturnType<typeof direct<typeof jobTasks>>) => Promise<unknown>>

describe.each(Object.entries(RUNS))('the task %s', (_name, run) => {
  it('ends at a checkpoint once it is cancelled', async () => {
    const cancelled = new Int32Array(new SharedArrayBuffer(4)).fill(1)
    await expect(run(direct(jobTasks, () => cancelledBy(cancelled)))).rejects.toBeInstanceOf(Cancelled)
  })

  it('ends at its budget, and gives a result without one', async () => {
    await expect(run(direct(jobTasks, () => budget(3)))).rejects.toBeInstanceOf(OverBudget)
    expect(await run(direct(jobTasks))).not.toBeNull()
  })
})
