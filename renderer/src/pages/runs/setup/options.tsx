/** How a run is made and read: protocol, decoder, preparation, readout, decoupling, engine. */
import type { RunRequest } from '../../../../../main/contract/model/protocols'
import {
  DD_WORDS,
  DECODER_WORDS,
  ENGINE_NOTES,
  ENGINE_WORDS,
  PREPARATION_WORDS,
  PROTOCOL_WORDS,
  READOUT_WORDS,
} from '../../../draw/run-options'
import { Choice } from '../../../show/controls/choice'
import type { FieldsProps } from './fields'

interface OptionProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly words: Readonly<Record<T, string>>
  readonly choose: (value: T) => void
}

/** A select over the keys of `words`. */
function Option<T extends string>({ label, value, words, choose }: OptionProps<T>) {
  const options = Object.entries<string>(words)
  return <Choice label={label} value={value} options={options} choose={chosen => choose(chosen as T)} />
}

export const RunOptions = ({ draft, change }: FieldsProps) => (
  <div className="runs-options">
    <Option label="Protocol" value={draft.protocol} words={PROTOCOL_WORDS} choose={protocol => change({ protocol })} />
    <Option label="Decoder" value={draft.decoder} words={DECODER_WORDS} choose={decoder => change({ decoder })} />
    <Option
      label="Preparation"
      value={draft.preparation}
      words={PREPARATION_WORDS}
      choose={preparation => change({ preparation })}
    />
    <Option label="Readout" value={draft.readout} words={READOUT_WORDS} choose={readout => change({ readout })} />
    <Option
      label="Decoupling"
      value={draft.dd === false ? 'none' : draft.dd}
      words={DD_WORDS}
      choose={chosen => change({ dd: ddOf(chosen) })}
    />
    <Option label="Engine" value={draft.engine} words={ENGINE_WORDS} choose={engine => change({ engine })} />
    <p className="pentad-quiet">{ENGINE_NOTES[draft.engine]}</p>
  </div>
)

const ddOf = (chosen: keyof typeof DD_WORDS): RunRequest['dd'] => (chosen === 'none' ? false : chosen)
