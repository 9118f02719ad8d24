/** Samples and decodes every circuit of a run: pilot shots and baselines of the physical qubits, then the encoded experiment. */
import { DECODERS, type Decoder } from '../../contract/model/protocols'
import type { CircuitCount } from '../../qec/comparison/counts'
import type { RunPlan } from '../model/plan'
import type { EncodedResult, RunResults } from '../model/results'
import type { RunSettings } from '../model/settings'
import { predictSummary } from '../prediction/predict'
import { countedEngine } from '../sampling/engine'
import { baselineStages, countsOf } from './baselines'
import { encodedStages } from './encoded'
import type { ExecutionHost } from './stage'

/** Of a run's progress; the rest is the comparison. */
const SAMPLING_SHARE = 0.98

/** Shots × rounds that are decoded with every decoder, not with the run's own alone: about a second of work. */
const MAX_WORK_OF_ALL_DECODERS = 4e6

/** The run's own decoder, then the others where decoding again is cheap. */
function decodersOf({ decoder, rounds, shots, states }: RunSettings): Decoder[] {
  const work = shots * states.length * rounds.reduce((sum, count) => sum + count, 0)
  if (work > MAX_WORK_OF_ALL_DECODERS) return [decoder]
  return [decoder, ...DECODERS.filter(other => other !== decoder)]
}

/** Throws the signal's reason when aborted; leaves nothing behind but bit files that no row names. */
export async function sampleCircuits(plan: RunPlan, settings: RunSettings, host: ExecutionHost): Promise<RunResults> {
  host.progress(0, 'predicting')
  const prediction = host.predicts === false ? null : await predictSummary(plan, settings, host)
  const encoded: EncodedResult[] = []
  const [pilots, physical] = [new Map<number, CircuitCount[]>(), new Map<number, CircuitCount[]>()]
  const { engine, shots } = countedEngine(host.engines[settings.engine], host.executed)
  const decoders = decodersOf(settings)
  const context = { plan, settings, engine, host }
  const stages = [
    ...baselineStages('pilot', context, pilots),
    ...baselineStages('baseline', context, physical),
    ...encodedStages(context, decoders, encoded),
  ]
  // What is left at the end is the comparison.
  const total = stages.reduce((sum, { weight }) => sum + weight, 0) / SAMPLING_SHARE
  let done = 0
  for (const { name, weight, run } of stages) {
    host.progress(done / total, name)
    await run(fraction => host.progress((done + fraction * weight) / total, name))
    done += weight
  }
  host.progress(SAMPLING_SHARE, 'comparing')
  return {
    prediction,
    encoded,
    physical: countsOf(plan, physical),
    pilots: countsOf(plan, pilots),
    decoders,
    engine: engine.version,
    decay: engine.decay,
    shots_executed: shots(),
  }
}
