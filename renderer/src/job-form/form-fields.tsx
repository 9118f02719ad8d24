import { InputGroup } from '@blueprintjs/core'
import type { BackendSummary } from '../../../main/contract/backends/catalogue'
import { type FieldsProps, LabelledField, SelectField } from './labelled-field'
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
      <SelectField
        label="Backend"
        value={backend.backend_id}
        options={backends.map(named)}
        change={chosen => change({ ...fields, backend: chosen, noise: '', precision: '' })}
      />
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
          <SelectField
            label="SWAPs"
            value={fields.routing}
            options={ROUTINGS}
            change={routing => change({ ...fields, routing })}
          />
        </>
      )}
      {backend.mode === 'mock' && (
        <>
          <SelectField
            label="Noise"
            value={fields.noise}
            options={NOISES}
            change={noise => change({ ...fields, noise })}
          />
          <SelectField
            label="Amplitudes"
            value={fields.precision}
            options={PRECISIONS}
            change={precision => change({ ...fields, precision })}
          />
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
] as const
const ROUTINGS = [
  { value: '', label: 'Inserted where needed, not for $n' },
  { value: 'swaps', label: 'Inserted where needed' },
  { value: 'none', label: 'None' },
] as const
const PRECISIONS = [
  { value: '', label: 'float64' },
  { value: 'float32', label: 'float32, quicker' },
] as const
