/** Samples and decodes every circuit of a run: the physical baselines first, then the encoded experiment. */
import { setImmediate } from 'node:timers/promises'
import { DECODERS, type Decoder } from '../contract/model/protocols'
import type { Run } from '../contract/runs/run'
import type { FlagCount } from '../qec/decoding/flag-lut'
import type { AttemptCount } from '../qec/decoding/prepared-shots'
import { popcountOf, wordsOf } from '../qec/decoding/words'
import type { DecayModel } from '../qec/noise/untwirl'
import type { CircuitCount, QubitCounts } from '../qec/prediction/compare'
import type { Kept } from '../qec/prediction/kept-shots'
import { type Circuit, circuitOf, programOf } from './planning/circuit'
import { addOutcomes, type CircuitDecoder, circuitDecoders, decodePlanes, noOutcomes, type Outcome } from './decoding/circuit-decoder'
import type { RunEngine, RunEngines } from './sampling/engine'
import { idleProgram } from './idle'
import { type Piece, piecesOf, shotsOfPiece } from './sampling/pieces'
import { type RunPlan, ratesOf } from './planning/plan'
import { type Outlook, outlook } from './predict'
import { keptBy } from './predicted_acceptance'
import { schemeOf } from './decoding/protocols'
import { subSeed } from './planning/seeds'

/** The request as stored: lists in order, nothing left to choose. */
export type RunSettings = Pick<
  Run['request'],
  'mode' | 'rounds' | 'shots' | 'states' | 'seed' | 'protocol' | 'decoder' | 'preparation' | 'readout' | 'engine'
>

export interface Tools {
  /** Left out: a prediction is made before the run. */
  readonly predicts?: boolean
  readonly engines: RunEngines
  /** Keeps a bit file; settles when it is safe on disk. */
  readonly keep: (bytes: Uint8Array) => Promise<string>
  readonly signal: AbortSignal
  readonly progress: (fraction: number, stage: string) => void
}

export interface BitFile extends Piece {
  readonly sha256: string
}

export interface EncodedResult extends CircuitCount {
  readonly flags: readonly FlagCount[]
  readonly triggers: readonly number[]
  /** One for each of the run's decoders. */
  readonly outcomes: readonly Outcome[]
  /** Of the verified preparation. */
  readonly attempts: readonly AttemptCount[]
  readonly files: readonly BitFile[]
  readonly bits_per_shot: number
  /** The acceptance expected before the run. */
  readonly predicted: number
}

export interface RunResults {
  /** null where nobody asked for one. */
  readonly prediction: Outlook | null
  readonly encoded: readonly EncodedResult[]
  readonly physical: readonly QubitCounts[]
  /** Whose outcomes the results hold; the first is the run's own. */
  readonly decoders: readonly Decoder[]
  /** Name and version of what sampled them. */
  readonly engine: string
  readonly decay: DecayModel
}

interface Stage {
  readonly name: string
  /** Share of the whole run's work. */
  readonly weight: number
  run(onProgress: (fraction: number) => void): Promise<void>
}

/** Of a run's progress; the rest is the comparison. */
const SAMPLING_SHARE = 0.98

/** Shots × rounds that are decoded with every decoder, not with the run's own alone: about a second of work. */
const BOTH_UP_TO = 4e6

/** The run's own decoder, then the others where decoding again is cheap. */
export function decodersOf({ decoder, rounds, shots, states }: RunSettings): Decoder[] {
  const work = shots * states.length * rounds.reduce((sum, count) => sum + count, 0)
  if (work > BOTH_UP_TO) return [decoder]
  return [decoder, ...DECODERS.filter(other => other !== decoder)]
}

