/** Fields for expectation values instead of counts, and for inverting the readout. */
import { Checkbox, InputGroup } from '@blueprintjs/core'
import { type FieldsProps, LabelledField, LinesField, SelectField } from './labelled-field'

const GROUPINGS = [
  { value: '', label: 'Qubit by qubit' },
  { value: 'general', label: 'All that commute' },
] as const
const READOUTS = [
  { value: '', label: 'As measured' },
  { value: 'published', label: 'Inverted, as published' },
  { value: 'measured', label: 'Inverted, as measured by this job' },
] as const

export function ObservableInputs({ backend, fields, faults, change }: FieldsProps) {
  const asked = fields.observables.trim() !== ''
  const exact = asked && fields.exact && backend.mode === 'mock'
  return (
    <>
      <div className="pentad-observables">
        <LinesField
          label="Observables"
          fault={faults.observables}
          value={fields.observables}
          placeholder={'none: counts are answered. A sum on each line:\nenergy: 0.5 * Z0 Z1 - X0'}
          change={observables => change({ ...fields, observables })}
        />
        {asked && backend.mode === 'mock' && (
          <Checkbox
            label="Exact values, calculated without shots"
            checked={fields.exact}
            onChange={event => change({ ...fields, exact: event.currentTarget.checked })}
          />
        )}
      </div>
      {asked && !exact && (
        <>
          <LabelledField label="Target standard error" fault={faults.target_error}>
            {id => (
              <InputGroup
                id={id}
                inputMode="decimal"
                value={fields.target_error}
                placeholder="none: all shots are taken"
                aria-invalid={faults.target_error !== undefined}
                onValueChange={target_error => change({ ...fields, target_error })}
              />
            )}
          </LabelledField>
          <SelectField
            label="Measured together"
            value={fields.grouping}
            options={GROUPINGS}
            change={grouping => change({ ...fields, grouping })}
          />
        </>
      )}
      {!exact && (
        <SelectField
          label="Readout"
          value={fields.readout}
          options={READOUTS}
          change={readout => change({ ...fields, readout })}
        />
      )}
    </>
  )
}
