import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../main/backends/devices/device-profile'
import { targetOf } from '../../../../main/circuits/transpile/model/target'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import type { TranspiledCircuit } from '../../../../main/contract/jobs/circuit-job'
import { calibratedExecutor } from '../../../../main/jobs/execution/calibrated-executor'
import type { ExecutionRequest } from '../../../../main/jobs/model/execution'
import type { ExecutionResult } from '../../../../main/jobs/model/execution-result'
import { countShots } from '../../../../main/jobs/tasks/b8-shots'
import { loadEngines } from '../../../../main/simulation/engines'
import { toBitstrings } from '../../../../main/simulation/model/counts'
import { jsonText } from '../../../../main/worker/json'
import { createYielder } from '../../../../main/worker/yielder'
import { homogeneity } from '../../twins/sequencer/agreement.cases'
import { DEMO } from '../../twins/sequencer/rig'
import { backend } from '../fixture'
import { LIVE, liveLab } from '../live-lab'

const { profile, bundled } = loadDevice(
  join(resolve(import.meta.dirname, '../../../..'), 'resources/devices/dev-b.json'),
)
const published = bundled.at(-1)!.snapshot
/** The engines do not reset before a circuit. */
const current: CalibrationSnapshot = {
  ...published,
  qubits: published.qubits.map(qubit => ({ ...qubit, reset_fidelity: 1 })),
}
const deviceOf = () => ({ profile, current, snapshots: [current] })

const gate = (name: string, ...qubits: number[]): Instruction => ({ name, qubits })
const measure = (qubit: number, clbit = qubit): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [clbit] })
const circuitOf = (num_qubits: number, ...instructions: Instruction[]): Circuit => ({ num_qubits, instructions })
const BELL = circuitOf(2, gate('h', 0), gate('cx', 0, 1), measure(0), measure(1))
const order = (circuit: Circuit, shots = 1_000): ExecutionRequest => ({
  ...LIVE,
  backend: backend('dev-b'),
  circuit,
  shots,
})

async function countsOf(result: ExecutionResult, clbits: number): Promise<ReadonlyMap<string, number>> {
  if ('planes' in result) return countShots(result.planes, clbits, createYielder())
  return 'packed' in result ? toBitstrings(result.packed, createYielder()) : result.counts
}
const transpiledOf = ({ transpiled }: ExecutionResult): TranspiledCircuit =>
  JSON.parse(jsonText(transpiled as Uint8Array))

let lab: Awaited<ReturnType<typeof liveLab>>
beforeAll(async () => {
  lab = await liveLab(deviceOf)
})
afterAll(() => lab.registry.close())
const device = () => lab.executors(backend('dev-b'))

