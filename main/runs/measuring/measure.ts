/** Measures every circuit of a run: assignment first, then baselines and encoded circuits in an order drawn from the seed. */
import type { CardinalState, Decoder } from '../../contract/model/protocols'
import type { MeasuredAssignment, MeasuredKind, PlayedProgram } from '../../contract/runs/machine'
import type { CircuitCount, QubitCounts } from '../../qec/comparison/counts'
import { popcountOf, wordsOf } from '../../qec/decoding/words'
import type { BitPlanes } from '../../qec/program/frame'
import { uniforms } from '../../qec/statistics/random'
import { assignmentOf } from '../../sequencer/bins/assignment'
import { joinPlanes } from '../../sequencer/bins/decode'
import { shotsPerBatch } from '../../sequencer/profile/estimate'
import { addDecoded, type CircuitDecoder, decodePlanes, nothingDecoded } from '../decoding/decode'
import { circuitDecoders } from '../decoding/protocols'
import { type RunPlan, type RunSettings, ratesOf } from '../model/plan'
import type { BitFile, EncodedResult } from '../model/results'
import { memoryCircuit } from '../planning/circuits'
import { measuredRounds, pilotShots, subSeed } from '../planning/shots'
import { predictedAcceptance } from '../prediction/acceptance'
import type { DecodingKernels } from '../sampling/run-engine'
import type { MeasuredProgram, RunDevice, RunProgram } from './device'
import { assignmentProgram, encodedProgram, readQubits, waitingOf, waitingProgram } from './programs'

export interface MeasuringContext {
  readonly plan: RunPlan
  readonly settings: RunSettings
  readonly device: RunDevice
  readonly kernels: DecodingKernels
  readonly decoders: readonly Decoder[]
  readonly wallClock: (circuit: ReturnType<typeof memoryCircuit>) => NonNullable<CircuitDecoder['wall']>
  readonly progress: (fraction: number, stage: string) => void
  readonly signal: AbortSignal
}

/** One program, played without another between its batches. */
interface Turn {
  readonly kind: 'pilot' | 'baseline' | 'encoded'
  readonly state: CardinalState
  readonly rounds: number
  readonly shots: number
}

export interface MeasuredShots {
  readonly pilots: readonly QubitCounts[]
  readonly physical: readonly QubitCounts[]
  readonly encoded: readonly EncodedResult[]
}

export interface MeasuredMachine {
  readonly assignment: MeasuredAssignment[]
  readonly order: { kind: MeasuredKind; state: CardinalState; rounds: number; shots: number }[]
  readonly lost: { invalid: number; feedback_mismatch: number }
  /** Of the encoded rounds, program by program. */
  readonly timings: NonNullable<PlayedProgram['timing']>[]
  /** Of which the record reads idle times, decoupling and reset. */
  readonly program: RunProgram['program']
}

/** Shots of each prepared state. */
const ASSIGNMENT_SHOTS = 2_000
/** As many batches of one program may follow one another; then another program has its turn. */
const BATCHES_IN_A_ROW = 4

/** Rejects with what the device rejects with. */
export async function measureRun(context: MeasuringContext): Promise<MeasuredShots & MeasuredMachine> {
  const { plan, settings, device, progress } = context
  const machine = { order: [] as MeasuredMachine['order'], lost: { invalid: 0, feedback_mismatch: 0 } }
  const timings: MeasuredMachine['timings'] = []
  const programs = new Map<string, RunProgram>()
  const play = async (turn: Turn | { kind: 'assignment'; state: '0' | '1'; rounds: 0; shots: number }) => {
    const key = `${turn.kind} ${turn.state} ${turn.rounds}`
    const program = programs.get(key) ?? programFor(plan, settings, turn)
    programs.set(key, program)
    const measured = await device.measure(program, turn.shots)
    context.signal.throwIfAborted()
    machine.order.push({ kind: turn.kind, state: turn.state, rounds: turn.rounds, shots: turn.shots })
    machine.lost.invalid += measured.lost.invalid
    machine.lost.feedback_mismatch += measured.lost.feedback_mismatch
    if (turn.kind === 'encoded' && measured.timing) timings.push(measured.timing)
    return measured
  }
  progress(0, 'preparing and reading every qubit')
  const prepared: BitPlanes[] = []
  for (const state of ['0', '1'] as const)
    prepared.push(joinedPlanes(await play({ kind: 'assignment', state, rounds: 0, shots: ASSIGNMENT_SHOTS })))

  const turns = turnsOf(plan, settings)
  const collected = collectors(context)
  const total = turns.reduce((sum, turn) => sum + workOf(turn), 0)
  let done = 0
  for (const turn of turns) {
    progress(0.98 * (done / total), stageOf(turn))
    await collected.add(turn, await play(turn))
    done += workOf(turn)
  }
  progress(0.98, 'comparing')
  const widest = settings.rounds.at(-1)!
  return {
    ...collected.results(),
    ...machine,
    assignment: assignments(plan, prepared as [BitPlanes, BitPlanes]),
    timings,
    program: programs.get(`encoded ${settings.states[0]} ${widest}`)!.program,
  }
}

const workOf = ({ shots, rounds }: Turn): number => shots * (rounds + 1)

