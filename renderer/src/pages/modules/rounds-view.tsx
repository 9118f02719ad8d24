/** The compiled rounds as text, so that other programs can check them: Stim or OpenQASM 3, to read, copy, download. */
import { useState } from 'react'
import { CARDINAL_STATES, type CardinalState } from '../../../../main/contract/model/protocols'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { RoundsFormat, RoundsQuery } from '../../../../main/contract/modules/rounds'
import { routes } from '../../../../main/contract/routes'
import { useFetched } from '../../api/use-fetch'
import { count } from '../../draw/format/quantity'
import { offeredProtocols } from '../../draw/runs/options'
import { STATE_TEXT } from '../../draw/runs/text'
import { Choice } from '../../show/controls/choice'
import { CopyButton, DownloadButton } from '../../show/controls/copy-download'
import { Field } from '../../show/controls/field'
import { Answer } from '../../show/states'
import { RawText } from '../../show/tables/sheet'

const FORMATS: Record<RoundsFormat, { readonly words: string; readonly ending: string }> = {
  stim: { words: 'Stim circuit', ending: 'stim' },
  openqasm3: { words: 'OpenQASM 3', ending: 'qasm' },
}

type Choices = Omit<RoundsQuery, 'rounds'>

const PROTOCOL_NAMES = { adaptive: 'Adaptive', 'cyclic-window': 'Cyclic window' } as const

/** The first needs feed-forward. */
const CLOSING_NAMES: [string, string][] = [
  ['extraction', 'One more extraction'],
  ['erasure', 'Erasure: the shot is lost'],
]

const ROUNDS_FAULT = 'A whole number from 1 to 100'
const isRounds = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100

const hasWindows = ({ mode, protocol }: Choices): boolean => mode === 'correction' && protocol === 'cyclic-window'

/** The service refuses a closing where nothing has windows. */
const asked = ({ closing, ...query }: Choices): Choices =>
  closing !== undefined && hasWindows(query) ? { ...query, closing } : query

export function RoundsView({ module }: { readonly module: ResolvedModule }) {
  const protocols = offeredProtocols(module)
  const [query, setQuery] = useState<Choices>({
    format: 'stim',
    mode: 'detection',
    state: '0',
    noise: 'calibrated',
    protocol: protocols[0]!,
    preparation: 'verified',
    readout: 'checked',
    dd: 'none',
  })
  const closings = protocols.includes('adaptive') ? CLOSING_NAMES : CLOSING_NAMES.slice(1)
  const [rounds, setRounds] = useState('1')
  const params = { backend_id: module.backend_id, logical_id: module.logical_qubit }
  const text = useFetched(
    routes.exportRounds,
    isRounds(rounds) ? { params, query: { ...asked(query), rounds: Number(rounds) } } : null,
  )
  const change = (part: Partial<Choices>) => setQuery({ ...query, ...part })
  return (
    <div className="pentad-stack">
      <div className="pentad-choices">
        <Choice
          label="Format"
          value={query.format}
          options={Object.entries(FORMATS).map(([format, { words }]) => [format, words])}
          choose={format => change({ format: format as RoundsFormat })}
        />
        <Choice
          label="Mode"
          value={query.mode}
          options={[
            ['detection', 'Detection'],
            ['correction', 'Correction'],
          ]}
          choose={mode => change({ mode: mode as RoundsQuery['mode'] })}
        />
        <Choice
          label="Protocol"
          value={query.protocol ?? protocols[0]!}
          disabled={query.mode === 'detection'}
          options={protocols.map(each => [each, PROTOCOL_NAMES[each]])}
          choose={protocol => change({ protocol: protocol as RoundsQuery['protocol'] })}
        />
        <Choice
          label="Last window"
          value={query.closing ?? closings[0]![0]!}
          disabled={!hasWindows(query)}
          options={closings}
          choose={closing => change({ closing: closing as NonNullable<RoundsQuery['closing']> })}
        />
        <Choice
          label="State"
          value={query.state}
          options={CARDINAL_STATES.map(state => [state, `|${STATE_TEXT[state]}⟩`])}
          choose={state => change({ state: state as CardinalState })}
        />
        <Choice
          label="Preparation"
          value={query.preparation}
          options={[
            ['verified', 'Verified'],
            ['projective', 'Projective'],
          ]}
          choose={preparation => change({ preparation: preparation as RoundsQuery['preparation'] })}
        />
        <Choice
          label="Readout"
          value={query.readout ?? 'checked'}
          options={[
            ['checked', 'Product, one check'],
            ['fault-tolerant', 'Fault-tolerant'],
          ]}
          choose={readout => change({ readout: readout as RoundsQuery['readout'] })}
        />
        <Choice
          label="Decoupling"
          value={query.dd}
          options={[
            ['none', 'None'],
            ['x2', 'X2'],
            ['xy4', 'XY4'],
            ['cpmg', 'CPMG'],
          ]}
          choose={dd => change({ dd: dd as RoundsQuery['dd'] })}
        />
        <Choice
          label="Noise"
          value={query.noise}
          disabled={query.format === 'openqasm3'}
          options={[
            ['calibrated', 'Pauli channels of the calibration'],
            ['none', 'None'],
          ]}
          choose={noise => change({ noise: noise as RoundsQuery['noise'] })}
        />
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
          {reply => (
            <>
              <div className="pentad-row">
                <CopyButton text={reply.text} label="Copy the rounds" />
                <DownloadButton
                  fileName={`${module.backend_id}-${module.logical_qubit}-${query.mode}-${rounds.trim()}.${FORMATS[reply.format].ending}`}
                  content={() => reply.text}
                  label="Download the rounds"
                  type="text/plain"
                />
                <span className="pentad-quiet">
                  {count(reply.text.split('\n').length)} lines; schedule <code>{reply.schedule_hash}</code>, noise model{' '}
                  <code>{reply.noise_model_version}</code>
                </span>
              </div>
              <RawText label={FORMATS[reply.format].words} text={reply.text} />
            </>
          )}
        </Answer>
      )}
    </div>
  )
}