describe('a job on a device', () => {
  it('is transpiled to coupled qubits that work, played, and recorded with who measured it', async () => {
    const result = await device().execute(order(BELL))
    const { circuit, cz_count } = transpiledOf(result)
    const couplings = new Set(profile.couplings.flatMap(([a, b]) => [`${a}-${b}`, `${b}-${a}`]))
    for (const { name, qubits } of circuit.instructions)
      if (name === 'cz') expect(couplings).toContain(qubits.join('-'))
    expect(cz_count).toBe(1)
    const { engine, noise, shots, machine, calibration_id } = result
    expect({ engine, noise, shots, calibration_id }).toEqual({
      engine: 'Pentad QSEQ twin SIMULATED/1.0.0',
      noise: 'calibrated',
      shots: 1_000,
      calibration_id: current.calibration_id,
    })
    expect(machine).toMatchObject({
      lost_shots: 0,
      sequencers: [
        {
          simulated: true,
          serial_number: 'T-0001',
          programs: [{ shots: 1_000, batches: [{ flags: ['ACQ_BINNING_DONE'] }] }],
        },
      ],
    })
    const counts = await countsOf(result, 2)
    expect(counts.get('00')! + counts.get('11')!).toBeGreaterThan(800)
  })

  it('takes several batches where its bins are few, and reports how far it is', async () => {
    const small = await liveLab(deviceOf, { profile: { ...DEMO, bins: 600 } })
    const reported: number[] = []
    const result = await small
      .executors(backend('dev-b'))
      .execute({ ...order(BELL), onProgress: fraction => reported.push(fraction) })
    expect(reported).toEqual([0.3, 0.6, 0.9, 1].map((_, i) => (i + 1) / 4))
    expect(result.shots).toBe(1_000)
    await small.registry.close()
  })

  it('counts only shots whose bins hold outcomes, and reports how many were lost', async () => {
    const spoiled = await liveLab(deviceOf, { twin: { spoiled: { empty: 0.05, invalid: 0.05 } } })
    const result = await spoiled.executors(backend('dev-b')).execute(order(BELL))
    const { lost_shots } = result.machine!
    // Of 1,050 shots with two bins each, 19 % are lost.
    expect(lost_shots).toBeGreaterThan(120)
    expect(result.shots + lost_shots).toBe(1_050)
    const counts = await countsOf(result, 2)
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(result.shots)
    await spoiled.registry.close()
  })

  it('says what it keeps the device for', async () => {
    const { device_time_s, most_shots } = await device().device!.check(order(BELL, 1_000), '/circuit')
    const seconds = device_time_s!
    const { duration_ns } = transpiledOf(await device().execute(order(BELL)))
    // Bins over the link, and each shot with its reset; the upload takes the rest.
    const [fetched, played] = [2_000 / DEMO.link_bytes_per_s, 1_000 * duration_ns * 1e-9]
    expect(seconds).toBeGreaterThan(fetched + played)
    expect(seconds).toBeLessThan(fetched + played + 0.1)
    expect(most_shots).toBe(1_000)
  })
})

describe('a circuit runs where its job says', () => {
  const placed = (initial_layout?: number[], routing?: 'swaps' | 'none') => ({
    ...order(BELL, 50),
    options: { ...order(BELL).options, placement: { initial_layout, routing } },
  })
  const { couplings } = targetOf(profile, current)

  it('on the qubits of an initial layout, as its result shows', async () => {
    const { a, b } = couplings.at(-1)!
    expect(await device().validate(placed([b, a], 'none'), '/circuit')).toEqual([])
    const result = await device().execute(placed([b, a], 'none'))
    expect(transpiledOf(result)).toMatchObject({ initial_layout: [b, a], final_layout: [b, a], swaps: 0 })
  })

  it('on physical qubits, each refusal at its instruction', async () => {
    const { a, b } = couplings.at(-1)!
    const [on, off] = [a, b].map(other => ({
      num_qubits: 1 + Math.max(a, b),
      physical_qubits: true as const,
      instructions: [gate('h', b), ...(other === b ? [gate('cx', b, 4_000)] : [gate('cx', b, a)]), measure(b)],
    }))
    expect(await device().validate(order(on!), '/circuits/2')).toEqual([])
    const found = await device().validate(order({ ...off!, num_qubits: 4_001 }), '/circuits/2')
    expect(found).toMatchObject([{ pointer: '/circuits/2/instructions/1' }])
    expect(await device().validate(placed([b, 4_000]), '/circuit')).toMatchObject([
      { pointer: '/options/initial_layout/1' },
    ])
  })
})

