/** How a run is made and read: protocol, decoder, preparation, readout, decoupling, engine. */
import { PROTOCOLS, type Protocol } from '../../../../../main/contract/model/protocols'
import type { RunRequest } from '../../../../../main/contract/runs/request'
import { Choice } from '../../../components/controls/choice'
import {
  DD_TEXT,
  DECODER_TEXT,
  ENGINE_NOTES,
  ENGINE_TEXT,
  PREPARATION_TEXT,
  PROTOCOL_TEXT,
  READOUT_CHOICES,
  READOUT_NOTE,
} from '../../../draw/runs/options'
import { faultsOf, type RunFieldsProps } from './run-draft'

interface OptionProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly words: Readonly<Record<T, string>>
  readonly choose: (value: T) => void
  readonly fault?: string | undefined
}

/** A select over the keys of `words`. */
function Option<T extends string>({ words, choose, ...rest }: OptionProps<T>) {
  const options = Object.entries<string>(words)
  return <Choice {...rest} options={options} choose={chosen => choose(chosen as T)} />
}

/** Texts of the protocols that the device offers. */
const offeredText = (protocols: readonly Protocol[]): Readonly<Record<Protocol, string>> =>
  Object.fromEntries(protocols.map(each => [each, PROTOCOL_TEXT[each]])) as Record<Protocol, string>

export const RunOptionFields = ({ draft, change, protocols = PROTOCOLS }: RunFieldsProps) => (
  <div className="runs-options">
    <Option
      label="Protocol"
      value={draft.protocol ?? protocols[0]!}
      words={offeredText(protocols)}
      choose={protocol => change({ protocol })}
    />
    <Option label="Decoder" value={draft.decoder} words={DECODER_TEXT} choose={decoder => change({ decoder })} />
    <Option
      label="Preparation"
      value={draft.preparation}
      words={PREPARATION_TEXT}
      choose={preparation => change({ preparation })}
    />
    <Option
      label="Readout"
      value={draft.readout ?? 'predicted'}
      words={READOUT_CHOICES}
      choose={chosen => change({ readout: chosen === 'predicted' ? undefined : chosen })}
    />
    <p className="pentad-quiet">{READOUT_NOTE}</p>
    <Option
      label="Decoupling"
      value={draft.dd === false ? 'none' : draft.dd}
      words={DD_TEXT}
      choose={chosen => change({ dd: ddOf(chosen) })}
      fault={faultsOf(draft).dd}
    />
    <Option label="Engine" value={draft.engine} words={ENGINE_TEXT} choose={engine => change({ engine })} />
    <p className="pentad-quiet">{ENGINE_NOTES[draft.engine]}</p>
  </div>
)

const ddOf = (chosen: keyof typeof DD_TEXT): RunRequest['dd'] => (chosen === 'none' ? false : chosen)
