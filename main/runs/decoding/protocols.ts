/** Parts of a run for each protocol, one row each. Programs, planes and decoders of a circuit belong together. */
import type { Warning } from '../../contract/model/primitives'
import { type CardinalState, DECODERS, type Decoder, type Protocol } from '../../contract/model/protocols'
import { Basis } from '../../contract/runs/comparison'
import { flipOnFailedCheck, LOGICAL_OF } from '../../qec/code/logical-readout'
import { packedWindow } from '../../qec/decoding/cyclic-window'
import { type Decoding, type PackedOutcomes, packedCorrection, packedDetection } from '../../qec/decoding/flag-lut'
import { measuredReading } from '../../qec/decoding/measurement-reading'
import { preparedShots } from '../../qec/decoding/prepared-shots'
import type { WordRange } from '../../qec/decoding/triggers'
import { wallTimes } from '../../qec/decoding/wall-time'
import type { WordPlanes } from '../../qec/decoding/words'
import { planesOfWords } from '../../qec/decoding/words'
import { type MapDecoding, mapDecoder } from '../../qec/flag-map/decode'
import { checkedTables, measuredTables } from '../../qec/flag-map/readout'
import { MAP_VERSION, type MapTables, mapTables } from '../../qec/flag-map/tables'
import { readoutFlips, waitedForDecision } from '../../qec/prediction/detection-acceptance'
import { DECODER_VERSION } from '../../qec/proof/flag-table'
import type { MeasurementSetup } from '../../qec/spam/measurement-ops'
import type { ProtocolSettings, RunPlan, RunSettings } from '../model/plan'
import type { DecodingKernels } from '../model/run-engine'
import { layoutOf, type MemoryCircuit, planesOf, readoutOf, roundTimes } from '../planning/circuits'
import { type CircuitDecoder, type DecodePlanes, sliced } from './decode'

interface DecoderRow {
  readonly version: string
  /** Warnings of a run with this decoder in correction mode. */
  readonly warnings: readonly Warning[]
  /** Makes decoders for one plan; data that its circuits share are computed once. */
  readonly decoder: (plan: RunPlan, kernels: DecodingKernels) => (circuit: MemoryCircuit) => DecodePlanes
}

interface ProtocolRow {
  readonly decoders: Record<Decoder, DecoderRow>
  /** Warnings of its runs in correction mode. */
  readonly warnings: readonly Warning[]
}

const LIKELIHOOD_FIRST: Warning = {
  code: 'decoder_by_likelihood',
  message:
    'flag-map minimizes the error at the calibrated rates and may give up the correction of a single fault for it: ' +
    'the verdict on fault tolerance is that of flag-lut.',
}

const READ_OUT_OF_ORDER: Warning = {
  code: 'no_feedforward_window_decoder',
  message:
    'cyclic-window decides nothing during the rounds: a trigger is answered by the next four outcomes, flagged ones that may ' +
    'err themselves; only a window still open after the last pass is closed by one conditional extraction. The verdict on fault ' +
    'tolerance is that of this protocol, and the mean round with repeats is not given.',
}

const OPEN_WINDOWS_LOST: Warning = {
  code: 'no_feedforward_window_decoder',
  message:
    'The device has no feed-forward: cyclic-window decides nothing within a shot. A trigger is answered by the next four ' +
    'outcomes, flagged ones that may err themselves; a shot whose window is still open after the last pass is thrown away, ' +
    'as is one whose single verified preparation is not accepted. The verdict on fault tolerance is that of this protocol.',
}

const ONE_SIDED: Warning = {
  code: 'one_sided_decay',
  message:
    'Decay draws a qubit to |0>, and with 0 or 1 alone the errors, of the physical qubits above all, are those of the one ' +
    'side: ask for both for the error of a round and the gain.',
}

/** The errors of a round and the gain are means over the bases that were run. */
function basesLeftOut(states: RunSettings['states']): Warning[] {
  const run = Basis.options.filter(letter => states.some(state => LOGICAL_OF[state].letter === letter))
  const left = Basis.options.filter(letter => !run.includes(letter))
  if (left.length === 0) return []
  const message =
    `No state of ${left.length === 1 ? 'basis' : 'the bases'} ${left.join(' and ')} is run: every error per round, of the encoded and of the physical ` +
    `qubits, is that of ${run.join(' and ')} alone, and so are the best qubit and the gain. What T2 takes is lost in X and Y, what T1 takes most ` +
    'of all in Z; ask for all six states for the error of any state.'
  return [{ code: 'bases_left_out', message }]
}

