/** Adds a device from files: they are read and shown first, and stored by a second press. */
import { Button, Callout } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { type RefObject, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { AddedDevice } from '../../../../../main/contract/calibration/add-device'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { Choice } from '../../../components/controls/choice'
import { Field } from '../../../components/controls/field'
import { NEXT_KEY, NextStep, useStepKey } from '../../../components/controls/next-step'
import { PageLayout, Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { takeFocus } from '../../../focus/take-focus'
import { CheckForm } from '../files/check-form'
import { FileProblem } from '../files/file-problem'
import { FilesField, MAX_FILES, readFiles } from '../files/files-field'
import { TemplateButtons } from '../files/template-buttons'
import { type DeviceFields, deviceFieldFaults, NO_FIELDS, requestOf } from './device-fields'
import { DevicePreview } from './device-preview'

export function AddDevicePage() {
  const { call } = useApi()
  const [files, setFiles] = useState<readonly File[]>([])
  const [fields, setFields] = useState<DeviceFields>(NO_FIELDS)
  const [read, setRead] = useState<AddedDevice | null>(null)
  const id = useRef<HTMLInputElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const action = useAction(async (dry_run: boolean) => {
    const body = requestOf(fields, { files: await readFiles(files), dry_run })
    setRead(await call(routes.addDevice, { body }))
  })
  const undo = useAction(async (device_id: string) => {
    await call(routes.deleteDevice, { params: { device_id } })
    setRead(null)
  })
  const again = () => {
    setRead(null)
    action.forget()
  }
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen)
    again()
    if (chosen.length > 0 && fields.device_id === '') id.current?.focus()
  }
  const faults = deviceFieldFaults(fields)
  const ready =
    files.length > 0 && files.length <= MAX_FILES && fields.device_id !== '' && Object.keys(faults).length === 0
  useStepKey(NEXT_KEY, () => {
    // Once files are read, the next step has a button of its own.
    if (read !== null) return
    if (files.length === 0) input.current?.click()
    else if (ready) void action.run(true)
    else id.current?.focus()
  })
  return (
    <PageLayout title="Add a device" about={<Link href="/backends">All backends</Link>}>
      <Panel title="Files and settings">
        <TemplateButtons />
        <CheckForm
          text="Check the device"
          ready={ready}
          checking={action.running && read === null}
          isChecked={read !== null}
          check={() => void action.run(true)}
          hint={hintOf(files.length, fields, read)}
        >
          <FilesField files={files} choose={choose} input={input} />
          <SettingFields
            id={id}
            fields={fields}
            faults={faults}
            change={changes => {
              setFields({ ...fields, ...changes })
              again()
            }}
          />
        </CheckForm>
        {action.error && <FileProblem problem={action.error} />}
        {undo.error && <ProblemMessage problem={undo.error} />}
        {read !== null && !read.stored && (
          <DevicePreview read={read} adding={action.running} add={() => void action.run(false)} />
        )}
        {read?.stored && <AddedCallout read={read} undo={() => void undo.run(read.profile.device_id)} />}
      </Panel>
    </PageLayout>
  )
}

/** What the next step needs; empty where nothing is missing. */
function hintOf(files: number, { device_id }: DeviceFields, read: AddedDevice | null): string {
  if (files === 0) return 'Choose the files first.'
  if (files > MAX_FILES) return `At most ${MAX_FILES} files; choose fewer.`
  if (device_id === '') return 'Give the device an id.'
  return read === null ? 'A check stores nothing.' : ''
}

interface SettingProps {
  /** Id field, the first of the form. */
  readonly id: RefObject<HTMLInputElement | null>
  readonly fields: DeviceFields
  readonly faults: Partial<Record<string, string>>
  readonly change: (changes: Partial<DeviceFields>) => void
}

function SettingFields({ id, fields, faults, change }: SettingProps) {
  const field = (name: keyof DeviceFields, label: string, hint: string) => (
    <Field
      label={label}
      hint={hint}
      value={fields[name]}
      fault={faults[name]}
      {...(name === 'device_id' && { input: id })}
      change={value => change({ [name]: value })}
    />
  )
  return (
    <>
      {field('device_id', 'Id', 'A short name for addresses and scripts, e.g. dev-x; its free backend is dev-x-mock.')}
      {field('name', 'Name', 'Shown in lists. Left empty: the name in the files (# device: …), else the id.')}
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
        {fields.chiplets === 'tile' && field('tile', 'Tile', 'Columns × rows, such as 3 × 3.')}
      </div>
      {field(
        'latency',
        'Feed-forward latency in ns',
        'Measured from the end of a readout to the first gate that depends on it. Write none if no gate does within a shot. Left empty: 500 ns is assumed.',
      )}
      {field('source', 'Source', 'Where the figures come from; optional.')}
    </>
  )
}

function AddedCallout({ read, undo }: { readonly read: AddedDevice; readonly undo: () => void }) {
  const { device_id, name } = read.profile
  const [, navigate] = useLocation()
  return (
    <Callout intent="success">
      <h3 tabIndex={-1} ref={takeFocus}>
        {name} is added
      </h3>
      <p>
        Its free backend, simulated from these figures, is{' '}
        <Link href={`/backends/${device_id}-mock`}>{device_id}-mock</Link>. The live one,{' '}
        <Link href={`/backends/${device_id}`}>{device_id}</Link>, is offline until the lab profile names its sequencer.
      </p>
      <div className="pentad-row">
        <NextStep text="Rank its modules" go={() => navigate(`/modules/${device_id}-mock`)} />
        <Button icon={<Undo />} text="Undo" onClick={undo} />
      </div>
    </Callout>
  )
}
