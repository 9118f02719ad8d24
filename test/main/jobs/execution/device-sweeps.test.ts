/** Sweeps on a device: compiled once for all rows, each of which is what its circuit is by itself on that layout. */
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDevice } from '../../../../main/backends/devices/device-profile'
import { createBinder, tableOf } from '../../../../main/circuits/parameters/bind'
import { instructionsOfRow } from '../../../../main/circuits/transpile/model/result'
import { targetOf } from '../../../../main/circuits/transpile/model/target'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import type { TranspiledCircuit } from '../../../../main/contract/jobs/circuit-job'
import { deviceExecutor } from '../../../../main/jobs/execution/device/device-executor'
import { estimator } from '../../../../main/jobs/execution/estimates/estimate-job'
import { executeRowByRow } from '../../../../main/jobs/execution/sweeps/row-by-row'
import type { EstimateRequest } from '../../../../main/jobs/model/estimate-request'
import type { SweepRequest } from '../../../../main/jobs/model/execution'
import type { RowOutcome } from '../../../../main/jobs/model/sweep'
import { compiledForDevice } from '../../../../main/jobs/tasks/device/device-program'
import { compiledRows, type DeviceRows, programOfRow } from '../../../../main/jobs/tasks/device/row-programs'
import { type JobTasks, jobTasks } from '../../../../main/jobs/tasks/registry'
import type { SequencerProfile } from '../../../../main/sequencer/profile/profile'
import type { SequencerProgram } from '../../../../main/sequencer/program/program'
import { loadEngines } from '../../../../main/simulation/engines'
import { jsonText } from '../../../../main/worker/json'
import { direct, type Runner } from '../../../../main/worker/runner'
import { DEMO } from '../../twins/sequencer/rig'
import { backend } from '../fixture'
import { LIVE, liveLab } from '../live-lab'

const { profile, bundled } = loadDevice(
  join(resolve(import.meta.dirname, '../../../..'), 'resources/devices/dev-b.json'),
)
let current = bundled.at(-1)!.snapshot
const deviceOf = () => ({ profile, current, snapshots: [current] })
const { PI } = Math

const circuit: ParametricCircuit = {
  num_qubits: 3,
  num_clbits: 3,
  instructions: [
    { name: 'rx', qubits: [0], params: ['theta'] },
    { name: 'rz', qubits: [0], params: ['phi'] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'crz', qubits: [1, 2], params: ['phi'] },
    { name: 'cx', qubits: [1, 2] },
    { name: 'rx', qubits: [0], params: ['-theta'] },
    ...[0, 1, 2].map(q => ({ name: 'measure', qubits: [q], clbits: [q] })),
  ],
}
const SPECIAL = [
  [0, 0],
  [PI, 0],
]
const names = ['theta', 'phi']
const table = tableOf({ names, rows: [...SPECIAL, [0.7, 1.1], [PI, PI], [PI / 2, -0.4]] })
const special = tableOf({ names, rows: SPECIAL })
const ALWAYS = () => undefined
const rowsInput = (changed: Partial<DeviceRows> = {}): DeviceRows => ({
  json: JSON.stringify(circuit),
  table,
  first: 0,
  count: table.rows,
  shots: 100,
  profile,
  snapshot: current,
  target: targetOf(profile, current),
  sequencer: DEMO,
  ...changed,
})
const singleInput = (row: number, changed: Partial<DeviceRows> = {}) => ({
  ...rowsInput(changed),
  json: JSON.stringify(createBinder(circuit, table).circuit(row)),
  by_trajectories: false,
})
const anglesLeftOut = ({ blocks, ...program }: SequencerProgram) => ({
  ...program,
  blocks: blocks.map(block => ({
    ...block,
    operations: block.operations.map(one => (one.op === 'vz' ? { ...one, angle: null } : one)),
  })),
})