const FLAG_MAP: DecoderRow = { version: MAP_VERSION, warnings: [LIKELIHOOD_FIRST], decoder: flagMapDecoder }

const adaptive: ProtocolRow = {
  decoders: {
    'flag-lut': { version: DECODER_VERSION, warnings: [], decoder: () => lutDecoder(packedCorrection) },
    'flag-map': FLAG_MAP,
  },
  warnings: [],
}

const cyclicWindow: ProtocolRow = {
  decoders: {
    'flag-lut': { version: DECODER_VERSION, warnings: [], decoder: () => lutDecoder(packedWindow) },
    'flag-map': FLAG_MAP,
  },
  warnings: [READ_OUT_OF_ORDER],
}

const PROTOCOL_TABLE: Record<Protocol, ProtocolRow> = { adaptive, 'cyclic-window': cyclicWindow }

const protocolRow = (protocol: Protocol = 'adaptive'): ProtocolRow => PROTOCOL_TABLE[protocol]

/** Shots × rounds that are decoded with every decoder, not with the run's own alone: about a second of work. */
const MAX_WORK_OF_ALL_DECODERS = 4e6

/** The run's own decoder, then the others where decoding again is cheap. */
export function decodersOf({ decoder, rounds, shots, states }: RunSettings): Decoder[] {
  const work = shots * states.length * rounds.reduce((sum, count) => sum + count, 0)
  if (work > MAX_WORK_OF_ALL_DECODERS) return [decoder]
  return [decoder, ...DECODERS.filter(other => other !== decoder)]
}

/** The decoders of a run, side by side; tables are built once for all of its circuits. */
export function circuitDecoders(
  plan: RunPlan,
  {
    protocol,
    decoders,
    kernels,
    timed = false,
  }: {
    readonly protocol: Protocol | undefined
    readonly decoders: readonly Decoder[]
    readonly kernels: DecodingKernels
    /** Whether the wall times of the shots are counted. */
    readonly timed?: boolean
  },
): (circuit: MemoryCircuit) => CircuitDecoder {
  const each = decoders.map(decoder => protocolRow(protocol).decoders[decoder].decoder(plan, kernels))
  return circuit => ({
    decode: each.map(decoderOf => decoderOf(circuit)),
    ...(plan.preparation ? { prepared: preparedShotsOf(circuit) } : {}),
    ...(timed ? { wall: wallClock(circuit) } : {}),
  })
}

/** Counts the wall times of a circuit's shots while they are decoded. */
function wallClock(circuit: MemoryCircuit): NonNullable<CircuitDecoder['wall']> {
  const [layout, times] = [layoutOf(circuit), roundTimes(circuit.plan.compiled)]
  return {
    rounds: circuit.rounds,
    count: (planes, range, accepted) => wallTimes(planes, layout, { times, range, kept: accepted }),
  }
}

function preparedShotsOf(circuit: MemoryCircuit): NonNullable<CircuitDecoder['prepared']> {
  const extra = planesOf(circuit)
  return (planes, { from, to }) => {
    const range = { from: from * 4, to: Math.min(to * 4, Math.ceil(planes.shots / 8)) }
    const { served, attempts } = preparedShots(planesOfWords(planes), extra, range)
    return { served: new Int32Array(served.buffer), attempts }
  }
}

/** Version of the run's decoder. */
export const decoderVersion = ({ protocol, decoder }: Pick<RunSettings, 'protocol' | 'decoder'>): string =>
  protocolRow(protocol).decoders[decoder].version

/** Warnings that follow from the choices of the request. */
export function choiceWarnings(
  plan: RunPlan,
  {
    mode,
    protocol = 'adaptive',
    closing,
    decoder,
    engine,
    states,
  }: ProtocolSettings & Pick<RunSettings, 'decoder' | 'engine' | 'states'>,
): Warning[] {
  const scheme = protocolRow(protocol)
  return [
    ...(mode === 'correction' ? (closing === 'erasure' ? [OPEN_WINDOWS_LOST] : scheme.warnings) : []),
    ...(mode === 'correction' ? scheme.decoders[decoder].warnings : []),
    ...(plan.ft_preserved === false ? [notPreserved(protocol)] : []),
    ...(plan.decoupling?.warning ? [plan.decoupling.warning] : []),
    ...(engine === 'trajectories' && states.includes('0') !== states.includes('1') ? [ONE_SIDED] : []),
    ...basesLeftOut(states),
  ]
}

