/** The physical qubits: shots that select the best one, and their baselines. */
import { labelled } from '../../contract/model/qubit-labels'
import type { CircuitCount, QubitCounts } from '../../qec/comparison/counts'
import { popcountOf, wordsOf } from '../../qec/decoding/words'
import { type RunPlan, ratesOf } from '../model/plan'
import { selectionShots } from '../planning/planned-shots'
import { subSeed } from '../planning/seeds'
import { idleProgram } from '../sampling/baseline-circuit'
import { circuitPoints, type Stage, type StageContext } from './stage'

const STAGES = { pilot: 'pilot shots', baseline: 'physical baseline' } as const

/** One stage for each qubit with figures; its counts are added to `results`. */
export function baselineStages(
  kind: keyof typeof STAGES,
  { plan, settings, engine, host }: StageContext,
  results: Map<number, CircuitCount[]>,
): Stage[] {
  const rates = ratesOf(plan)
  const { seed } = settings
  const { signal } = host
  const points = circuitPoints(settings)
  const shots = kind === 'pilot' ? selectionShots(settings.shots) : settings.shots
  return plan.qubits
    .filter(({ skipped }) => skipped === null)
    .map(({ qubit }) => ({
      name: `${STAGES[kind]}, qubit ${labelled(qubit, plan.module.qubit_labels)}`,
      weight: (points.length * shots) / settings.shots,
      async run(onProgress) {
        const counts: CircuitCount[] = []
        results.set(qubit, counts)
        for (const { rounds, state } of points) {
          const program = idleProgram(qubit, state, rounds, plan, rates)
          const sub = subSeed(seed, kind, state, rounds, qubit)
          const planes = await engine.sample(program, shots, sub, { signal })
          signal.throwIfAborted()
          counts.push({ state, rounds, shots, accepted: shots, failures: popcountOf(wordsOf(planes).words) })
          onProgress(counts.length / points.length)
        }
      },
    }))
}

export const countsOf = ({ qubits }: RunPlan, counts: ReadonlyMap<number, CircuitCount[]>): QubitCounts[] =>
  qubits.map(({ qubit, role, skipped }) => ({ qubit, role, skipped, counts: counts.get(qubit) ?? [] }))