it('has programs that differ in angles alone, the same whichever rows are compiled together', () => {
  const all = compiledRows(rowsInput(), ALWAYS)!
  const first = programOfRow(all, 0)
  for (let row = 0; row < table.rows; row++) {
    const apart = compiledRows(rowsInput({ first: row, count: 1 }), ALWAYS)!
    expect(programOfRow(apart, row)).toEqual(programOfRow(all, row))
    expect(anglesLeftOut(programOfRow(all, row))).toEqual(anglesLeftOut(first))
  }
  expect(programOfRow(all, 2)).not.toEqual(first)
})

it('compiles one row to its program by itself, on the same layout', () => {
  const [only, values] = [2, tableOf({ names, rows: [[0.7, 1.1]] })]
  const together = compiledRows(rowsInput({ table: values, count: 1 }), ALWAYS)!
  const { program, transpiled } = compiledForDevice(singleInput(only), ALWAYS)
  expect(programOfRow(together, 0)).toEqual(program)
  expect(together.transpiled).toEqual(transpiled)
  expect(instructionsOfRow(transpiled.circuit.instructions, 0)).toEqual(transpiled.circuit.instructions)
})

const shots = 400
let lab: Awaited<ReturnType<typeof liveLab>>
beforeAll(async () => {
  lab = await liveLab(deviceOf)
})
afterAll(() => lab.registry.close())

type RackDevices = Awaited<ReturnType<typeof liveLab>>['devices']

const { trajectories } = loadEngines()

function onDevices(devices: RackDevices) {
  const asked: string[] = []
  const inner = direct(jobTasks)
  const background: Runner<JobTasks> = {
    run: (task, input, call) => {
      asked.push(task)
      return inner.run(task, input, call)
    },
  }
  const executor = deviceExecutor({ devices, deviceOf, trajectories, background })
  return { asked, background, executor, held: executor.device.holding() }
}

const sweepOf = (json: string, swept: typeof table, onRows: SweepRequest['onRows']): SweepRequest => ({
  ...LIVE,
  backend: backend('dev-b'),
  json,
  table: swept,
  seed: 3n,
  num_clbits: 3,
  shots,
  has_loops: false,
  onRows,
})

async function played(devices: RackDevices, { swept = table, afterRow = (_row: number): void => undefined } = {}) {
  const { asked, held } = onDevices(devices)
  const rows: RowOutcome[] = []
  const request = sweepOf(JSON.stringify(circuit), swept, async more => {
    rows.push(...more)
    afterRow(rows.length)
  })
  const header = await held.executeSweep!(request).finally(held.release)
  return { asked, rows, header }
}

const shareOf = ({ outcomes, shots: n }: RowOutcome, bits: number): number => {
  const at = outcomes.rows.indexOf(bits)
  return at === -1 ? 0 : outcomes.counts[at]! / n
}

it('is transpiled and compiled once for all rows, and measures what each of them is', async () => {
  const { asked, rows, header } = await played(lab.devices)
  expect(asked.filter(task => task.includes('ForDevice'))).toEqual(['compileRowsForDevice'])
  expect(asked).not.toContain('boundCircuit')
  expect(rows).toHaveLength(table.rows)
  // theta = 0 leaves 000; theta = pi flips 0 there and back, and 1 and 2 with it.
  expect(shareOf(rows[0]!, 0b000)).toBeGreaterThan(0.75)
  expect(shareOf(rows[1]!, 0b110)).toBeGreaterThan(0.75)
  expect(shareOf(rows[3]!, 0b110)).toBeGreaterThan(0.75)
  const { circuit: shown } = JSON.parse(jsonText(header.transpiled as Uint8Array)) as TranspiledCircuit
  for (const { name, params } of shown.instructions) if (name === 'rz') expect(params).toHaveLength(1)
})

it('uploads the program of rows that are the same once', async () => {
  const same = tableOf({ names, rows: [0.7, 0.7, 0.7, 1.9, 1.9, 0.7].map(theta => [theta, 1.1]) })
  const from = lab.log.search({}, 100_000).at(-1)!.sequence
  const { rows } = await played(lab.devices, { swept: same })
  const uploads = lab.log.search({ text: ':PROGram #', direction: 'sent', after: from }, 1_000)
  expect(uploads).toHaveLength(3)
  expect(rows).toHaveLength(same.rows)
  // Each is measured anew.
  expect(rows[1]!.outcomes).not.toEqual(rows[0]!.outcomes)
})

