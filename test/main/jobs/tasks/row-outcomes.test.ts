import fc from 'fast-check'
import { expect, it } from 'vitest'
import { executeEachRow } from '../../../../main/jobs/execution/sweeps/row-by-row'
import type { ExecutionResult } from '../../../../main/jobs/model/execution-result'
import type { Outcomes, RowOutcome } from '../../../../main/jobs/model/sweep'
import { formOf } from '../../../../main/jobs/tasks/measured-outcomes'
import { jobTasks } from '../../../../main/jobs/tasks/registry'
import { outcomesOfForm } from '../../../../main/jobs/tasks/row-outcomes'
import { direct, type Runner } from '../../../../main/worker/runner'
import { planesOf, textOf } from '../bit-planes'
import { backend } from '../fixture'

const WIDE = 11
const shotsOfBits = fc.array(fc.array(fc.nat(1), { minLength: WIDE, maxLength: WIDE }), { maxLength: 40 })

function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Slots in another order than the bits. */
function packedOf(texts: readonly string[], clbits: number, unfinished?: number) {
  const counts = [...counted(texts)]
  const clbit_of = Array.from({ length: WIDE }, (_, slot) => (3 * slot + 1) % WIDE)
  const keys = new Uint8Array(8 * counts.length)
  for (const [at, [bits]] of counts.entries())
    for (const [slot, clbit] of clbit_of.entries())
      keys[8 * at + (slot >> 3)]! |= Number(bits[WIDE - 1 - clbit]) << (slot & 7)
  return { words: 1, keys, counts: Float64Array.from(counts, ([, count]) => count), clbit_of, clbits, unfinished }
}

/** The bitstrings of outcomes in their order, with their counts. */
const shown = ({ rows, counts, width }: Outcomes, clbits: number) =>
  Array.from(counts, (count, at) => {
    const bit = (clbit: number) => (rows[at * width + (clbit >> 3)]! >> (clbit & 7)) & 1
    return [Array.from({ length: clbits }, (_, place) => bit(clbits - 1 - place)).join(''), count]
  })

it('the outcomes of a row are the same from planes, packed counts and bitstrings, of all bits or of fewer', () => {
  fc.assert(
    fc.property(shotsOfBits, fc.integer({ min: 1, max: WIDE }), (shots, clbits) => {
      const texts = shots.map(textOf)
      const expected = [...counted(texts.map(text => text.slice(WIDE - clbits)))].sort(([a], [b]) => (a < b ? -1 : 1))
      const planes = shots.length > 0 ? planesOf(shots) : null
      const forms = [{ packed: packedOf(texts, clbits) }, { counts: counted(texts) }]
      for (const form of planes ? [...forms, { planes }] : forms)
        expect(
          shown(
            outcomesOfForm(form, clbits, () => undefined),
            clbits,
          ),
        ).toEqual(expected)
    }),
  )
})

it('shots whose loops were left at their bound are in no outcome of a row', () => {
  const texts = ['00000000001', '10000000001', '10000000010']
  const found = outcomesOfForm({ packed: packedOf(texts, WIDE - 1, WIDE - 1) }, WIDE - 1, () => undefined)
  expect(shown(found, WIDE - 1)).toEqual([['0000000001', 1]])
})

it('a sweep of rows one by one has each row sorted by the runner of its tasks, whatever the engine counted', async () => {
  const origin = { engine: 'test', noise: 'none', calibration_id: null, shots: 2, transpiled: null } as const
  const results: ExecutionResult[] = [
    { ...origin, packed: packedOf(['00000000010', '00000000001'], WIDE) },
    { ...origin, counts: counted(['00000000010', '00000000001']) },
    { ...origin, planes: planesOf(['01000000000', '10000000000'].map(row => [...row].map(Number))) },
  ]
  const ran: unknown[] = []
  const tasks = direct(jobTasks)
  const background: Runner<typeof jobTasks> = {
    run(name, input, options) {
      ran.push([name, input])
      return tasks.run(name, input, options)
    },
  }
  const rows: RowOutcome[] = []
  const request = {
    json: '{}',
    table: { names: [], rows: 3, values: new Float64Array(0) } as never,
    seed: 1n,
    num_clbits: WIDE,
    has_loops: false,
    shots: 2,
    backend: backend('dev-a-mock'),
    options: { noise: 'none', precision: 'float64' } as const,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onRows: async (more: readonly RowOutcome[]) => void rows.push(...more),
  }
  await executeEachRow(request, async row => results[row]!, background)
  expect(ran).toEqual(results.map(result => ['rowOutcomes', { form: formOf(result), clbits: WIDE }]))
  for (const { outcomes } of rows)
    expect(shown(outcomes, WIDE)).toEqual([
      ['00000000001', 1],
      ['00000000010', 1],
    ])
})
