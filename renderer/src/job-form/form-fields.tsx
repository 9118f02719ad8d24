import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { BackendSummary } from '../../../main/contract/backends/catalogue'
import type { SubmitFields } from './fields/submit-fields'
import { type FieldsProps, LabelledField } from './labelled-field'
import { ObservableInputs } from './observable-inputs'
import { ParameterFields } from './parameter-fields'

interface BackendFieldsProps extends FieldsProps {
  readonly backends: readonly BackendSummary[]
}

const named = ({ backend_id, online }: BackendSummary) => ({
  value: backend_id,
  label: online ? backend_id : `${backend_id} (offline)`,
})

/** Fields of every form: the backend and the shots. */
export function TargetFields({ backends, backend, fields, faults, change }: BackendFieldsProps) {
  return (
    <>
      <LabelledField label="Backend">
        {id => (
          <HTMLSelect
            id={id}
            value={backend.backend_id}
            options={backends.map(named)}
            onChange={event => change({ ...fields, backend: event.currentTarget.value, noise: '', precision: '' })}
          />
        )}
      </LabelledField>
      <LabelledField label="Shots" fault={faults.shots}>
        {id => (
          <InputGroup
            id={id}
            type="number"
            inputMode="numeric"
            value={fields.shots}
            min={1}
            max={backend.limits.max_shots}
            aria-invalid={faults.shots !== undefined}
            onValueChange={shots => change({ ...fields, shots })}
          />
        )}
      </LabelledField>
    </>
  )
}

interface MoreProps extends FieldsProps {
  /** True for a batch, whose circuits each have their own parameters. */
  readonly ofBatch?: boolean
  /** Inputs of the circuit. */
  readonly inputs?: readonly string[]
}

/** Fields that the service fills in when they are empty. */
export function MoreFields({ backend, fields, faults, change, ofBatch = false, inputs = [] }: MoreProps) {
  const words = (name: 'seed' | 'name' | 'tags' | 'initial_layout', placeholder: string) => (id: string) => (
    <InputGroup
      id={id}
      value={fields[name]}
      placeholder={placeholder}
      aria-invalid={faults[name] !== undefined}
      onValueChange={value => change({ ...fields, [name]: value })}
    />
  )
  return (
    <>
      <LabelledField label="Seed" fault={faults.seed}>
        {words('seed', 'chosen and recorded')}
      </LabelledField>
      {backend.mode === 'live' && (
        <>
          <LabelledField label="Device qubits" fault={faults.initial_layout}>
            {words('initial_layout', 'chosen by the calibration; as 3, 4, 7')}
          </LabelledField>
          <LabelledField label="SWAPs">
            {id => (
              <HTMLSelect
                id={id}
                value={fields.routing}
                options={ROUTINGS}
                onChange={event => change({ ...fields, routing: event.currentTarget.value as SubmitFields['routing'] })}
              />
            )}
          </LabelledField>
        </>
      )}
      {backend.mode === 'mock' && (
        <>
          <LabelledField label="Noise">
            {id => (
              <HTMLSelect
                id={id}
                value={fields.noise}
                options={NOISES}
                onChange={event => change({ ...fields, noise: event.currentTarget.value as SubmitFields['noise'] })}
              />
            )}
          </LabelledField>
          <LabelledField label="Amplitudes">
            {id => (
              <HTMLSelect
                id={id}
                value={fields.precision}
                options={PRECISIONS}
                onChange={event =>
                  change({ ...fields, precision: event.currentTarget.value as SubmitFields['precision'] })
                }
              />
            )}
          </LabelledField>
        </>
      )}
      <LabelledField label="Name" fault={faults.name}>
        {words('name', 'none')}
      </LabelledField>
      <LabelledField label="Tags" fault={faults.tags}>
        {words('tags', 'none; as a, b')}
      </LabelledField>
      {!ofBatch && (
        <ParameterFields backend={backend} fields={fields} faults={faults} change={change} inputs={inputs} />
      )}
      <ObservableInputs backend={backend} fields={fields} faults={faults} change={change} />
    </>
  )
}

const NOISES = [
  { value: '', label: 'None' },
  { value: 'calibrated', label: "Calibrated, from the backend's snapshot" },
]
const ROUTINGS = [
  { value: '', label: 'Inserted where needed, not for $n' },
  { value: 'swaps', label: 'Inserted where needed' },
  { value: 'none', label: 'None' },
]
const PRECISIONS = [
  { value: '', label: 'float64' },
  { value: 'float32', label: 'float32, quicker' },
]
