import { describe, expect, it } from 'vitest'
import type { RunRequest } from '../../../../main/contract/runs/request'
import { Run } from '../../../../main/contract/runs/run'
import type { RunEngine } from '../../../../main/runs/model/run-engine'
import { memoryCircuit, signedProgram } from '../../../../main/runs/planning/circuits'
import { createRunPlan } from '../../../../main/runs/planning/plan-run'
import { runEngines } from '../../../../main/runs/sampling/frame-engine'
import { MAX_CIRCUIT_SECONDS, MAX_RUN_SECONDS, trajectoryEngine } from '../../../../main/runs/sampling/trajectories'
import { MAX_EXACT_OPS, secondsEstimate } from '../../../../main/simulation/experiment/sample'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { UNBOUNDED } from '../../../../main/worker/checkpoint'
import { caller, MODULE, resolvedWithNoise } from '../laboratory'
import { labs } from '../open-labs'
import { exact, fast, fewPilotShots, shotsOf, trajectories } from './exact-request'
import { reproducibleCases } from './trajectories.cases'

const lab = labs()
reproducibleCases([['corrects, from a projected state', { preparation: 'projective' }]])

describe('a run by trajectories', () => {
  it('ends when aborted, whatever it samples', async () => {
    const { runs } = lab(fewPilotShots)
    const run = await runs.submit(MODULE, exact({ shots: shotsOf(20_000), rounds: [6] }))
    const params = { ...MODULE, run_id: run.run_id }
    const stage = () => runs.get(params).progress.stage
    await expect.poll(stage).toMatch(/^encoded/)
    expect(Run.parse(await runs.abort(params, caller))).toMatchObject({ status: 'ABORTED' })
    await expect.poll(() => runs.running()).toBe(0)
  })

  it('warns where one of 0 and 1 stands for both, which decay treats unlike', async () => {
    const { runs } = lab(fast)
    const codes = async (fields: Partial<RunRequest>) =>
      (await runs.predict(MODULE, exact({ rounds: [1], ...fields }))).warnings.map(({ code }) => code)
    expect(await codes({ states: ['1', '+'] })).toContain('one_sided_decay')
    expect(await codes({ states: ['0', '1'] })).not.toContain('one_sided_decay')
    expect(await codes({ states: ['1', '+'], engine: 'frames' })).not.toContain('one_sided_decay')
  })
})

describe('what trajectories refuse', () => {
  const never = { signal: new AbortController().signal, checkpoint: UNBOUNDED }
  const settled = (fields: Partial<RunRequest>) => {
    const { rounds, ...rest } = exact(fields)
    return { ...rest, rounds: [rounds].flat(), seed: 7 }
  }
  async function estimated(engine: RunEngine, fields: Partial<RunRequest>) {
    const asked = settled(fields)
    return engine.estimateSeconds(createRunPlan(await resolvedWithNoise(), asked), asked, never)
  }

  it('is pulses, and it says what runs them', async () => {
    const { runs } = lab()
    for (const dd of ['x2', 'xy4'] as const)
      await expect(runs.submit(MODULE, exact({ dd }))).rejects.toMatchObject({
        code: 'invalid_request',
        faults: [
          {
            pointer: '/dd',
            message: expect.stringMatching(/trajectories does not support dd .*use engine frames or dd false/),
          },
        ],
      })
  })

  it('is a circuit of too many operations, and it says how many rounds are few enough', async () => {
    const engine = trajectoryEngine(trajectories)
    const error = await estimated(engine, { rounds: [1, 1000], shots: 1 }).catch(thrown => thrown)
    expect(error).toMatchObject({ code: 'invalid_request', faults: [{ pointer: '/rounds' }] })
    const { max_rounds } = error.details
    expect(max_rounds).toBeGreaterThan(20)
    for (const states of [
      ['0', '1'],
      ['0', 'i', '+'],
    ] as RunRequest['states'][]) {
      const most = await estimated(engine, { rounds: [1000], shots: 1, states }).catch(
        ({ details }) => details.max_rounds,
      )
      const plan = createRunPlan(await resolvedWithNoise(), settled({ states }))
      const operations = (rounds: number) =>
        states.map(state => signedProgram(memoryCircuit(plan, exact(), { state, rounds })).program.ops.length)
      expect(Math.max(...operations(most))).toBeLessThanOrEqual(MAX_EXACT_OPS)
      expect(Math.max(...operations(most + 1))).toBeGreaterThan(MAX_EXACT_OPS)
    }
    expect(await estimated(engine, { rounds: [max_rounds], shots: 1 })).toBeGreaterThan(0)
  })

  it.each([
    ['many shots', { shots: 1_000_000, rounds: [1, 2] }],
    ['one circuit of many rounds', { shots: 20_000, rounds: [40], states: ['+' as const] }],
  ])('is %s, and it says how many shots or rounds are few enough', async (_, fields) => {
    const engine = trajectoryEngine(createReferenceTrajectories())
    const asked = { preparation: 'projective' as const, ...fields }
    const error = await estimated(engine, asked).catch(thrown => thrown)
    expect(error).toMatchObject({
      code: 'invalid_request',
      faults: [{ pointer: '/shots' }, { pointer: '/rounds' }],
      details: { max_seconds: MAX_RUN_SECONDS, max_circuit_seconds: MAX_CIRCUIT_SECONDS },
    })
    const { max_shots, max_rounds } = error.details
    expect(await estimated(engine, { ...asked, shots: max_shots })).toBeLessThanOrEqual(MAX_RUN_SECONDS)
    await expect(estimated(engine, { ...asked, shots: max_shots + 1 })).rejects.toMatchObject({
      details: { max_shots },
    })
    if (max_rounds > 0)
      expect(await estimated(engine, { ...asked, rounds: [max_rounds] })).toBeLessThanOrEqual(MAX_RUN_SECONDS)
  })

  it('is more shots of its circuits than fit into the seconds there are', async () => {
    const engine = trajectoryEngine(trajectories)
    const plan = createRunPlan(await resolvedWithNoise(), settled({}))
    const circuits = [1, 2].map(rounds => signedProgram(memoryCircuit(plan, exact(), { state: '0', rounds })))
    const costs = await Promise.all(circuits.map(circuit => secondsEstimate(trajectories, circuit)))
    const seconds = (shots: number) => costs.reduce((sum, cost) => sum + cost(shots), 0)
    for (const shots of [1, 7, 100]) {
      expect(await engine.affordableShots(circuits, { most: 100, seconds: seconds(shots), ...never })).toBe(shots)
      expect(await engine.affordableShots(circuits, { most: 5, seconds: seconds(shots), ...never })).toBe(
        Math.min(shots, 5),
      )
    }
    expect(await engine.affordableShots(circuits, { most: 100, seconds: seconds(1) / 2, ...never })).toBe(0)
    expect(await runEngines(fast).frames.affordableShots(circuits, { most: 100, seconds: 0, ...never })).toBe(100)
  })

  it('is a module of more qubits than it holds', async () => {
    const engine = trajectoryEngine({ ...trajectories, max_qubits: 5 })
    await expect(estimated(engine, {})).rejects.toMatchObject({ faults: [{ pointer: '/engine' }] })
  })

  it('is nothing of that for frames', async () => {
    const { frames } = runEngines(fast)
    expect(await estimated(frames, { rounds: [1000], shots: 1_000_000 })).toBeNull()
  })
})
