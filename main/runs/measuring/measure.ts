/** Measures every circuit of a run: assignment first, then baselines and encoded circuits in an order drawn from the seed. */
import { type CardinalState, type Decoder, STATE_TEXT } from '../../contract/model/protocols'
import type { MeasuredAssignment, MeasuredKind } from '../../contract/runs/machine'
import type { CircuitCount, QubitCounts } from '../../qec/comparison/counts'
import { popcountOf, wordsOf } from '../../qec/decoding/words'
import type { BitPlanes } from '../../qec/program/frame'
import { uniforms } from '../../qec/statistics/random'
import { assignmentOf } from '../../sequencer/bins/assignment'
import { joinPlanes } from '../../sequencer/bins/decode'
import { discrimination, joinedMoments } from '../../sequencer/bins/iq'
import { batchesOf, shotsPerBatch } from '../../sequencer/profile/estimate'
import { programText } from '../../sequencer/program/text'
import { addDecoded, decodePlanes, nothingDecoded } from '../decoding/decode'
import { circuitDecoders } from '../decoding/protocols'
import type { CompiledCircuit, MeasuredMachine, MeasuredProgram } from '../model/measured'
import type { PartialCounts } from '../model/partial-counts'
import { type PlannedRun, type RunPlan, type RunSettings, ratesOf } from '../model/plan'
import type { BitFile, DeviceHost, EncodedResult, RunResults } from '../model/run'
import type { Cancellation, DecodingKernels } from '../model/run-engine'
import { baselineQubits, measuredRounds, memoryCircuit, selectionShots, subSeed } from '../planning/circuits'
import { predictedAcceptance } from '../prediction/predict'
import { ASSIGNMENT_SHOTS, assignmentProgram, encodedProgram, readQubits, waitingProgram } from './programs'

export interface MeasuringContext extends PlannedRun, Cancellation {
  readonly device: Pick<DeviceHost, 'measure'>
  readonly kernels: DecodingKernels
  readonly decoders: readonly Decoder[]
  readonly partial: PartialCounts
}

/** One batch of a program; then another program has its turn. */
interface Turn {
  readonly kind: 'pilot' | 'baseline' | 'encoded'
  readonly state: CardinalState
  readonly rounds: number
  readonly shots: number
}

export type MeasuredShots = Pick<RunResults, 'selection' | 'physical' | 'encoded'>

/** Rejects with what the device rejects with. */
export async function measureRun(context: MeasuringContext): Promise<MeasuredShots & MeasuredMachine> {
  const { plan, settings, device, partial } = context
  const progress = partial.report
  const machine = { order: [] as MeasuredMachine['order'], lost: { invalid: 0, feedback_mismatch: 0 } }
  const timings: MeasuredMachine['timings'] = []
  const programOf = compiledOnce(plan, settings)
  const textOf = writtenOnce()
  const turns = turnsOf(plan, settings, programOf)
  const reading = batchShots(plan, programOf({ kind: 'assignment', state: '0', rounds: 0 }), ASSIGNMENT_SHOTS)
  const planned = 2 * reading.length + turns.length
  let batches = 0
  const measureTurn = async (turn: Turn | { kind: 'assignment'; state: '0' | '1'; rounds: 0; shots: number }) => {
    const program = programOf(turn)
    const { reference } = program
    const prepared = { shots: turn.shots, bytes: textOf(program, turn.shots).slice() }
    // Buffers are handed over to the host, and this program may have another turn.
    const numbering = { before: batches, of: planned }
    const measured = await device.measure({ ...program, reference: reference.slice(), prepared, numbering }, turn.shots)
    context.signal.throwIfAborted()
    batches += measured.batches.length
    machine.order.push({ kind: turn.kind, state: turn.state, rounds: turn.rounds, shots: turn.shots })
    machine.lost.invalid += measured.lost.invalid
    machine.lost.feedback_mismatch += measured.lost.feedback_mismatch
    if (turn.kind === 'encoded' && measured.timing) timings.push(measured.timing)
    return measured
  }
  progress(0, 'preparing and reading every qubit')
  const prepared: MeasuredProgram[] = []
  for (const state of ['0', '1'] as const)
    prepared.push(await measureTurn({ kind: 'assignment', state, rounds: 0, shots: ASSIGNMENT_SHOTS }))

  const collected = collectors(context)
  const total = workOfAll(turns)
  const share = 0.98 * (total / (total + workToFollow(settings, turns)))
  let done = 0
  for (const turn of turns) {
    progress(share * (done / total), stageOf(turn))
    await collected.add(turn, await measureTurn(turn))
    done += workOf(turn)
  }
  progress(share, 'comparing')
  const [state, rounds] = [settings.states[0]!, settings.rounds.at(-1)!]
  return {
    ...collected.results(),
    ...machine,
    assignment: assignments(plan, prepared),
    timings,
    batches,
    share,
    program: programOf({ kind: 'encoded', state, rounds }).program,
  }
}