const notPreserved = (protocol: string): Warning => ({
  code: 'protocol_not_fault_tolerant',
  message: `A single fault can become a logical error of this schedule under ${protocol}: it is not fault-tolerant.`,
})

const flipsOf = ({ plan, rates, state, mode }: MemoryCircuit) =>
  readoutFlips(plan.compiled, {
    readout: readoutOf(state),
    rates,
    waited_ns: mode === 'correction' ? waitedForDecision(plan.compiled) : 0,
  })

type DecodePacked = (planes: WordPlanes, decoding: Decoding, range: WordRange) => PackedOutcomes

/** Words × rounds that are decoded between two checkpoints, well under a millisecond. */
const LUT_AT_ONCE = 2_000
const MAP_AT_ONCE = 24

const lutDecoder =
  (correction: DecodePacked) =>
  (circuit: MemoryCircuit): DecodePlanes => {
    const decoding = { ...readingOf(circuit), layout: layoutOf(circuit), tables: circuit.plan.tables }
    const decode = circuit.mode === 'correction' ? correction : packedDetection
    return sliced((planes, range) => decode(planes, decoding, range), {
      ...circuit,
      at_once: LUT_AT_ONCE,
      each_shot: shotByShot(circuit),
    })
  }

const shotByShot = ({ plan, protocol }: MemoryCircuit): boolean =>
  plan.measurement !== undefined || protocol === 'cyclic-window'

function readingOf(circuit: MemoryCircuit): Omit<Decoding, 'layout' | 'tables'> {
  const { state } = circuit
  const readout = readoutOf(state)
  const read = { readout, logical: LOGICAL_OF[state].logical }
  const measured = measuredOf(circuit)
  if (!measured) return { ...read, flip_on_failed_check: flipOnFailedCheck(readout, flipsOf(circuit)) }
  return { ...read, flip_on_failed_check: false, reading: measuredReading(measured) }
}

const measuredOf = (circuit: MemoryCircuit): MeasurementSetup | null => {
  const { plan, mode, state } = circuit
  const { measurement } = plan
  return measurement ? { measurement, state, mode, layout: layoutOf(circuit), planes: planesOf(circuit) } : null
}

/** Detection accepts quiet shots only, of which both decoders give the same outcome; they differ in correction mode. */
function flagMapDecoder(plan: RunPlan, kernels: DecodingKernels): (circuit: MemoryCircuit) => DecodePlanes {
  let tables: ((state: CardinalState) => MapTables) | null = null
  const read = readoutTables()
  return circuit => {
    if (circuit.mode === 'detection') return lutDecoder(packedCorrection)(circuit)
    const { rates, state, protocol = 'adaptive' } = circuit
    tables ??= mapTables(plan.compiled, rates, { protocol, preparation: plan.preparation?.compiled })
    const decoding = { layout: layoutOf(circuit), map: tables(state), readout: read(circuit) }
    if (kernels.decodeFlagMap) return (planes, options) => kernels.decodeFlagMap!(decoding, planes, options)
    return sliced(mapDecoder(decoding), { ...circuit, at_once: MAP_AT_ONCE, each_shot: true })
  }
}

/** Reading tables of a measurement, computed once for each state: only the position of its bits depends on the rounds. */
function readoutTables(): (circuit: MemoryCircuit) => MapDecoding['readout'] {
  const known = new Map<MemoryCircuit['state'], MapDecoding['readout']>()
  return circuit => {
    const { state, rates } = circuit
    const measured = measuredOf(circuit)
    if (!measured) {
      const [readout, { logical }] = [readoutOf(state), LOGICAL_OF[state]]
      return checkedTables({ layout: layoutOf(circuit), readout, logical, flips: flipsOf(circuit) })
    }
    const tables = known.get(state) ?? measuredTables(measured, rates)
    known.set(state, tables)
    return { ...tables, first: measured.planes.measurement! }
  }
}
