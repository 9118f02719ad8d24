/** Samples and decodes every circuit of a run: selection shots and baselines of the physical qubits, then the encoded experiment. */
import { type Decoder, STATE_TEXT } from '../../contract/model/protocols'
import { labelled } from '../../contract/model/qubit-labels'
import type { CircuitCount, QubitCounts } from '../../qec/comparison/counts'
import { WALL_TIME_GROUPS } from '../../qec/comparison/wall-time-baseline'
import { popcountOf, wordsOf } from '../../qec/decoding/words'
import type { Kept } from '../../qec/prediction/kept-shots'
import { addDecoded, type CircuitDecoder, decodePlanes, nothingDecoded } from '../decoding/decode'
import { circuitDecoders, decodersOf } from '../decoding/protocols'
import { type PartialCounts, partialCounts, type ReportProgress, WALL_TIMES_SHARE } from '../model/partial-counts'
import type { PlannedRun, RunPlan, RunSettings } from '../model/plan'
import type { BaselineAfter, BitFile, EncodedResult, ExecutingRun, RunResults, ShotSource } from '../model/run'
import { type Cancellation, countedEngine, type DecodingKernels, type RunEngine } from '../model/run-engine'
import {
  baselineCircuit,
  baselineQubits,
  type MemoryCircuit,
  measuredRounds,
  memoryCircuit,
  piecesOf,
  selectionShots,
  shotsOfPiece,
  signedProgram,
  subSeed,
} from '../planning/circuits'
import { predictedAcceptance } from '../prediction/predict'

/** The run to sample, the engine, and callbacks that store bits and report progress. */
export interface SamplingContext extends PlannedRun, Cancellation {
  readonly engine: RunEngine
  readonly kernels: DecodingKernels
  /** Stores a bit file and returns its SHA-256; settles when it is safe on disk. */
  readonly writeBits: (bytes: Uint8Array) => Promise<string>
  readonly progress: ReportProgress
}

/** A part of a run that progress names. */
interface Stage<Result> {
  readonly name: string
  /** Share of the whole run's work. */
  readonly weight: number
  run(onProgress: (fraction: number) => void): Promise<Result>
}

/** Share of a run's progress that sampling takes; the rest is the comparison. */
const SAMPLING_SHARE = 0.98

/** Rejects once cancelled; leaves behind only bit files that no row names. */
export async function sampleRun(context: SamplingContext): Promise<RunResults> {
  const { plan, settings, engine } = context
  const decoders = decodersOf(settings)
  const partial = partialCounts(context.progress)
  const progress = partial.report
  const [selection, baselines] = [baselineStages('pilot', context), baselineStages('baseline', context, partial)]
  const encoded = encodedStages({ ...context, partial }, decoders)
  const work = [...selection, ...baselines, ...encoded].reduce((sum, { weight }) => sum + weight, 0)
  const runStages = stageRunner(work / SAMPLING_SHARE, progress)
  const results = {
    selection: everyQubit(plan, await runStages(selection)),
    physical: everyQubit(plan, await runStages(baselines)),
    encoded: await runStages(encoded),
  }
  progress(SAMPLING_SHARE, 'comparing')
  return { ...results, decoders, engine: engine.version, decay: engine.decay }
}

/** The shots of a simulated run, counted for its charge. */
export function sampledShots({ plan, settings, host, engines, ...cancellation }: ExecutingRun): ShotSource {
  const { engine, shots } = countedEngine(engines[settings.engine], host.reportExecuted)
  const { writeBits, progress } = host
  const sampling = { plan, settings, engine, kernels: engines.frames, writeBits, progress, ...cancellation }
  return {
    circuits: async () => ({ results: await sampleRun(sampling), share: WALL_TIMES_SHARE }),
    baselineAfter: sampledBaseline(engine, sampling),
    end: async () => ({ shots_executed: shots() }),
  }
}

/** Baselines by sampling, one qubit after the other. */
export const sampledBaseline =
  (
    engine: RunEngine,
    {
      plan,
      settings,
      signal,
    }: Pick<SamplingContext, 'plan' | 'signal'> & { readonly settings: Pick<RunSettings, 'seed'> },
  ): BaselineAfter =>
  async ({ state, rounds, duration_ns }, qubits, { group, shots }) => {
    const counts: { shots: number; failures: number }[] = []
    for (const qubit of qubits) {
      const program = baselineCircuit(plan, { qubit, state, rounds, duration_ns })
      const sub = subSeed(settings.seed, 'wall-time', { state, rounds, index: qubit * WALL_TIME_GROUPS + group })
      const planes = await engine.sample(program, { shots, seed: sub, signal })
      signal.throwIfAborted()
      counts.push({ shots, failures: popcountOf(wordsOf(planes).words) })
    }
    return counts
  }

/** Runs stages one after another; `total` is the work of all of them. */
function stageRunner(total: number, progress: SamplingContext['progress']) {
  let done = 0
  return async <Result>(stages: readonly Stage<Result>[]): Promise<Result[]> => {
    const results: Result[] = []
    for (const { name, weight, run } of stages) {
      progress(done / total, name)
      results.push(await run(fraction => progress((done + fraction * weight) / total, name)))
      done += weight
    }
    return results
  }
}

