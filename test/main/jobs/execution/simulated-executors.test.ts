import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../main/backends/devices/device-profile'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { calibratedExecutor } from '../../../../main/jobs/execution/calibrated-executor'
import { idealExecutor } from '../../../../main/jobs/execution/ideal-executor'
import type { ExecutionOptions, ExecutionRequest } from '../../../../main/jobs/model/execution'
import { createReferenceSimulator, loadEngines } from '../../../../main/simulation/engines'
import { toBitstrings } from '../../../../main/simulation/model/counts'
import { noiseParametersOf } from '../../../../main/simulation/noise/calibration'
import { noisyTrajectoryProgram } from '../../../../main/simulation/noise/trajectory-program'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { createYielder } from '../../../../main/worker/yielder'
import { backend } from '../fixture'

const { profile, bundled } = loadDevice(
  join(resolve(import.meta.dirname, '../../../..'), 'resources/devices/dev-b.json'),
)
const snapshots = bundled.map(({ snapshot }) => snapshot)
const deviceOf = () => ({ profile, current: snapshots.at(-1)!, snapshots })
const NONE: ExecutionOptions = { noise: 'none', precision: 'float64' }

const gate = (name: string, ...qubits: number[]): Instruction => ({ name, qubits })
const measure = (qubit: number, clbit: number): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [clbit] })
const circuitOf = (num_qubits: number, ...instructions: Instruction[]): Circuit => ({ num_qubits, instructions })
const order = (circuit: Circuit, options = NONE): ExecutionRequest => ({
  backend: { ...backend('dev-b-mock'), backend_id: 'dev-b-mock' } as Backend,
  circuit,
  shots: 300,
  seed: 11n,
  options,
  signal: new AbortController().signal,
  onProgress: () => undefined,
})
const countShots = (outcome: object) =>
  'counts' in outcome ? (outcome.counts as ReadonlyMap<string, number>) : new Map()

const ideal = idealExecutor({ simulator: createReferenceSimulator(), stabilizer: createReferenceStabilizer() })
const bell = circuitOf(2, gate('h', 0), gate('cx', 0, 1), measure(0, 0), measure(1, 1))

describe('without noise', () => {
  it('a Clifford circuit runs on stabilizers', async () => {
    const outcome = await ideal.execute(order(bell))
    expect(outcome.engine).toBe('reference-stabilizer/1')
    expect([...countShots(outcome).keys()].sort()).toEqual(['00', '11'])
  })

  it('a T gate takes the state vector', async () => {
    const circuit = circuitOf(1, gate('h', 0), gate('t', 0), gate('h', 0), measure(0, 0))
    expect((await ideal.execute(order(circuit))).engine).toBe('reference-statevector/2')
  })

  it('a condition on a register runs on stabilizers', async () => {
    const conditional = { ...gate('x', 0), condition: { clbits: [0, 1], value: 0 } }
    const circuit = circuitOf(2, measure(0, 0), measure(1, 1), conditional, measure(0, 0))
    expect((await ideal.execute(order(circuit))).engine).toBe('reference-stabilizer/1')
  })

  it('an X on a register that reads 0 happens', async () => {
    const conditional = { ...gate('x', 0), condition: { clbits: [0, 1], value: 0 } }
    const outcome = await ideal.execute(order(circuitOf(2, measure(0, 0), measure(1, 1), conditional, measure(0, 0))))
    expect([...countShots(outcome)]).toEqual([['01', 300]])
  })

  it('what no engine can hold is refused with the reason', () => {
    const wide = circuitOf(40, ...Array.from({ length: 40 }, (_, q) => gate('t', q)), measure(0, 0))
    expect(ideal.validate(order(wide), '/circuits/3')).toMatchObject([
      { pointer: '/circuits/3/num_qubits', message: expect.stringMatching(/instruction 0 \(t\) is not Clifford/) },
    ])
    const clifford = circuitOf(
      400,
      gate('h', 0),
      ...Array.from({ length: 399 }, (_, q) => gate('cx', q, q + 1)),
      measure(399, 0),
    )
    expect(ideal.validate(order(clifford), '/circuit')).toEqual([])
  })

  it('a result is as wide as the circuit declares', async () => {
    const outcome = await ideal.execute(order({ ...bell, num_clbits: 4 }))
    expect([...countShots(outcome).keys()].sort()).toEqual(['0000', '0011'])
  })

  it('both engines agree on a Clifford circuit', async () => {
    const { simulator } = loadEngines()
    const ghz = circuitOf(3, gate('h', 0), gate('cx', 0, 1), gate('cx', 1, 2), ...[0, 1, 2].map(q => measure(q, q)))
    const [a, b] = [
      countShots(await ideal.execute({ ...order(ghz), shots: 4000 })),
      await simulator.countOutcomes(ghz, { shots: 4000, seed: 3n }),
    ]
    expect([...a.keys()].sort()).toEqual([...b.keys()].sort())
    for (const [bits, count] of a) expect(Math.abs(count - b.get(bits)!)).toBeLessThan(300)
  })
})

