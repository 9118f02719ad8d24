/** What a protocol's runs are made of: one row for each protocol. Programs, planes and decoders of a circuit belong together. */
import type { Warning } from '../../contract/model/primitives'
import type { Decoder, RunRequest } from '../../contract/model/protocols'
import { flipOnFailedCheck, LOGICAL_OF } from '../../qec/code/logical-readout'
import { type Decoding, type PackedOutcomes, packedCorrection, packedDetection } from '../../qec/decoding/flag-lut'
import { MAP_VERSION, mapTables } from '../../qec/flag-map/tables'
import { type MapDecoding, mapDecoder } from '../../qec/flag-map/decode'
import { checkedTables, measuredTables } from '../../qec/flag-map/readout'
import { measuredReading } from '../../qec/decoding/measurement-reading'
import type { WordRange } from '../../qec/decoding/triggers'
import { packedWindow } from '../../qec/decoding/window-words'
import type { WordPlanes } from '../../qec/decoding/words'
import type { Measured } from '../../qec/spam/measurement-ops'
import { readoutFlips } from '../../qec/prediction/detection-acceptance'
import { DECODER_VERSION } from '../../qec/proof/flag-table'
import { type Circuit, layoutOf, planesOf, readoutOf } from '../planning/circuit'
import type { Kernels } from '../sampling/engine'
import type { RunPlan } from '../planning/plan'
import { type DecodePiece, sliced } from './slices'

export interface DecoderRow {
  readonly version: string
  /** What a run with this decoder says about itself in correction mode. */
  readonly warnings: readonly Warning[]
  /** For one plan; what its circuits share is worked out once. */
  readonly decoder: (plan: RunPlan, kernels: Kernels) => (circuit: Circuit) => DecodePiece
}

export interface Scheme {
  readonly decoders: Record<Decoder, DecoderRow>
  /** What its runs say about themselves in correction mode. */
  readonly warnings: readonly Warning[]
}

const LIKELIHOOD_FIRST: Warning = {
  code: 'decoder_by_likelihood',
  message:
    'flag-map minimizes the error at the calibrated rates and may give up the correction of a single fault for it: ' +
    'the verdict ft_preserved is that of flag-lut.',
}

const READ_OUT_OF_ORDER: Warning = {
  code: 'no_feedforward_window_decoder',
  message:
    'cyclic-window decides nothing during the rounds: a trigger is answered by the next four outcomes, flagged ones that may ' +
    'err themselves; only a window still open after the last pass is closed by one conditional extraction. ft_preserved is ' +
    'the verdict on this protocol, and the mean round with repeats is not told.',
}

const ONE_SIDED: Warning = {
  code: 'one_sided_decay',
  message:
    'Decay draws a qubit to |0>, and with 0 or 1 alone the errors, of the physical qubits above all, are those of the one ' +
    'side: ask for both for the error of a round and the gain.',
}

const FLAG_MAP: DecoderRow = { version: MAP_VERSION, warnings: [LIKELIHOOD_FIRST], decoder: mapDecoders }

const adaptive: Scheme = {
  decoders: {
    'flag-lut': { version: DECODER_VERSION, warnings: [], decoder: () => lutDecoder(packedCorrection, 50_000) },
    'flag-map': FLAG_MAP,
  },
  warnings: [],
}

const cyclicWindow: Scheme = {
  decoders: {
    'flag-lut': { version: DECODER_VERSION, warnings: [], decoder: () => lutDecoder(packedWindow, 5_000) },
    'flag-map': FLAG_MAP,
  },
  warnings: [READ_OUT_OF_ORDER],
}

export const SCHEMES: Record<RunRequest['protocol'], Scheme> = { adaptive, 'cyclic-window': cyclicWindow }

export const schemeOf = (protocol: RunRequest['protocol']): Scheme => SCHEMES[protocol]

/** What a run says about itself because of what it was asked to do. */
export function choiceWarnings(
  plan: RunPlan,
  { mode, protocol, decoder, engine, states }: Pick<RunRequest, 'mode' | 'protocol' | 'decoder' | 'engine' | 'states'>,
): Warning[] {
  const scheme = schemeOf(protocol)
  return [
    ...(mode === 'correction' ? scheme.warnings : []),
    ...(mode === 'correction' ? scheme.decoders[decoder].warnings : []),
    ...(plan.ft_preserved === false ? [notPreserved(protocol)] : []),
    ...(plan.decoupling?.warning ? [plan.decoupling.warning] : []),
    ...(engine === 'trajectories' && states.includes('0') !== states.includes('1') ? [ONE_SIDED] : []),
  ]
}

const notPreserved = (protocol: string): Warning => ({
  code: 'protocol_not_fault_tolerant',
  message: `A single fault can become a logical error of this schedule under ${protocol}: ft_preserved is false.`,
})

const flipsOf = ({ plan, rates, state }: Circuit) => readoutFlips(plan.compiled, readoutOf(state), rates)

type DecodePlanes = (planes: WordPlanes, decoding: Decoding, range: WordRange) => PackedOutcomes

/** `at_once`: words × rounds to decode before the event loop gets its turn. */
const lutDecoder =
  (correction: DecodePlanes, at_once: number) =>
  (circuit: Circuit): DecodePiece => {
    const decoding = { ...readingOf(circuit), layout: layoutOf(circuit), tables: circuit.plan.tables }
    const decode = circuit.mode === 'correction' ? correction : packedDetection
    return sliced((planes, range) => decode(planes, decoding, range), {
      ...circuit,
      at_once,
      each_shot: shotByShot(circuit),
    })
  }

const shotByShot = ({ plan, protocol }: Circuit): boolean =>
  plan.measurement !== undefined || protocol === 'cyclic-window'

function readingOf(circuit: Circuit): Omit<Decoding, 'layout' | 'tables'> {
  const { state } = circuit
  const readout = readoutOf(state)
  const read = { readout, logical: LOGICAL_OF[state].logical }
  const measured = measuredOf(circuit)
  if (!measured) return { ...read, flip_on_failed_check: flipOnFailedCheck(readout, flipsOf(circuit)) }
  return { ...read, flip_on_failed_check: false, reading: measuredReading(measured) }
}

const measuredOf = (circuit: Circuit): Measured | null => {
  const { plan, mode, state } = circuit
  const { measurement } = plan
  return measurement ? { measurement, state, mode, layout: layoutOf(circuit), planes: planesOf(circuit) } : null
}

/** Detection keeps quiet shots only, of which both decoders think alike: they differ in correction mode. */
function mapDecoders(plan: RunPlan, kernels: Kernels): (circuit: Circuit) => DecodePiece {
  let tables: ReturnType<typeof mapTables> | null = null
  const read = readTables()
  return circuit => {
    if (circuit.mode === 'detection') return lutDecoder(packedCorrection, 50_000)(circuit)
    const { rates, state, protocol } = circuit
    tables ??= mapTables(plan.compiled, rates, { protocol, preparation: plan.preparation?.compiled })
    const decoding = { layout: layoutOf(circuit), map: tables(state), readout: read(circuit) }
    if (kernels.decodeBeliefs) return (planes, options) => kernels.decodeBeliefs!(decoding, planes, options)
    return sliced(mapDecoder(decoding), { ...circuit, at_once: 2_000, each_shot: true })
  }
}

/** Of a measurement, worked out once for each state: only where its bits lie depends on the rounds. */
function readTables(): (circuit: Circuit) => MapDecoding['readout'] {
  const known = new Map<Circuit['state'], MapDecoding['readout']>()
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