/** Throws the signal's reason when aborted; leaves nothing behind but bit files that no row names. */
export async function executeRun(plan: RunPlan, settings: RunSettings, tools: Tools): Promise<RunResults> {
  tools.progress(0, 'predicting')
  const prediction = tools.predicts === false ? null : await outlook(plan, settings, tools)
  const encoded: EncodedResult[] = []
  const physical = new Map<number, CircuitCount[]>()
  const engine = tools.engines[settings.engine]
  const decoders = decodersOf(settings)
  const stages = [
    ...baselineStages(plan, settings, engine, tools, physical),
    ...encodedStages(plan, settings, decoders, engine, tools, encoded),
  ]
  // What is left at the end is the comparison.
  const total = stages.reduce((sum, { weight }) => sum + weight, 0) / SAMPLING_SHARE
  let done = 0
  for (const { name, weight, run } of stages) {
    tools.progress(done / total, name)
    await run(fraction => tools.progress((done + fraction * weight) / total, name))
    done += weight
  }
  tools.progress(SAMPLING_SHARE, 'comparing')
  return {
    prediction,
    encoded,
    physical: plan.qubits.map(({ qubit, role, skipped }) => ({
      qubit,
      role,
      skipped,
      counts: physical.get(qubit) ?? [],
    })),
    decoders,
    engine: engine.version,
    decay: engine.decay,
  }
}

const circuits = ({ rounds, states }: Pick<RunSettings, 'rounds' | 'states'>) =>
  rounds.flatMap(count => states.map(state => ({ rounds: count, state })))

function baselineStages(
  plan: RunPlan,
  settings: RunSettings,
  engine: RunEngine,
  { signal }: Tools,
  results: Map<number, CircuitCount[]>,
): Stage[] {
  const rates = ratesOf(plan)
  const { shots, seed } = settings
  return plan.qubits
    .filter(({ skipped }) => skipped === null)
    .map(({ qubit }) => ({
      name: `physical baseline, qubit ${qubit}`,
      weight: circuits(settings).length,
      async run(onProgress) {
        const counts: CircuitCount[] = []
        results.set(qubit, counts)
        for (const { rounds, state } of circuits(settings)) {
          const program = idleProgram(qubit, state, rounds, plan, rates)
          const sub = subSeed(seed, 'baseline', state, rounds, qubit)
          const planes = await engine.sample(program, shots, sub, { signal })
          signal.throwIfAborted()
          counts.push({ state, rounds, shots, accepted: shots, failures: popcountOf(wordsOf(planes).words) })
          onProgress(counts.length / circuits(settings).length)
        }
      },
    }))
}

function encodedStages(
  plan: RunPlan,
  settings: RunSettings,
  decoders: readonly Decoder[],
  engine: RunEngine,
  tools: Tools,
  results: EncodedResult[],
): Stage[] {
  const kept = keptBy(plan, settings)
  const operations = plan.compiled.flagged.reduce((sum, { ops }) => sum + ops.length, plan.compiled.repeat.ops.length)
  const decoderOf = circuitDecoders(schemeOf(settings.protocol), plan, decoders, tools.engines.frames)
  return circuits(settings).map(({ rounds, state }) => ({
    name: `encoded, state ${state}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`,
    weight: operations * (rounds + 1),
    async run(onProgress) {
      const circuit = circuitOf(plan, settings, state, rounds)
      results.push(await encodedCircuit(circuit, settings, kept, decoderOf(circuit), engine, tools, onProgress))
    },
  }))
}

async function encodedCircuit(
  circuit: Circuit,
  { shots, seed }: RunSettings,
  kept: Kept,
  decoder: CircuitDecoder,
  engine: RunEngine,
  { keep, signal }: Tools,
  onProgress: (fraction: number) => void,
): Promise<EncodedResult> {
  const { state, rounds } = circuit
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
    files.push({ ...piece, sha256: await keep(planes.data) })
    signal.throwIfAborted()
  }
  const { accepted, failures } = sum.outcomes[0]!
  const predicted = kept(state, rounds)
  return { state, rounds, ...sum, shots, accepted, failures, files, bits_per_shot, predicted }
}
