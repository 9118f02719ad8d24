/** Samples and decodes every circuit of a run: the physical baselines first, then the encoded experiment. */
import { setImmediate } from 'node:timers/promises'
import type { CardinalState, RunMode } from '../contract/runs'
import { predictedAcceptance, readoutFlips, type SeenFaults, seenFaults } from '../qec/acceptance'
import { baselineProgram } from '../qec/baseline'
import type { CircuitCount, QubitCounts } from '../qec/compare'
import { type Decoded, type Decoding, decodeCorrection, decodeDetection, type FlagCount } from '../qec/decode'
import type { BitPlanes } from '../qec/frame'
import { memoryProgram } from '../qec/memory'
import { planeLayout } from '../qec/planes'
import type { FaultRates } from '../qec/rates'
import { flipOnFailedCheck, LOGICAL_OF, readoutFor } from '../qec/readout'
import type { Simulator } from '../simulation/simulator'
import { type RunPlan, ratesOf } from './plan'
import { subSeed } from './seeds'

/** The request as stored: lists in order, nothing left to choose. */
export interface RunSettings {
  readonly mode: RunMode
  readonly rounds: readonly number[]
  readonly shots: number
  readonly states: readonly CardinalState[]
  readonly seed: number
}

export interface Tools {
  readonly simulator: Simulator
  /** Keeps a bit file; settles when it is safe on disk. */
  readonly keep: (bytes: Uint8Array) => Promise<string>
  readonly signal: AbortSignal
  readonly progress: (fraction: number, stage: string) => void
}

export interface EncodedResult extends CircuitCount {
  readonly flags: readonly FlagCount[]
  readonly triggers: readonly number[]
  readonly sha256: string
  readonly bits_per_shot: number
  readonly seed: bigint
  /** Detection: the acceptance expected before the run. */
  readonly predicted: number
}

export interface RunResults {
  readonly encoded: readonly EncodedResult[]
  readonly physical: readonly QubitCounts[]
  readonly engine: string
}

interface Stage {
  readonly name: string
  /** Share of the whole run's work. */
  readonly weight: number
  run(onProgress: (fraction: number) => void): Promise<void>
}

/** Of a run's progress; the rest is the comparison. */
const SAMPLING_SHARE = 0.98

/** Throws the signal's reason when aborted; leaves nothing behind but bit files that no row names. */
export async function executeRun(plan: RunPlan, settings: RunSettings, tools: Tools): Promise<RunResults> {
  const encoded: EncodedResult[] = []
  const physical = new Map<number, CircuitCount[]>()
  const stages = [...baselineStages(plan, settings, tools, physical), ...encodedStages(plan, settings, tools, encoded)]
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
    encoded,
    physical: plan.qubits.map(({ qubit, role, skipped }) => ({
      qubit,
      role,
      skipped,
      counts: physical.get(qubit) ?? [],
    })),
    engine: tools.simulator.frames_engine,
  }
}

const circuits = ({ rounds, states }: RunSettings) =>
  rounds.flatMap(count => states.map(state => ({ rounds: count, state })))

function baselineStages(
  plan: RunPlan,
  settings: RunSettings,
  { simulator, signal }: Tools,
  results: Map<number, CircuitCount[]>,
): Stage[] {
  const rates = ratesOf(plan)
  const { shots, seed } = settings
  return plan.qubits
    .filter(({ skipped }) => skipped === null)
    .map(({ qubit }) => ({
      name: `physical baseline, qubit ${qubit}`,
      weight: circuits(settings).length,
      async run() {
        for (const { rounds, state } of circuits(settings)) {
          const program = baselineProgram(qubit, state, plan.compiled.duration_ns * rounds, rates)
          const sub = subSeed(seed, 'baseline', state, rounds, qubit)
          const planes = await simulator.sampleFrames(program, shots, sub, [], { signal })
          signal.throwIfAborted()
          const count = { state, rounds, shots, accepted: shots, failures: onesOf(planes) }
          results.set(qubit, [...(results.get(qubit) ?? []), count])
        }
      },
    }))
}