const workOf = ({ shots, rounds }: Turn): number => shots * (rounds + 1)
const workOfAll = (turns: readonly Turn[]): number => turns.reduce((sum, turn) => sum + workOf(turn), 0)

/** Where shots take times of their own, the baseline waits as long as each encoded circuit once more. */
const workToFollow = ({ protocol }: Pick<RunSettings, 'protocol'>, turns: readonly Turn[]): number =>
  protocol === 'adaptive' ? workOfAll(turns.filter(({ kind, rounds }) => kind === 'encoded' && rounds > 0)) : 0

const stageOf = ({ kind, state, rounds }: Turn): string => {
  const name = { pilot: 'pilot shots', baseline: 'physical baseline', encoded: 'encoded' }[kind]
  return `${name}, state |${STATE_TEXT[state]}⟩, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
}

const joinedPlanes = ({ batches }: MeasuredProgram): BitPlanes => joinPlanes(batches.map(({ planes }) => planes))

type Programmed = Pick<Turn, 'state' | 'rounds'> & { readonly kind: MeasuredKind }
type ProgramOf = (turn: Programmed) => CompiledCircuit

function compiledOnce(plan: RunPlan, settings: RunSettings): ProgramOf {
  const known = new Map<string, CompiledCircuit>()
  return turn => {
    const key = `${turn.kind} ${turn.state} ${turn.rounds}`
    const program = known.get(key) ?? programFor(plan, settings, turn)
    known.set(key, program)
    return program
  }
}

/** Writes the text of a program once for each size of batch, as most batches have one size. */
function writtenOnce() {
  const known = new Map<string, Uint8Array>()
  return ({ kind, state, rounds, program }: CompiledCircuit, shots: number): Uint8Array => {
    const key = `${kind} ${state} ${rounds} ${shots}`
    const text = known.get(key) ?? programText(program, shots)
    known.set(key, text)
    return text
  }
}

function programFor(plan: RunPlan, settings: RunSettings, { kind, state, rounds }: Programmed): CompiledCircuit {
  if (kind === 'assignment') return assignmentProgram(plan, state === '0' ? 0 : 1)
  if (kind === 'encoded') return encodedProgram(plan, settings, { state, rounds })
  return waitingProgram(plan, { circuit: { kind, state, rounds } })
}

/** The shots of every batch of a program. */
const batchShots = ({ device }: RunPlan, { program }: CompiledCircuit, shots: number): number[] =>
  batchesOf(shots, Math.max(1, shotsPerBatch(program, device!.profile)))

/** Batch by batch in an order drawn by the seed (Fisher–Yates): what drifts meets baselines and encoded circuits alike. */
function turnsOf(plan: RunPlan, settings: RunSettings, programOf: ProgramOf): Turn[] {
  const { states, rounds, shots, seed } = settings
  const kinds = baselineQubits(plan).length > 0 ? (['pilot', 'baseline', 'encoded'] as const) : (['encoded'] as const)
  const circuits = measuredRounds(rounds).flatMap(count =>
    states.flatMap(state => kinds.map(kind => ({ kind, state, rounds: count }))),
  )
  const turns = circuits.flatMap((circuit): Turn[] => {
    const all = circuit.kind === 'pilot' ? selectionShots(shots) : shots
    return batchShots(plan, programOf(circuit), all).map(each => ({ ...circuit, shots: each }))
  })
  const random = uniforms(subSeed(seed, 'order'))
  for (let last = turns.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[turns[last], turns[other]] = [turns[other]!, turns[last]!]
  }
  return turns
}

function collectors({ plan, settings, kernels, decoders, signal, checkpoint, partial }: MeasuringContext) {
  const decoderOf = circuitDecoders(plan, { protocol: settings.protocol, decoders, kernels, timed: true })
  const acceptance = predictedAcceptance(plan, settings)
  const waiting = baselineQubits(plan)
  const waited = { pilot: new Map<string, CircuitCount[]>(), baseline: new Map<string, CircuitCount[]>() }
  const encoded = new Map<string, EncodedResult>()

  const addWaited = (turn: Turn & { kind: 'pilot' | 'baseline' }, measured: MeasuredProgram) => {
    const key = `${turn.rounds} ${turn.state}`
    const counts = failuresOf(joinedPlanes(measured), turn)
    if (turn.kind === 'baseline') for (const count of counts) partial.add('physical', turn.rounds, count)
    const before = waited[turn.kind].get(key)
    waited[turn.kind].set(key, before ? counts.map((count, i) => added(before[i]!, count)) : counts)
  }
  const addEncoded = async (turn: Turn, measured: MeasuredProgram) => {
    const { state, rounds } = turn
    const circuit = memoryCircuit(plan, settings, turn)
    const decoder = decoderOf(circuit)
    const before = encoded.get(`${rounds} ${state}`)
    let sum = before ?? nothingDecoded(decoder.decode.length)
    const files: BitFile[] = [...(before?.files ?? [])]
    let bits_per_shot = before?.bits_per_shot ?? 0
    for (const { planes, sha256 } of measured.batches) {
      const decoded = await decodePlanes(planes, { decoder, signal, checkpoint })
      partial.add('encoded', rounds, { shots: planes.shots, ...decoded.outcomes[0]! })
      sum = addDecoded(sum, decoded)
      files.push({ piece: files.length, shots: planes.shots, seed: null, sha256 })
      bits_per_shot = planes.planes
    }
    const shots = files.reduce((all, file) => all + file.shots, 0)
    const { accepted, failures } = sum.outcomes[0]!
    const counted = { shots, accepted, failures, files, bits_per_shot, predicted: acceptance(state, rounds) }
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
      selection: everyQubit('pilot'),
      physical: everyQubit('baseline'),
      encoded: circuits.map(key => encoded.get(key)!),
    }),
  }
}

const added = (a: CircuitCount, b: CircuitCount): CircuitCount => ({
  ...a,
  shots: a.shots + b.shots,
  accepted: a.accepted + b.accepted,
  failures: a.failures + b.failures,
})

/** Counts failures: plane i holds whether the i-th qubit was read back wrong. */
export function failuresOf(planes: BitPlanes, { state, rounds }: Pick<Turn, 'state' | 'rounds'>): CircuitCount[] {
  const { words, stride } = wordsOf(planes)
  const { shots } = planes
  return Array.from({ length: planes.planes }, (_, i) => {
    const failures = popcountOf(words.subarray(i * stride, (i + 1) * stride))
    return { state, rounds, shots, accepted: shots, failures }
  })
}

/** A reset that failed leaves the other state, and a pulse that failed does too, two times of three; then the readout errs. */
function assignments(plan: RunPlan, prepared: readonly MeasuredProgram[]): MeasuredAssignment[] {
  const rates = ratesOf(plan)
  const either = (...errors: readonly number[]) => errors.reduce((p, q) => p + q - 2 * p * q, 0)
  const expected = (qubit: number): [number, number] => {
    const [reset, readout] = [rates.reset(qubit), rates.readout(qubit)]
    return [either(reset, readout), either(reset, (2 / 3) * rates.single(qubit), readout)]
  }
  const [zeros, ones] = prepared.map(({ batches }) => joinedMoments(batches.flatMap(({ iq }) => (iq ? [iq] : []))))
  const planes = prepared.map(joinedPlanes) as [BitPlanes, BitPlanes]
  return assignmentOf(readQubits(plan), planes, expected).map((one, slot) => {
    const [zero, other] = expected(one.qubit)
    const [of_zero, of_one] = [zeros?.[slot], ones?.[slot]]
    return {
      ...one,
      iq: of_zero && of_one ? discrimination(of_zero, of_one) : null,
      read_1_of_0: { ...one.read_1_of_0, expected: zero },
      read_0_of_1: { ...one.read_0_of_1, expected: other },
    }
  })
}