it('goes row by row where the device has room for each row and not for the pulses of all', async () => {
  const takes = (run: () => unknown): boolean => {
    try {
      return run() !== null
    } catch {
      return false
    }
  }
  const fits = (sequencer: SequencerProfile) =>
    [...Array(special.rows).keys()].every(row =>
      takes(() => compiledForDevice(singleInput(row, { sequencer }), ALWAYS)),
    )
  const few = Array.from({ length: 60 }, (_, instructions) => ({ ...DEMO, instructions }))
  const narrow = few.find(
    sequencer => fits(sequencer) && compiledRows(rowsInput({ sequencer, table: special, count: 2 }), ALWAYS) === null,
  )
  if (!narrow) throw new Error('every profile that takes each row takes all')
  const small = await liveLab(deviceOf, { profile: narrow })
  const { asked, rows } = await played(small.devices, { swept: special })
  expect(asked.filter(task => task.includes('ForDevice'))).toEqual([
    'compileRowsForDevice',
    ...Array<string>(special.rows).fill('compileForDevice'),
  ])
  expect(rows).toHaveLength(special.rows)
  expect(shareOf(rows[1]!, 0b110)).toBeGreaterThan(0.75)
  await small.registry.close()
})

it('ends where the calibration changes between two rows', async () => {
  const before = current
  const run = played(lab.devices, {
    afterRow: row => {
      if (row === 2) current = { ...before, calibration_id: 'cal-later' }
    },
  })
  await expect(run).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('cal-later') })
  current = before
})

const observed = [
  { name: 'both', terms: ['Z0 Z1', 'X1 X2'].map(pauli => ({ pauli, coefficient: 1 })) },
  { name: 'one', terms: [{ pauli: 'Y0', coefficient: 1 }] },
]
const unmeasured = { ...circuit, instructions: circuit.instructions.filter(({ name }) => name !== 'measure') }
/** No gate is special at these. */
const general = tableOf({ names, rows: [0.7, 1.9, 0.7].map(theta => [theta, 1.1]) })

/** Each on a twin of its own, which starts from the same seed; under one lease, row by row or together. */
async function estimated(kind: 'sampled' | 'mitigated_counts', asked: EstimateRequest, isTogether: boolean) {
  const own = await liveLab(deviceOf)
  const { asked: tasks, background, executor, held } = onDevices(own.devices)
  const options = { asked, background, rows: general.rows }
  const json = JSON.stringify(kind === 'sampled' ? unmeasured : circuit)
  const rows: RowOutcome[] = []
  const request = sweepOf(json, general, async more => void rows.push(...more))
  const { execute, executeSweep } = estimator(kind, { ...options, executor: { ...executor, ...held }, held })
  await (isTogether ? executeSweep!(request) : executeRowByRow({ execute }, request, background)).finally(held.release)
  await own.registry.close()
  return {
    tasks: tasks.filter(task => task.includes('ForDevice')),
    rows: rows.map(({ estimates, ...row }) => ({ ...row, estimates: JSON.parse(jsonText(estimates!)) })),
  }
}

it.each([
  ['sampled', { observables: observed, grouping: 'qubit_wise' }, ['compileRowsForDevice', 'compileRowsForDevice']],
  [
    'sampled',
    { observables: observed.slice(1), grouping: 'qubit_wise', mitigation: { readout: 'measured' } },
    ['compileRowsForDevice', 'compileForDevice', 'compileForDevice'],
  ],
  ['mitigated_counts', { grouping: 'qubit_wise', mitigation: { readout: 'published' } }, ['compileRowsForDevice']],
] as const)(
  'estimates rows of circuits that are compiled once, as each by itself does: %s %#',
  async (kind, asked, once) => {
    const together = await estimated(kind, asked, true)
    const apart = await estimated(kind, asked, false)
    expect(together.rows).toHaveLength(general.rows)
    expect(together.rows).toEqual(apart.rows)
    expect(together.tasks).toEqual(once)
    expect(apart.tasks.length).toBeGreaterThan(once.length)
  },
)