/** Set bits of plane 0. */
const onesOf = ({ data, stride }: BitPlanes): number => {
  let ones = 0
  for (let i = 0; i < stride; i++) for (let rest = data[i]!; rest !== 0; rest &= rest - 1) ones++
  return ones
}

function encodedStages(plan: RunPlan, settings: RunSettings, tools: Tools, results: EncodedResult[]): Stage[] {
  const rates = ratesOf(plan)
  const seen = seenFaults(plan.compiled, rates)
  const operations = plan.compiled.flagged.reduce((sum, { ops }) => sum + ops.length, plan.compiled.repeat.ops.length)
  return circuits(settings).map(({ rounds, state }) => ({
    name: `encoded, state ${state}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`,
    weight: operations * (rounds + 1),
    async run(onProgress) {
      results.push(await encodedCircuit(plan, settings, { state, rounds, rates, seen }, tools, onProgress))
    },
  }))
}

interface EncodedCircuit {
  readonly state: CardinalState
  readonly rounds: number
  readonly rates: FaultRates
  readonly seen: SeenFaults
}

async function encodedCircuit(
  { compiled, tables }: RunPlan,
  { mode, shots, seed }: RunSettings,
  { state, rounds, rates, seen }: EncodedCircuit,
  { simulator, keep, signal }: Tools,
  onProgress: (fraction: number) => void,
): Promise<EncodedResult> {
  const { logical } = LOGICAL_OF[state]
  const readout = readoutFor(logical)
  const layout = planeLayout(mode, rounds)
  const program = memoryProgram({ compiled, rates, readout, mode, state, rounds })
  const sub = subSeed(seed, 'encoded', state, rounds)
  const planes = await simulator.sampleFrames(program, shots, sub, [], { signal, onProgress })
  signal.throwIfAborted()
  const flip = flipOnFailedCheck(readout, readoutFlips(compiled, readout, rates))
  const decoding = { layout, tables, readout, logical, flip_on_failed_check: flip }
  const counts = await decodeInPieces(planes, mode, decoding, signal)
  return {
    state,
    rounds,
    shots,
    ...counts,
    sha256: await keep(planes.data),
    bits_per_shot: layout.total,
    seed: sub,
    predicted: mode === 'detection' ? predictedAcceptance(seen, compiled, readout, rates, rounds) : 1,
  }
}

/** Plane bytes to decode before the event loop gets its turn: a few milliseconds of work. */
const BYTES_AT_ONCE = 16_384

interface DecodedCounts {
  readonly accepted: number
  readonly failures: number
  readonly flags: readonly FlagCount[]
  readonly triggers: readonly number[]
}

async function decodeInPieces(
  planes: BitPlanes,
  mode: RunMode,
  decoding: Decoding,
  signal: AbortSignal,
): Promise<DecodedCounts> {
  const decode = mode === 'correction' ? decodeCorrection : decodeDetection
  const bytes = Math.ceil(planes.shots / 8)
  const step = Math.max(8, Math.floor(BYTES_AT_ONCE / planes.planes))
  let sum: DecodedCounts | null = null
  for (let from = 0; from < bytes; from += step) {
    const piece = countsOf(decode(planes, decoding, { from, to: Math.min(bytes, from + step) }))
    sum = sum ? added(sum, piece) : piece
    await setImmediate()
    signal.throwIfAborted()
  }
  return sum!
}

function countsOf({ accepted, wrong, flags, triggers }: Decoded): DecodedCounts {
  let [kept, failures] = [0, 0]
  for (let i = 0; i < accepted.length; i++) {
    kept += accepted[i]!
    failures += accepted[i]! & wrong[i]!
  }
  return { accepted: kept, failures, flags, triggers }
}

const added = (a: DecodedCounts, b: DecodedCounts): DecodedCounts => ({
  accepted: a.accepted + b.accepted,
  failures: a.failures + b.failures,
  triggers: a.triggers.map((count, k) => count + b.triggers[k]!),
  flags: a.flags.map(({ executed, raised }, k) => ({
    executed: executed + b.flags[k]!.executed,
    raised: raised + b.flags[k]!.raised,
  })),
})
