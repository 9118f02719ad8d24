/** The compiled rounds as text, so that other programs can check them: Stim or OpenQASM 3, to read, copy, download. */
import { useState } from 'react'
import { CARDINAL_STATES, type Protocol, STATE_TEXT } from '../../../../main/contract/model/protocols'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { RoundsFormat, RoundsQuery, RoundsText } from '../../../../main/contract/modules/rounds'
import { routes } from '../../../../main/contract/routes'
import { useFetched } from '../../api/use-fetch'
import { Choice } from '../../components/controls/choice'
import { CopyButton, DownloadButton } from '../../components/controls/copy-download'
import { Field } from '../../components/controls/field'
import { Answer } from '../../components/messages/answer'
import { RawText } from '../../components/tables/sheet'
import { count } from '../../draw/format/quantity'
import { offeredProtocols } from '../../draw/runs/options'

const FORMATS: Record<RoundsFormat, { readonly words: string; readonly ending: string }> = {
  stim: { words: 'Stim circuit', ending: 'stim' },
  openqasm3: { words: 'OpenQASM 3', ending: 'qasm' },
}

type RoundsChoices = Omit<RoundsQuery, 'rounds'>

const PROTOCOL_NAMES = { adaptive: 'Adaptive', 'cyclic-window': 'Cyclic window' } as const

type NamedOptions = readonly (readonly [value: string, text: string])[]

/** Closings of the last window; the first needs feed-forward. */
const CLOSING_NAMES: NamedOptions = [
  ['extraction', 'One more extraction'],
  ['erasure', 'Erasure: the shot is lost'],
]
const MODE_NAMES: NamedOptions = [
  ['detection', 'Detection'],
  ['correction', 'Correction'],
]
const PREPARATION_NAMES: NamedOptions = [
  ['verified', 'Verified'],
  ['projective', 'Projective'],
]
const READOUT_NAMES: NamedOptions = [
  ['checked', 'Product, one check'],
  ['fault-tolerant', 'Fault-tolerant'],
]
const DECOUPLING_NAMES: NamedOptions = [
  ['none', 'None'],
  ['x2', 'X2'],
  ['xy4', 'XY4'],
  ['cpmg', 'CPMG'],
]
const NOISE_NAMES: NamedOptions = [
  ['calibrated', 'Pauli channels of the calibration'],
  ['none', 'None'],
]

const FIRST_CHOICES: RoundsChoices = {
  format: 'stim',
  mode: 'detection',
  state: '0',
  noise: 'calibrated',
  preparation: 'verified',
  readout: 'checked',
  dd: 'none',
}

const ROUNDS_FAULT = 'A whole number from 1 to 100'
const isRounds = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100

const hasWindows = ({ mode, protocol }: RoundsChoices): boolean => mode === 'correction' && protocol === 'cyclic-window'

/** The query without a closing where the rounds have no windows, as the service would refuse it. */
const queryOf = ({ closing, ...query }: RoundsChoices): RoundsChoices =>
  closing !== undefined && hasWindows(query) ? { ...query, closing } : query

export function RoundsView({ module }: { readonly module: ResolvedModule }) {
  const protocols = offeredProtocols(module)
  const [query, setQuery] = useState<RoundsChoices>({ ...FIRST_CHOICES, protocol: protocols[0]! })
  const [rounds, setRounds] = useState('1')
  const params = { backend_id: module.backend_id, logical_id: module.logical_qubit }
  const text = useFetched(
    routes.exportRounds,
    isRounds(rounds) ? { params, query: { ...queryOf(query), rounds: Number(rounds) } } : null,
  )
  const name = `${module.backend_id}-${module.logical_qubit}-${query.mode}-${rounds.trim()}`
  return (
    <div className="pentad-stack">
      <div className="pentad-choices">
        {choicesOf(query, protocols).map(({ field, ...choice }) => (
          <Choice key={field} {...choice} choose={value => setQuery({ ...query, [field]: value })} />
        ))}
        <Field
          label="Rounds"
          hint="After the preparation"
          value={rounds}
          fault={isRounds(rounds) ? undefined : ROUNDS_FAULT}
          change={setRounds}
        />
      </div>
      {isRounds(rounds) && (
        <Answer of={text} what="the compiled rounds">
          {reply => <RoundsFile reply={reply} name={name} />}
        </Answer>
      )}
    </div>
  )
}

interface RoundsChoice {
  readonly field: keyof RoundsChoices
  readonly label: string
  readonly value: string
  readonly options: NamedOptions
  readonly disabled?: boolean
}

/** Every choice in its order; the options of each are values of its field. */
function choicesOf(query: RoundsChoices, protocols: readonly Protocol[]): RoundsChoice[] {
  const { format, mode, protocol = protocols[0]!, state, preparation, readout = 'checked', dd, noise } = query
  const formats = Object.entries(FORMATS).map(([format, { words }]) => [format, words] as const)
  const closings = protocols.includes('adaptive') ? CLOSING_NAMES : CLOSING_NAMES.slice(1)
  const closing = query.closing ?? closings[0]![0]
  const offered = protocols.map(each => [each, PROTOCOL_NAMES[each]] as const)
  const states = CARDINAL_STATES.map(state => [state, `|${STATE_TEXT[state]}⟩`] as const)
  return [
    { field: 'format', label: 'Format', value: format, options: formats },
    { field: 'mode', label: 'Mode', value: mode, options: MODE_NAMES },
    { field: 'protocol', label: 'Protocol', value: protocol, options: offered, disabled: mode === 'detection' },
    { field: 'closing', label: 'Last window', value: closing, options: closings, disabled: !hasWindows(query) },
    { field: 'state', label: 'State', value: state, options: states },
    { field: 'preparation', label: 'Preparation', value: preparation, options: PREPARATION_NAMES },
    { field: 'readout', label: 'Readout', value: readout, options: READOUT_NAMES },
    { field: 'dd', label: 'Decoupling', value: dd, options: DECOUPLING_NAMES },
    { field: 'noise', label: 'Noise', value: noise, options: NOISE_NAMES, disabled: format === 'openqasm3' },
  ]
}

function RoundsFile({ reply, name }: { readonly reply: RoundsText; readonly name: string }) {
  const { words, ending } = FORMATS[reply.format]
  return (
    <>
      <div className="pentad-row">
        <CopyButton text={reply.text} label="Copy the rounds" />
        <DownloadButton
          fileName={`${name}.${ending}`}
          content={() => reply.text}
          label="Download the rounds"
          type="text/plain"
        />
        <span className="pentad-quiet">
          {count(reply.text.split('\n').length)} lines; schedule <code>{reply.schedule_hash}</code>, noise model{' '}
          <code>{reply.noise_model_version}</code>
        </span>
      </div>
      <RawText label={words} text={reply.text} />
    </>
  )
}