describe('a device refuses at submit', () => {
  const refusals = async (circuit: Circuit, changed = {}, shots = 100) => {
    const small = await liveLab(deviceOf, { profile: { ...DEMO, ...changed } })
    const faults = await small.executors(backend('dev-b')).validate(order(circuit, shots), '/circuits/3')
    await small.registry.close()
    return faults
  }
  const conditional = circuitOf(
    1,
    gate('h', 0),
    measure(0),
    { ...gate('x', 0), condition: { clbit: 0, value: 1 } },
    measure(0),
  )

  it.each([
    ['more instructions than a line holds', BELL, { instructions: 3 }, 'instructions'],
    ['more slots than there are bins', BELL, { bins: 1 }, 'bins'],
    ['more registers than there are', conditional, { registers: 1 }, 'registers'],
    ['a program of too many bytes', BELL, { program_bytes: 100 }, 'program_bytes'],
    ['decisions that it does not take', conditional, { feedforward_latency_ns: null }, 'feedforward'],
  ])('%s', async (_, circuit, changed, reason) => {
    const faults = await refusals(circuit, changed)
    expect(faults.find(({ exceeds }) => exceeds?.reason === reason)).toMatchObject({
      pointer: '/circuits/3/instructions',
      exceeds: { value: expect.any(Number), limit: expect.any(Number), remedy: expect.any(String) },
    })
  })

  it('a circuit with more qubits than the device has in service', async () => {
    const wide = circuitOf(200, ...Array.from({ length: 200 }, (_, q) => gate('x', q)), measure(0))
    expect(await refusals(wide)).toMatchObject([{ pointer: '/circuits/3/num_qubits' }])
  })

  it('a circuit without a measurement', async () => {
    expect(await refusals(circuitOf(1, gate('x', 0)))).toMatchObject([{ message: expect.stringContaining('measured') }])
  })

  it('a circuit too large for a state vector, unless Pauli frames can simulate it', async () => {
    const qubits = Array.from({ length: 40 }, (_, q) => q)
    const wide = (last: string) => circuitOf(40, ...qubits.map(q => gate(last, q)), ...qubits.map(q => measure(q)))
    expect(await refusals(wide('t'))).toMatchObject([{ message: expect.stringMatching(/\(t\) is not Clifford/) }])
    expect(await refusals(wide('h'))).toEqual([])
  })
})

describe('a twin agrees with the engine of mocks on the same calibration', () => {
  const { stabilizer, trajectories } = loadEngines()
  const engine = calibratedExecutor({ stabilizer, trajectories }, { deviceOf })
  const SHOTS = 20_000

  /** Counts of what was played, and of the same transpiled circuit by the engine, its errors as they are or `worse`. */
  async function beside(circuit: Circuit, { exact = false } = {}) {
    const twins = await liveLab(deviceOf, { twin: { decay: exact ? 'exact' : 'twirled' } })
    const played = await twins.executors(backend('dev-b')).execute(order(circuit, SHOTS))
    await twins.registry.close()
    const { circuit: fitted } = transpiledOf(played)
    const engines = await engine.execute({ ...order(fitted, SHOTS), seed: 5n })
    const clbits = Math.max(...fitted.instructions.flatMap(({ clbits = [] }) => clbits)) + 1
    const [one, two] = [await countsOf(played, clbits), await countsOf(engines, clbits)]
    const keys = [...new Set([...one.keys(), ...two.keys()])].sort()
    const counts = (of: ReadonlyMap<string, number>) => keys.map(key => of.get(key) ?? 0)
    return { played: counts(one), engine: counts(two) }
  }
  const [h, cx] = [(q: number) => gate('h', q), (a: number, b: number) => gate('cx', a, b)]

  it.each<[string, Circuit, object]>([
    ['a Bell pair', BELL, {}],
    ['three qubits in a row', circuitOf(3, h(0), cx(0, 1), cx(1, 2), measure(0), measure(1), measure(2)), {}],
    [
      'a T gate, decay exact',
      circuitOf(2, h(0), gate('t', 0), h(0), cx(0, 1), measure(0), measure(1)),
      { exact: true },
    ],
    [
      'a reading, a reset and another reading',
      circuitOf(1, h(0), measure(0), gate('reset', 0), h(0), measure(0, 1)),
      {},
    ],
    [
      'a pulse under a condition',
      circuitOf(2, h(0), measure(0, 0), { ...gate('x', 1), condition: { clbit: 0, value: 1 } }, measure(1, 1)),
      {},
    ],
  ])('%s', async (_, circuit, how) => {
    const { played, engine: expected } = await beside(circuit, how)
    expect(homogeneity(played, expected)).toBeGreaterThan(1e-4)
  })

  it('closely enough that 2 % of the shots elsewhere would be seen', async () => {
    const { played, engine: expected } = await beside(BELL)
    const moved = expected.map((count, i) => (i === 0 ? count - 0.02 * SHOTS : i === 1 ? count + 0.02 * SHOTS : count))
    expect(homogeneity(played, moved)).toBeLessThan(1e-4)
  })
})
