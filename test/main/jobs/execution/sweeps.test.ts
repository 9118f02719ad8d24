/** Sweeps whose rows the addon samples side by side, beside the same rows executed one by one. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tableOf } from '../../../../main/circuits/parameters/bind'
import type { ParametricInstruction } from '../../../../main/contract/jobs/circuit'
import { idealExecutor } from '../../../../main/jobs/execution/ideal-executor'
import { executeRowByRow } from '../../../../main/jobs/execution/sweeps/row-by-row'
import type { SweepHeader, SweepRequest } from '../../../../main/jobs/model/execution'
import type { RowOutcome } from '../../../../main/jobs/model/sweep'
import { jobTasks } from '../../../../main/jobs/tasks/registry'
import { loadEngines } from '../../../../main/simulation/engines'
import { direct } from '../../../../main/worker/runner'
import { backend } from '../fixture'

const engine = idealExecutor(loadEngines())
const qubit = fc.nat(2)
const angle = fc.constantFrom('theta', 'phi / 2', '-theta * phi', 'pi / 2', 'pi')
const open: fc.Arbitrary<ParametricInstruction> = fc.oneof(
  fc.tuple(fc.constantFrom('rx', 'ry', 'rz', 'p'), qubit, angle).map(([name, q, param]) => ({
    name,
    qubits: [q],
    params: [param],
  })),
  fc.tuple(fc.constantFrom('h', 's', 'x'), qubit).map(([name, q]) => ({ name, qubits: [q] })),
  qubit.map(q => ({ name: 'cx', qubits: [q, (q + 1) % 3] })),
  fc.tuple(qubit, fc.nat(2)).map(([q, c]) => ({ name: 'measure', qubits: [q], clbits: [c] })),
  qubit.map(q => ({ name: 'reset', qubits: [q] })),
)
const maybeConditional = fc
  .tuple(open, fc.option(fc.tuple(fc.nat(2), fc.constantFrom(0 as const, 1 as const))))
  .map(([one, when]) => (when ? { ...one, condition: { clbit: when[0], value: when[1] } } : one))
const value = fc.oneof(fc.constantFrom(0, Math.PI, Math.PI / 2), fc.double({ min: -3, max: 3, noNaN: true }))
const rows = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 5 })

async function rowsOf(run: (request: SweepRequest) => Promise<SweepHeader>, request: Omit<SweepRequest, 'onRows'>) {
  const found: RowOutcome[] = []
  await run({
    ...request,
    onRows: async more => {
      found.push(...more)
    },
  })
  return found
}

it.skipIf(!engine.executeSweep)(
  'have the outcomes of their rows executed one by one, in the same engines',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(maybeConditional, { maxLength: 14 }), rows, fc.nat(), async (some, table, seed) => {
        const measured = [0, 1, 2].map(q => ({ name: 'measure', qubits: [q], clbits: [q] }))
        const circuit = { num_qubits: 3, num_clbits: 3, instructions: [...some, ...measured] }
        const request = {
          json: JSON.stringify(circuit),
          table: tableOf({ names: ['theta', 'phi'], rows: table }),
          seed: BigInt(seed),
          num_clbits: 3,
          has_loops: false,
          shots: 50,
          backend: backend('dev-a-mock'),
          options: { noise: 'none', precision: 'float64' } as const,
          signal: new AbortController().signal,
          onProgress: () => undefined,
        }
        const together = await rowsOf(each => engine.executeSweep!(each), request)
        const apart = await rowsOf(each => executeRowByRow(engine, each, direct(jobTasks)), request)
        expect(together).toEqual(apart)
      }),
      { numRuns: 40 },
    )
  },
)
