/** Import of a published calibration: chosen files are checked first, and stored only once they were read without fault. */
import { Callout, FormGroup, InputGroup } from '@blueprintjs/core'
import { FloppyDisk } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import type { ImportReply } from '../../../../main/contract/backends/catalogue'
import type { CurrentChange } from '../../../../main/contract/backends/current-calibration'
import { ImportCalibration } from '../../../../main/contract/calibration/import'
import { utc } from '../../../../main/contract/model/iso-time'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { ActionButton } from '../../components/controls/action-button'
import { Choice } from '../../components/controls/choice'
import { Panel } from '../../components/layout/page'
import { Sheet } from '../../components/tables/sheet'
import { medianFacts } from '../../draw/calibration/facts'
import { count } from '../../draw/format/quantity'
import { focusInView } from '../../focus/take-focus'
import { ChangedCallout, ChangeText } from './change-dialog'
import { CheckForm } from './files/check-form'
import { FileProblem } from './files/file-problem'
import { FilesField, MAX_FILES, readFiles } from './files/files-field'

type MakeCurrent = ImportCalibration['make_current']
const AFTER_STORING: Record<MakeCurrent, string> = {
  if_newer: 'Make it current, unless it is older',
  always: 'Make it current in any case',
  never: 'Keep it in the history only',
}
interface Props {
  readonly backend_id: string
  /** The device's current snapshot. */
  readonly current_id: string
  readonly stored: () => void
  /** Undoes that the import became the current snapshot. */
  readonly undo: () => void
}

export function ImportPanel({ backend_id, current_id, stored, undo }: Props) {
  const { call } = useApi()
  const [files, setFiles] = useState<readonly File[]>([])
  const [source, setSource] = useState('')
  const [make_current, setMakeCurrent] = useState<MakeCurrent>('if_newer')
  const [checked, setChecked] = useState<ImportReply | null>(null)
  /** Moves from the check: the reply to a stored import does not know them yet. */
  const [moves, setMoves] = useState<CurrentChange['moves']>(null)

  const send = async (dry_run: boolean) => {
    const body = ImportCalibration.parse({
      files: await readFiles(files),
      dry_run,
      make_current,
      ...(source.trim() && { source: source.trim() }),
    })
    const reply = await call(routes.importCalibration, { params: { backend_id }, body })
    setChecked(reply)
    if (reply.stored) stored()
    else setMoves(reply.change.moves)
  }
  const action = useAction(send)
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen)
    setChecked(null)
    action.forget()
  }
  const tooMany = files.length > MAX_FILES
  const readable = files.length > 0 && !tooMany
  return (
    <Panel
      title="Import a calibration"
      tags={
        <span className="pentad-quiet">
          Pentad, IBM, Braket or Google files, or tables of your own; the format is recognized
        </span>
      }
    >
      <CheckForm
        text="Check"
        ready={readable}
        checking={action.running && checked === null}
        isChecked={checked !== null}
        check={() => {
          setChecked(null)
          void action.run(true)
        }}
        hint={checked === null ? 'Check it first; without faults it can then be stored.' : ''}
        keep={
          <ActionButton
            intent="primary"
            icon={<FloppyDisk />}
            text="Store"
            disabled={checked === null || checked.stored}
            loading={action.running && checked !== null}
            onClick={() => void action.run(false)}
          />
        }
      >
        <FilesField files={files} choose={choose} />
        <SourceField source={source} change={setSource} />
        <Choice
          label="After storing"
          value={make_current}
          options={Object.entries(AFTER_STORING)}
          choose={key => {
            setMakeCurrent(key as MakeCurrent)
            setChecked(null)
          }}
        />
      </CheckForm>
      {tooMany && <Callout intent="warning">At most {MAX_FILES} files make one snapshot; choose fewer.</Callout>}
      {action.error && <FileProblem problem={action.error} />}
      {checked && <CheckedCallout key={String(checked.stored)} reply={checked} />}
      {checked?.stored && checked.change.current.calibration_id === current_id && (
        <ChangedCallout change={{ ...checked.change, moves }} undo={undo} />
      )}
    </Panel>
  )
}

function SourceField({ source, change }: { readonly source: string; readonly change: (source: string) => void }) {
  const id = useId()
  return (
    <FormGroup
      label="Source"
      labelFor={id}
      labelInfo="(optional)"
      helperText="Where the files come from: repository, commit, path, licence."
    >
      <InputGroup id={id} value={source} maxLength={2_000} onValueChange={change} />
    </FormGroup>
  )
}

function CheckedCallout({ reply }: { readonly reply: ImportReply }) {
  const { calibration, notes, stored } = reply
  return (
    <Callout intent={stored ? 'success' : 'primary'}>
      <h3 {...(stored && { tabIndex: -1, ref: focusInView })}>
        {stored ? 'Stored' : 'Nothing is stored yet. This would be stored'}
      </h3>
      <Sheet
        entries={[
          ['Calibration', <code key="id">{calibration.calibration_id}</code>],
          ['Taken', utc(calibration.calibrated_at)],
          ['Vendor', calibration.vendor],
          [
            'Qubits',
            `${count(calibration.qubits)}, of which ${count(calibration.qubits_out_of_service)} out of service`,
          ],
          [
            'Couplings',
            `${count(calibration.edges)}, of which ${count(calibration.edges_out_of_service)} out of service`,
          ],
          [
            'Medians',
            medianFacts(calibration)
              .map(([name, value]) => `${name} ${value}`)
              .join(', '),
          ],
          [
            'Notes',
            notes.length === 0 ? null : (
              <ul key="notes">
                {notes.map(note => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
      {!stored && <ChangeText change={reply.change} />}
    </Callout>
  )
}
