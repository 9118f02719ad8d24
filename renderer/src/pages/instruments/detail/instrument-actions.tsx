/** What can be done with a whole instrument: safe state, reopening, renaming, removing. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Edit, Refresh, Shield, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { InstrumentDetail } from '../../../../../main/contract/instruments/instrument'
import type { InstrumentRole } from '../../../../../main/contract/instruments/lab-profile'
import type { SafeStateReply } from '../../../../../main/contract/instruments/limits'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { Confirm } from '../../../components/controls/confirm'
import { DialogActions } from '../../../components/controls/dialog-actions'
import { Field } from '../../../components/controls/field'
import { useFocusReturn } from '../../../components/controls/use-focus-return'
import { ProblemMessage } from '../../../components/messages/answer'
import { ROLE_CHOICES } from '../../../draw/instruments/state-text'
import { SafeReport } from '../../../instruments/safety/safe-report'

interface Props {
  readonly instrument: InstrumentDetail
  readonly operator: boolean
  readonly changed: () => void
}

export function InstrumentActions({ instrument, operator, changed }: Props) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null)
  const [report, setReport] = useState<SafeStateReply | null>(null)
  const params = { instrument_id: instrument.instrument_id }
  const safe = useAction(async () => setReport(await call(routes.driveSafe, { params })))
  const reopen = useAction(async () => {
    await call(routes.reopenInstrument, { params })
    changed()
  })
  const remove = useAction(async () => {
    await call(routes.removeInstrument, { params })
    navigate('/instruments')
  })
  // The lab profile names a sequencer with its device and profile: it is changed in the file.
  const editable = operator && instrument.role !== 'sequencer'
  const problem = safe.error ?? reopen.error
  return (
    <>
      {problem && <ProblemMessage problem={problem} />}
      <ActionButton
        intent="danger"
        icon={<Shield />}
        text="Safe state"
        loading={safe.running}
        onClick={() => void safe.run()}
      />
      {operator && (
        <ActionButton
          icon={<Refresh />}
          text="Connect again"
          title="Close its port and open it again"
          loading={reopen.running}
          onClick={() => void reopen.run()}
        />
      )}
      {editable && <Button icon={<Edit />} text="Rename…" onClick={() => setAsked('edit')} />}
      {editable && <Button icon={<Trash />} text="Remove…" onClick={() => setAsked('remove')} />}
      <Confirm
        isOpen={asked === 'remove'}
        title={`Remove ${instrument.label}?`}
        verb="Remove"
        running={remove.running}
        cancel={() => setAsked(null)}
        confirm={() => void remove.run()}
      >
        <p>
          It is taken out of the lab profile and disconnected; its outputs stay as they are. Undo, on the list of
          instruments, brings it back.
        </p>
        {remove.error && <ProblemMessage problem={remove.error} />}
      </Confirm>
      {asked === 'edit' && <EditDialog instrument={instrument} changed={changed} close={() => setAsked(null)} />}
      <Dialog
        isOpen={report !== null}
        title={`Safe state of ${instrument.label}`}
        onClose={() => setReport(null)}
        className="pentad-dialog"
      >
        <DialogBody tabIndex={0}>{report && <SafeReport report={report} />}</DialogBody>
        <DialogFooter actions={<Button text="Close" onClick={() => setReport(null)} />} />
      </Dialog>
    </>
  )
}

type RoleOption = (typeof InstrumentRole.options)[number]

interface EditProps {
  readonly instrument: InstrumentDetail
  readonly changed: () => void
  readonly close: () => void
}

function EditDialog({ instrument, changed, close }: EditProps) {
  useFocusReturn()
  const { call } = useApi()
  const [label, setLabel] = useState(instrument.label)
  const [role, setRole] = useState<RoleOption>(instrument.role === 'sequencer' ? 'other' : instrument.role)
  const [serial, setSerial] = useState(instrument.expected_serial_number ?? '')
  const save = useAction(async () => {
    const body = { label: label.trim(), role, serial_number: serial.trim() === '' ? null : serial.trim() }
    await call(routes.editInstrument, { params: { instrument_id: instrument.instrument_id }, body })
    changed()
    close()
  })
  const fault = label.trim() === '' ? 'Give it a name.' : undefined
  return (
    <Dialog isOpen title={`Rename ${instrument.label}`} onClose={close} className="pentad-dialog">
      <form
        onSubmit={event => {
          event.preventDefault()
          if (fault === undefined) void save.run()
        }}
      >
        <DialogBody>
          <Field
            label="Name"
            hint="As lists, logs and records show it."
            value={label}
            fault={fault}
            change={setLabel}
          />
          <Choice label="Role" value={role} options={ROLE_CHOICES} choose={value => setRole(value as RoleOption)} />
          <Field
            label="Serial number"
            hint="Only an instrument with this serial number is used; leave empty to accept any that answers."
            value={serial}
            change={setSerial}
          />
          {save.error && <ProblemMessage problem={save.error} />}
        </DialogBody>
        <DialogActions
          close={close}
          text="Save to the lab profile"
          disabled={fault !== undefined}
          running={save.running}
        />
      </form>
    </Dialog>
  )
}
