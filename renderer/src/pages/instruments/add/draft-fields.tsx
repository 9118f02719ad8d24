/** Driver, address and name of an instrument that is being added. */
import { Checkbox } from '@blueprintjs/core'
import { Choice } from '../../../components/controls/choice'
import { Field } from '../../../components/controls/field'
import { ROLE_CHOICES } from '../../../draw/instruments/state-text'
import {
  type AddressKind,
  type DraftField,
  type Driver,
  type InstrumentDraft,
  idOf,
  modelsText,
  withDriver,
} from './instrument-draft'

interface Props {
  readonly draft: InstrumentDraft
  readonly drivers: readonly Driver[]
  readonly faults: Readonly<Partial<Record<DraftField, string>>>
  readonly change: (draft: InstrumentDraft) => void
}

const KINDS: Readonly<Record<AddressKind, string>> = {
  serial: 'serial port',
  hid: 'USB (HID)',
  tcp: 'TCP',
  twin: 'twin (simulated)',
}
/** `d5a_module` → `D5a module`. */
const named = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ')

export function DraftFields({ draft, drivers, faults, change }: Props) {
  const driver = drivers.find(each => each.driver === draft.driver)
  const kinds = driver?.transports ?? (Object.keys(KINDS) as AddressKind[])
  const choose = (name: string) => {
    const chosen = drivers.find(each => each.driver === name)
    change(chosen ? withDriver(draft, chosen, driver) : { ...draft, driver: '' })
  }
  return (
    <>
      <div className="pentad-choices">
        <Choice
          label="Driver"
          none="choose the model"
          value={draft.driver}
          options={drivers
            .filter(({ role }) => role !== 'sequencer')
            .filter(({ transports }) => draft.found_at === null || transports.includes(draft.kind))
            .map(each => [
              each.driver,
              `${each.vendor} ${modelsText(each.models)}${each.source === 'lab' ? ' (lab)' : ''}`,
            ])}
          choose={choose}
          fault={faults.driver}
        />
        <Choice
          label="Connected by"
          value={draft.kind}
          options={kinds.map(kind => [kind, KINDS[kind]])}
          choose={kind =>
            change({ ...draft, kind: kind as AddressKind, place: kind === 'twin' ? draft.id : '', found_at: null })
          }
        />
        <Choice label="Role" value={draft.role} options={ROLE_CHOICES} choose={role => change({ ...draft, role })} />
      </div>
      {driver && driver.models.length > 5 && <p className="pentad-quiet">Its models: {driver.models.join(', ')}.</p>}
      <AddressFields draft={draft} faults={faults} change={change} />
      <NameFields draft={draft} faults={faults} change={change} />
      {Object.entries(driver?.options ?? {}).map(([name, usual]) => (
        <Field
          key={name}
          label={named(name)}
          hint={`A number that its driver file asks for; usually ${usual}.`}
          value={draft.options[name] ?? String(usual)}
          fault={faults[`options.${name}`]}
          change={typed => change({ ...draft, options: { ...draft.options, [name]: typed } })}
        />
      ))}
    </>
  )
}

const AddressFields = ({ draft, faults, change }: Omit<Props, 'drivers'>) =>
  draft.kind === 'tcp' ? (
    <TcpFields draft={draft} faults={faults} change={change} />
  ) : (
    <Field
      label={draft.kind === 'twin' ? 'Name of the twin' : 'Port'}
      hint={
        draft.kind === 'twin'
          ? 'Unique in the lab. It answers as the driver’s model would, and everything it says is labelled SIMULATED.'
          : 'Such as /dev/ttyACM0 or COM3; empty: wherever its serial number is found.'
      }
      value={draft.place}
      fault={faults.place}
      change={place => change({ ...draft, place })}
    />
  )

const NameFields = ({ draft, faults, change }: Omit<Props, 'drivers'>) => (
  <>
    <Field
      label="Name"
      hint="As lists, logs and records show it."
      value={draft.label}
      fault={faults.label}
      change={label => change({ ...draft, label, ...(draft.id === idOf(draft.label) && { id: idOf(label) }) })}
    />
    <Field
      label="Id"
      hint="What paths and the lab profile call it; it stays."
      value={draft.id}
      fault={faults.id}
      change={id => change({ ...draft, id })}
    />
    <Field
      label="Serial number"
      hint="Only an instrument with this serial number is used; leave empty to accept any that answers."
      value={draft.serial_number}
      fault={faults.serial_number}
      change={serial_number => change({ ...draft, serial_number })}
    />
  </>
)

const TcpFields = ({ draft, faults, change }: Omit<Props, 'drivers'>) => (
  <>
    <Field
      label="Host"
      hint="A name or an address."
      value={draft.host}
      fault={faults.host}
      change={host => change({ ...draft, host })}
    />
    <Field
      label="TCP port"
      hint="1 to 65535."
      value={draft.port}
      fault={faults.port}
      change={port => change({ ...draft, port })}
    />
    <Checkbox
      checked={draft.simulated}
      label="A simulation answers there: label it SIMULATED"
      onChange={({ currentTarget: { checked } }) => change({ ...draft, simulated: checked })}
    />
  </>
)