describe('with the noise of a calibration', () => {
  const engines = { stabilizer: createReferenceStabilizer(), trajectories: createReferenceTrajectories() }
  const noisy = calibratedExecutor(engines, { deviceOf })
  const calibrated: ExecutionOptions = { ...NONE, noise: 'calibrated' }

  it('a Bell pair also shows outcomes that it never has without', async () => {
    const outcome = await noisy.execute({ ...order(bell, { ...NONE, noise: 'calibrated' }), shots: 3000 })
    expect(outcome).toMatchObject({ noise: 'calibrated', calibration_id: deviceOf().current.calibration_id })
    const counts = countShots(outcome)
    const wrong = (counts.get('01') ?? 0) + (counts.get('10') ?? 0)
    expect(wrong).toBeGreaterThan(0)
    expect(wrong).toBeLessThan(600)
  })

  it('Clifford circuits run on stabilizers, all others by trajectories', async () => {
    expect((await noisy.execute(order(bell, calibrated))).engine).toBe('reference-stabilizer/1')
    const tilted = circuitOf(
      2,
      gate('h', 0),
      gate('t', 0),
      gate('h', 0),
      gate('cx', 0, 1),
      measure(0, 0),
      measure(1, 1),
    )
    expect(noisy.validate(order(tilted, calibrated), '/circuit')).toEqual([])
    const outcome = await noisy.execute({ ...order({ ...tilted, num_clbits: 3 }, calibrated), shots: 3_000 })
    const { calibration_id } = deviceOf().current
    expect(outcome).toMatchObject({
      engine: 'reference-trajectories/2',
      noise: 'calibrated',
      calibration_id,
      shots: 3_000,
    })
    const counts = countShots(outcome)
    expect([...counts.keys()].sort()).toEqual(['000', '001', '010', '011'])
    // Without noise 00 has cos²(π/8) = 0.854 and 01 and 10 never come.
    expect(counts.get('000')).toBeGreaterThan(2_300)
    expect(counts.get('001')! + counts.get('010')!).toBeLessThan(400)
  })

  it('a condition on a register goes to the engine that the gates ask for', async () => {
    const conditional = { ...gate('x', 0), condition: { clbits: [0, 1], value: 0 } }
    for (const [extra, engine] of [
      [gate('s', 0), 'reference-stabilizer/1'],
      [gate('t', 0), 'reference-trajectories/2'],
    ] as const) {
      const circuit = circuitOf(2, measure(0, 0), measure(1, 1), extra, conditional, measure(0, 0))
      const outcome = await noisy.execute(order(circuit, calibrated))
      expect(outcome.engine).toBe(engine)
      expect(countShots(outcome).get('01')).toBeGreaterThan(200)
    }
  })

  it('what a state vector cannot hold is refused with the reason and what would do', () => {
    const wide = circuitOf(40, ...Array.from({ length: 40 }, (_, q) => gate('t', q)), measure(0, 0))
    const clifford = circuitOf(profile.qubits.length + 1, gate('h', 0), measure(0, 0))
    expect(noisy.validate(order(clifford, calibrated), '/circuit')).toMatchObject([
      { pointer: '/circuit/num_qubits', message: expect.stringContaining('whose noise is calibrated') },
    ])
    expect(noisy.validate(order(wide, calibrated), '/circuits/3')).toMatchObject([
      { pointer: '/circuits/3/num_qubits', message: expect.stringMatching(/\(t\) is not Clifford.* 40 qubits.* 20 /) },
    ])
    const long = { num_qubits: 1, instructions: Array.from({ length: 2 ** 17 + 1 }, () => gate('t', 0)) }
    expect(noisy.validate(order(long, calibrated), '/circuit')).toMatchObject([{ pointer: '/circuit/instructions' }])
  })

  it('what would take too long is refused with the number of shots that would do, and those are taken', async () => {
    const layers = Array.from({ length: 10 }, () => Array.from({ length: 12 }, (_, q) => gate('t', q))).flat()
    const slow = { ...order(circuitOf(12, gate('t', 0), ...layers, measure(0, 0)), calibrated), shots: 1_000_000 }
    const [fault] = await noisy.validate(slow, '/circuit')
    expect(fault).toMatchObject({
      pointer: '/shots',
      message: expect.stringMatching(/minutes.*at most \d+ shots would do/),
    })
    const most = Number(fault!.message.match(/at most (\d+) shots/)![1])
    expect(noisy.validate({ ...slow, shots: most }, '/circuit')).toEqual([])
    expect(noisy.validate({ ...slow, shots: most + 1 }, '/circuit')).toHaveLength(1)
  })
})

describe('the time of noisy circuits that are not Clifford', () => {
  const tilted = circuitOf(3, gate('h', 0), gate('t', 0), gate('cx', 0, 1), measure(0, 0), measure(1, 2))
  const { trajectories } = loadEngines()

  it.skipIf(!trajectories.countEncoded)(
    'is estimated alike from the circuit and, on a thread, from its JSON',
    async () => {
      const engine = calibratedExecutor({ stabilizer: createReferenceStabilizer(), trajectories }, { deviceOf })
      const json = new TextEncoder().encode(JSON.stringify(tilted))
      const slow = { ...order(tilted, { noise: 'calibrated', precision: 'float64' }), shots: 2 ** 40 }
      const faults = await engine.validate(slow, '/circuits/1')
      expect(faults).toMatchObject([
        { pointer: '/shots', message: expect.stringMatching(/at most \d+ shots would do/) },
      ])
      expect(await engine.validate({ ...slow, json }, '/circuits/1')).toEqual(faults)
    },
  )

  it.skipIf(!trajectories.countEncoded)('counts the same when a thread has encoded them', async () => {
    const engine = calibratedExecutor({ stabilizer: createReferenceStabilizer(), trajectories }, { deviceOf })
    const noisy = order(tilted, { noise: 'calibrated', precision: 'float64' })
    const outcome = await engine.execute(noisy)
    const { profile: device, current } = deviceOf()
    const program = noisyTrajectoryProgram(tilted, noiseParametersOf(device, current))
    const counts = await trajectories.countOutcomes(program, { shots: noisy.shots, seed: noisy.seed })
    if (!('packed' in outcome)) throw new Error('not encoded')
    expect(await toBitstrings(outcome.packed, createYielder())).toEqual(counts)
  })
})
