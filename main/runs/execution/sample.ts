import { setImmediate } from 'node:timers/promises'
import { DECODERS, type Decoder } from '../../contract/model/protocols'
import { labelled } from '../../contract/model/qubit-labels'
import type { CircuitCount, QubitCounts } from '../../qec/comparison/counts'
import { popcountOf, wordsOf } from '../../qec/decoding/words'
import type { Kept } from '../../qec/prediction/kept-shots'
import { addOutcomes, type CircuitDecoder, circuitDecoders, decodePlanes, noOutcomes } from '../decoding/decode'
import { protocolRow } from '../decoding/protocols'
import { type RunPlan, type RunSettings, ratesOf } from '../model/plan'
import type { BitFile, EncodedResult, RunResults } from '../model/results'
import { type Circuit, circuitOf, idleProgram, programOf } from '../planning/circuits'
import { measuredRounds, piecesOf, selectionShots, shotsOfPiece, subSeed } from '../planning/shots'
import { predictedAcceptance } from '../prediction/acceptance'
import { predictSummary } from '../prediction/predict'
import { countedEngine, type RunEngine, type RunEngines } from '../sampling/engine'
import { wallClock } from './wall-time'

/** Samples and decodes every circuit of a run: pilot shots and baselines of the physical qubits, then the encoded experiment. */

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

/** What the stages of a run share: its circuits, its engine, and the host that stores bits and shows progress. */

/** What a run needs of whoever executes it. */
export interface ExecutionHost {
  /** Left out: a prediction is made before the run. */
  readonly predicts?: boolean
  readonly engines: RunEngines
  /** Stores a bit file and answers its SHA-256; settles when it is safe on disk. */
  readonly writeBits: (bytes: Uint8Array) => Promise<string>
  readonly signal: AbortSignal
  readonly progress: (fraction: number, stage: string) => void
  /** Told of the shots executed so far, after every circuit. */
  readonly executed?: (shots: number) => unknown
}

export interface StageContext {
  readonly plan: RunPlan
  readonly settings: RunSettings
  /** The run's own, with its shots counted. */
  readonly engine: RunEngine
  readonly host: ExecutionHost
}

/** A part of a run that progress names. */
export interface Stage {
  readonly name: string
  /** Share of the whole run's work. */
  readonly weight: number
  run(onProgress: (fraction: number) => void): Promise<void>
}

/** Numbers of rounds and states of the run's circuits, with 0 rounds. */
export const circuitPoints = ({ rounds, states }: Pick<RunSettings, 'rounds' | 'states'>) =>
  measuredRounds(rounds).flatMap(count => states.map(state => ({ rounds: count, state })))

/** The physical qubits: shots that select the best one, and their baselines. */

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

/** The encoded circuits: sampled piece by piece, decoded, and their bits stored. */

/** One stage for each circuit; its result is added to `results`. */
export function encodedStages(context: StageContext, decoders: readonly Decoder[], results: EncodedResult[]): Stage[] {
  const { plan, settings, host } = context
  const kept = predictedAcceptance(plan, settings)
  const operations = plan.compiled.flagged.reduce((sum, { ops }) => sum + ops.length, plan.compiled.repeat.ops.length)
  const decoderOf = circuitDecoders(protocolRow(settings.protocol), plan, decoders, host.engines.frames)
  return circuitPoints(settings).map(({ rounds, state }) => ({
    name: `encoded, state ${state}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`,
    weight: operations * (rounds + 1),
    async run(onProgress) {
      const circuit = circuitOf(plan, settings, state, rounds)
      const decoder = { ...decoderOf(circuit), wall: wallClock(circuit) }
      results.push(await encodedCircuit(circuit, context, { kept, decoder }, onProgress))
    },
  }))
}

async function encodedCircuit(
  circuit: Circuit,
  { settings, engine, host }: StageContext,
  { kept, decoder }: { readonly kept: Kept; readonly decoder: CircuitDecoder },
  onProgress: (fraction: number) => void,
): Promise<EncodedResult> {
  const { state, rounds } = circuit
  const { shots, seed } = settings
  const { writeBits, signal } = host
  const program = programOf(circuit)
  const bits_per_shot = program.program.bits
  await setImmediate()
  const files: BitFile[] = []
  let sum = noOutcomes(decoder.decode.length)
  for (const piece of piecesOf(shots, shotsOfPiece(bits_per_shot, engine.piece_bits), { state, rounds, seed })) {
    const done = (fraction: number) => onProgress((sum.shots + fraction * piece.shots) / shots)
    const planes = await engine.sample(program, piece.shots, piece.seed, {
      signal,
      onProgress: fraction => done(engine.sampling * fraction),
    })
    signal.throwIfAborted()
    const decoded = await decodePlanes(planes, decoder, signal, fraction =>
      done(engine.sampling + (1 - engine.sampling) * fraction),
    )
    sum = addOutcomes(sum, decoded)
    files.push({ ...piece, sha256: await writeBits(planes.data) })
    signal.throwIfAborted()
  }
  const { accepted, failures } = sum.outcomes[0]!
  const predicted = kept(state, rounds)
  return { state, rounds, ...sum, shots, accepted, failures, files, bits_per_shot, predicted }
}
