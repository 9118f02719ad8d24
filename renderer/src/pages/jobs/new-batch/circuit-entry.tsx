/** One circuit of a batch: its text, what differs from the rest, and what is wrong with it. */
import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Duplicate, Trash } from '@blueprintjs/icons'
import type { CircuitFaults, TypedCircuit } from '../../../job-form/fields/batch-fields'
import { LabelledField, LinesField } from '../../../job-form/labelled-field'
import { useBatchDraft } from './batch-draft'

interface Props {
  readonly circuit: TypedCircuit
  /** Counted from 0. */
  readonly position: number
  readonly faults: CircuitFaults
  /** Faults that the service found. */
  readonly refused: readonly string[]
  /** Shots of the batch, used where the circuit names none. */
  readonly shots: string
}

/** Most faults of a circuit that are listed. */
const SHOWN_FAULTS = 8

export function CircuitEntry({ circuit, position, faults, refused, shots }: Props) {
  const { change } = useBatchDraft()
  const field = (name: 'name' | 'shots', placeholder: string) => (id: string) => (
    <InputGroup
      id={id}
      value={circuit[name]}
      placeholder={placeholder}
      inputMode={name === 'shots' ? 'numeric' : 'text'}
      aria-invalid={faults[name] !== undefined}
      onValueChange={value => change({ ...circuit, [name]: value })}
    />
  )
  return (
    <section className="pentad-batch-circuit" aria-label={`Circuit ${position + 1}`}>
      <header className="pentad-row">
        <h3>Circuit {position + 1}</h3>
        <EntryActions circuit={circuit} position={position} />
      </header>
      <div className="pentad-quick">
        <LabelledField label="Name" fault={faults.name}>
          {field('name', 'that of the batch')}
        </LabelledField>
        <LabelledField label="Shots" fault={faults.shots}>
          {field('shots', shots)}
        </LabelledField>
      </div>
      <LinesField
        label="Circuit text"
        fault={faults.text}
        value={circuit.text}
        placeholder="OpenQASM 2 or 3, or JSON"
        // Another text is no longer that version.
        change={text => change({ ...circuit, text, saved: '' })}
      />
      {circuit.saved !== '' && (
        <p className="pentad-quiet">The saved circuit, as it is kept. A change makes it a text of its own.</p>
      )}
      {takesParameters(circuit) && (
        <LinesField
          label="Parameters"
          fault={faults.parameters}
          value={circuit.parameters}
          placeholder={'Names, then a line for each row:\ntheta, phi\n0.1, 0.2'}
          change={parameters => change({ ...circuit, parameters })}
        />
      )}
      {refused.length > 0 && (
        <Callout intent="danger" compact role="alert">
          <ul className="pentad-batch-faults">
            {refused.slice(0, SHOWN_FAULTS).map(fault => (
              <li key={fault}>{fault}</li>
            ))}
            {refused.length > SHOWN_FAULTS && <li>and {refused.length - SHOWN_FAULTS} more</li>}
          </ul>
        </Callout>
      )}
    </section>
  )
}

/** Whether values are typed, or the text has parameters: inputs in OpenQASM, names as angles in JSON. */
const takesParameters = ({ text, parameters }: TypedCircuit): boolean =>
  parameters !== '' || /\binput\s+(float|angle)/.test(text) || /"params"\s*:\s*\[[^\]]*"/.test(text)

function EntryActions({ circuit, position }: Pick<Props, 'circuit' | 'position'>) {
  const { add, remove, move, circuits } = useBatchDraft()
  const named = (verb: string) => `${verb} circuit ${position + 1}`
  const { id, ...typed } = circuit
  return (
    <div className="pentad-panel-actions">
      <Button
        size="small"
        variant="minimal"
        icon={<ArrowUp />}
        aria-label={named('Move up')}
        disabled={position === 0}
        onClick={() => move(id, -1)}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<ArrowDown />}
        aria-label={named('Move down')}
        disabled={position === circuits.length - 1}
        onClick={() => move(id, 1)}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<Duplicate />}
        aria-label={named('Duplicate')}
        onClick={() => add([typed], id)}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<Trash />}
        aria-label={named('Remove')}
        disabled={circuits.length === 1}
        onClick={() => remove(id)}
      />
    </div>
  )
}
