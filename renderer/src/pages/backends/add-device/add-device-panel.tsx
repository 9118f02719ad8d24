/** Adds a device from files: they are read and shown first, and kept by a second press. */
import { Button, Callout } from '@blueprintjs/core'
import { Endorsed, FloppyDisk, Undo } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AddedDevice } from '../../../../../main/contract/calibration/add-device'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { Choice } from '../../../show/controls/choice'
import { Field } from '../../../show/controls/field'
import { Panel } from '../../../show/page'
import { ProblemMessage } from '../../../show/states'
import { FileProblem } from '../files/file-problem'
import { FilesField, MAX_FILES, readFiles } from '../files/files-field'
import { TemplateButtons } from '../files/template-buttons'
import { type DeviceFields, deviceFieldFaults, NO_FIELDS, requestOf } from './device-fields'
import { DevicePreview } from './device-preview'

/** `changed` is called when the catalogue is another. */
export function AddDevicePanel({ changed }: { readonly changed: () => void }) {
  const { call } = useApi()
  const [files, setFiles] = useState<readonly File[]>([])
  const [fields, setFields] = useState<DeviceFields>(NO_FIELDS)
  const [read, setRead] = useState<AddedDevice | null>(null)
  const action = useAction(async (dry_run: boolean) => {
    const body = requestOf(fields, { files: await readFiles(files), dry_run })
    setRead(await call(routes.addDevice, { body }))
    if (!dry_run) changed()
  })
  const undo = useAction(async (device_id: string) => {
    await call(routes.deleteDevice, { params: { device_id } })
    setRead(null)
    changed()
  })
  const again = () => {
    setRead(null)
    action.forget()
  }
  const faults = deviceFieldFaults(fields)
  const ready =
    files.length > 0 && files.length <= MAX_FILES && fields.device_id !== '' && Object.keys(faults).length === 0
  return (
    <Panel
      title="Add a device"
      tags={<span className="pentad-quiet">from vendor files, or from tables of your own</span>}
    >
      <TemplateButtons />
      <form
        className="backends-import"
        onSubmit={event => {
          event.preventDefault()
          // Enter only ever checks; adding takes the press of its own button.
          if (ready) void action.run(true)
        }}
      >
        <FilesField
          files={files}
          choose={chosen => {
            setFiles(chosen)
            again()
          }}
        />
        <SettingFields
          fields={fields}
          faults={faults}
          change={changes => {
            setFields({ ...fields, ...changes })
            again()
          }}
        />
        <div className="pentad-row">
          <Button
            icon={<Endorsed />}
            text="Check the device"
            disabled={!ready}
            loading={action.running}
            onClick={() => void action.run(true)}
          />
          <Button
            intent="primary"
            icon={<FloppyDisk />}
            text="Add the device"
            disabled={read === null || read.stored || action.running}
            onClick={() => void action.run(false)}
          />
          <span className="pentad-quiet">{hintOf(files.length, fields, read)}</span>
        </div>
      </form>
      {action.error && <FileProblem problem={action.error} />}
      {undo.error && <ProblemMessage problem={undo.error} />}
      {read !== null && !read.stored && <DevicePreview read={read} />}
      {read?.stored && <AddedCallout {...{ read }} undo={() => void undo.run(read.profile.device_id)} />}
    </Panel>
  )
}

/** What the next step asks for. */
function hintOf(files: number, { device_id }: DeviceFields, read: AddedDevice | null): string {
  if (files === 0) return 'Choose the files first.'
  if (files > MAX_FILES) return `At most ${MAX_FILES} files; choose fewer.`
  if (device_id === '') return 'Give the device an id.'
  return read === null ? 'Check it; after a check without fault it can be added.' : ''
}

interface SettingProps {
  readonly fields: DeviceFields
  readonly faults: Partial<Record<string, string>>
  readonly change: (changes: Partial<DeviceFields>) => void
}

function SettingFields({ fields, faults, change }: SettingProps) {
  const field = (name: keyof DeviceFields, label: string, hint: string) => (
    <Field
      label={label}
      hint={hint}
      value={fields[name]}
      fault={faults[name]}
      change={value => change({ [name]: value })}
    />
  )
  return (
    <>
      {field('device_id', 'Id', 'A short name for addresses and scripts, e.g. dev-x; its free backend is dev-x-mock.')}
      {field('name', 'Name', 'As lists show it; the id where left empty.')}
      {field('topology', 'Lattice in words', 'e.g. square lattice, heavy-hex; optional.')}
      <div>
        <Choice
          label="Chiplets"
          value={fields.chiplets}
          options={[
            ['single', 'All qubits as one'],
            ['tile', 'Tiles of the map'],
          ]}
          choose={key => change({ chiplets: key as DeviceFields['chiplets'] })}
        />
        {fields.chiplets === 'tile' && field('tile', 'Tile', 'Columns x rows, such as 3x3.')}
      </div>
      {field(
        'latency',
        'Feed-forward latency in ns',
        'From the end of a measurement to the first gate that it decides, as measured; none where nothing is decided within a shot; 500 is assumed where left empty.',
      )}
      {field('source', 'Source', 'Where the figures come from; optional.')}
    </>
  )
}

function AddedCallout({ read, undo }: { readonly read: AddedDevice; readonly undo: () => void }) {
  const { device_id, name } = read.profile
  return (
    <Callout intent="success" role="status">
      <h3>{name} is added</h3>
      <p>
        Its free backend is <Link href={`/backends/${device_id}-mock`}>{device_id}-mock</Link>. Next:{' '}
        <Link href={`/modules/${device_id}-mock`}>rank its modules</Link>.
      </p>
      <Button size="small" icon={<Undo />} text="Undo" onClick={undo} />
    </Callout>
  )
}