/** Numbers of rounds and states of the run's circuits, with 0 rounds. */
const roundsAndStates = ({ rounds, states }: RunSettings) =>
  measuredRounds(rounds).flatMap(count => states.map(state => ({ rounds: count, state })))

interface QubitBaseline {
  readonly qubit: number
  readonly counts: readonly CircuitCount[]
}

const BASELINE_NAMES = { pilot: 'pilot shots', baseline: 'physical baseline' } as const

/** One stage for each qubit with figures. */
function baselineStages(
  kind: keyof typeof BASELINE_NAMES,
  { plan, settings, engine, signal }: SamplingContext,
  partial?: PartialCounts,
): Stage<QubitBaseline>[] {
  const circuits = roundsAndStates(settings)
  const shots = kind === 'pilot' ? selectionShots(settings.shots) : settings.shots
  return baselineQubits(plan).map(qubit => ({
    name: `${BASELINE_NAMES[kind]}, qubit ${labelled(qubit, plan.module.qubit_labels)}`,
    weight: (circuits.length * shots) / settings.shots,
    async run(onProgress) {
      const counts: CircuitCount[] = []
      for (const { rounds, state } of circuits) {
        const program = baselineCircuit(plan, { qubit, state, rounds })
        const sub = subSeed(settings.seed, kind, { state, rounds, index: qubit })
        const planes = await engine.sample(program, { shots, seed: sub, signal })
        signal.throwIfAborted()
        const counted = { shots, accepted: shots, failures: popcountOf(wordsOf(planes).words) }
        counts.push({ state, rounds, ...counted })
        partial?.add('physical', rounds, counted)
        onProgress(counts.length / circuits.length)
      }
      return { qubit, counts }
    },
  }))
}

/** A qubit without figures has no counts. */
function everyQubit({ qubits }: RunPlan, sampled: readonly QubitBaseline[]): QubitCounts[] {
  const counts = new Map(sampled.map(one => [one.qubit, one.counts]))
  return qubits.map(({ qubit, role, skipped }) => ({ qubit, role, skipped, counts: counts.get(qubit) ?? [] }))
}

interface EncodedContext extends SamplingContext {
  readonly partial: PartialCounts
  readonly decoder: CircuitDecoder
  /** The acceptance that is expected, by state and rounds. */
  readonly acceptance: Kept
}

/** One stage for each encoded circuit. */
function encodedStages(
  context: Omit<EncodedContext, 'decoder' | 'acceptance'>,
  decoders: readonly Decoder[],
): Stage<EncodedResult>[] {
  const { plan, settings, kernels } = context
  const acceptance = predictedAcceptance(plan, settings)
  const operations = plan.compiled.flagged.reduce((sum, { ops }) => sum + ops.length, plan.compiled.repeat.ops.length)
  const decoderOf = circuitDecoders(plan, { protocol: settings.protocol, decoders, kernels, timed: true })
  return roundsAndStates(settings).map(({ rounds, state }) => ({
    name: `encoded, state |${STATE_TEXT[state]}⟩, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`,
    weight: operations * (rounds + 1),
    run(onProgress) {
      const circuit = memoryCircuit(plan, settings, { state, rounds })
      return sampleEncoded(circuit, { ...context, decoder: decoderOf(circuit), acceptance }, onProgress)
    },
  }))
}

/** Samples, decodes and stores the shots of a circuit piece by piece. */
async function sampleEncoded(
  circuit: MemoryCircuit,
  { settings, engine, writeBits, signal, checkpoint, partial, decoder, acceptance }: EncodedContext,
  onProgress: (fraction: number) => void,
): Promise<EncodedResult> {
  const { state, rounds } = circuit
  const { shots, seed } = settings
  const program = signedProgram(circuit)
  const bits_per_shot = program.program.bits
  checkpoint()
  const files: BitFile[] = []
  let sum = nothingDecoded(decoder.decode.length)
  for (const piece of piecesOf(shots, shotsOfPiece(bits_per_shot, engine.piece_bits), { state, rounds, seed })) {
    const done = (fraction: number) => onProgress((sum.shots + fraction * piece.shots) / shots)
    const planes = await engine.sample(program, {
      shots: piece.shots,
      seed: piece.seed,
      signal,
      onProgress: fraction => done(engine.sampling * fraction),
    })
    signal.throwIfAborted()
    const decoded = await decodePlanes(planes, {
      decoder,
      signal,
      checkpoint,
      onProgress: fraction => done(engine.sampling + (1 - engine.sampling) * fraction),
    })
    sum = addDecoded(sum, decoded)
    partial.add('encoded', rounds, { shots: piece.shots, ...decoded.outcomes[0]! })
    files.push({ ...piece, sha256: await writeBits(planes.data) })
    signal.throwIfAborted()
  }
  const { accepted, failures } = sum.outcomes[0]!
  const predicted = acceptance(state, rounds)
  return { state, rounds, ...sum, shots, accepted, failures, files, bits_per_shot, predicted }
}