const stageOf = ({ kind, state, rounds }: Turn): string => {
  const name = { pilot: 'pilot shots', baseline: 'physical baseline', encoded: 'encoded' }[kind]
  return `${name}, state ${state}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
}

const joinedPlanes = ({ batches }: MeasuredProgram): BitPlanes => joinPlanes(batches.map(({ planes }) => planes))

function programFor(
  plan: RunPlan,
  settings: RunSettings,
  turn: Pick<Turn, 'state' | 'rounds'> & { kind: MeasuredKind },
): RunProgram {
  if (turn.kind === 'assignment') return assignmentProgram(plan, turn.state === '0' ? 0 : 1)
  if (turn.kind === 'encoded') return encodedProgram(plan, settings, turn)
  return waitingProgram(plan, { kind: turn.kind, state: turn.state, rounds: turn.rounds })
}

/** Fisher–Yates by the seed: what drifts meets baselines and encoded circuits alike. */
function turnsOf(plan: RunPlan, settings: RunSettings): Turn[] {
  const { states, rounds, shots, seed } = settings
  const baselines = waitingOf(plan).length > 0
  const circuits = measuredRounds(rounds).flatMap(count => states.map(state => ({ rounds: count, state })))
  const turns = circuits.flatMap(circuit => {
    const { program } = encodedProgram(plan, settings, circuit)
    const most = Math.max(1, BATCHES_IN_A_ROW * shotsPerBatch(program, plan.device!.profile))
    return [
      ...(baselines ? [{ ...circuit, kind: 'pilot' as const, shots: pilotShots(shots) }] : []),
      ...(baselines ? [{ ...circuit, kind: 'baseline' as const, shots }] : []),
      ...Array.from({ length: Math.ceil(shots / most) }, (_, i) => ({
        ...{ ...circuit, kind: 'encoded' as const, shots: Math.min(most, shots - i * most) },
      })),
    ]
  })
  const random = uniforms(subSeed(seed, 'order'))
  for (let last = turns.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[turns[last], turns[other]] = [turns[other]!, turns[last]!]
  }
  return turns
}

function collectors({ plan, settings, kernels, decoders, wallClock, signal }: MeasuringContext) {
  const decoderOf = circuitDecoders(plan, settings.protocol, decoders, kernels)
  const kept = predictedAcceptance(plan, settings)
  const waiting = waitingOf(plan)
  const waited = { pilot: new Map<string, CircuitCount[]>(), baseline: new Map<string, CircuitCount[]>() }
  const encoded = new Map<string, EncodedResult>()

  const addWaited = (turn: Turn & { kind: 'pilot' | 'baseline' }, measured: MeasuredProgram) => {
    const planes = joinedPlanes(measured)
    waited[turn.kind].set(`${turn.rounds} ${turn.state}`, failuresOf(planes, turn))
  }
  const addEncoded = async (turn: Turn, measured: MeasuredProgram) => {
    const { state, rounds } = turn
    const circuit = memoryCircuit(plan, settings, turn)
    const decoder = { ...decoderOf(circuit), wall: wallClock(circuit) }
    const before = encoded.get(`${rounds} ${state}`)
    let sum = before ?? nothingDecoded(decoder.decode.length)
    const files: BitFile[] = [...(before?.files ?? [])]
    let bits_per_shot = before?.bits_per_shot ?? 0
    for (const { planes, sha256 } of measured.batches) {
      sum = addDecoded(sum, await decodePlanes(planes, decoder, signal))
      files.push({ piece: files.length, shots: planes.shots, seed: null, sha256 })
      bits_per_shot = planes.planes
    }
    const shots = files.reduce((all, file) => all + file.shots, 0)
    const { accepted, failures } = sum.outcomes[0]!
    const counted = { shots, accepted, failures, files, bits_per_shot, predicted: kept(state, rounds) }
    encoded.set(`${rounds} ${state}`, { ...sum, state, rounds, ...counted })
  }
  const circuits = measuredRounds(settings.rounds).flatMap(rounds => settings.states.map(state => `${rounds} ${state}`))
  const everyQubit = (kind: 'pilot' | 'baseline'): QubitCounts[] =>
    plan.qubits.map(({ qubit, role, skipped }) => {
      const at = waiting.indexOf(qubit)
      const counts = at === -1 ? [] : circuits.map(key => waited[kind].get(key)![at]!)
      return { qubit, role, skipped, counts }
    })
  return {
    async add(turn: Turn, measured: MeasuredProgram) {
      if (turn.kind === 'encoded') await addEncoded(turn, measured)
      else addWaited({ ...turn, kind: turn.kind }, measured)
    },
    results: (): MeasuredShots => ({
      pilots: everyQubit('pilot'),
      physical: everyQubit('baseline'),
      encoded: circuits.map(key => encoded.get(key)!),
    }),
  }
}

/** Plane i is of the i-th qubit, and says whether it was read back wrong. */
export function failuresOf(planes: BitPlanes, { state, rounds }: Pick<Turn, 'state' | 'rounds'>): CircuitCount[] {
  const { words, stride } = wordsOf(planes)
  const { shots } = planes
  return Array.from({ length: planes.planes }, (_, i) => {
    const failures = popcountOf(words.subarray(i * stride, (i + 1) * stride))
    return { state, rounds, shots, accepted: shots, failures }
  })
}

/** A reset that failed leaves the other state, and a pulse that failed does too, two times of three; then the readout errs. */
function assignments(plan: RunPlan, prepared: readonly [BitPlanes, BitPlanes]): MeasuredAssignment[] {
  const rates = ratesOf(plan)
  const either = (...errors: readonly number[]) => errors.reduce((p, q) => p + q - 2 * p * q, 0)
  const expected = (qubit: number): [number, number] => {
    const [reset, readout] = [rates.reset(qubit), rates.readout(qubit)]
    return [either(reset, readout), either(reset, (2 / 3) * rates.single(qubit), readout)]
  }
  return assignmentOf(readQubits(plan), prepared, expected).map(one => {
    const [zero, other] = expected(one.qubit)
    return {
      ...one,
      read_1_of_0: { ...one.read_1_of_0, expected: zero },
      read_0_of_1: { ...one.read_0_of_1, expected: other },
    }
  })
}
