/** Saved circuits, a row each, with the buttons of what can be done to them. */
import { Button, ButtonGroup, HTMLTable } from '@blueprintjs/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { SavedCircuit } from '../../../../../main/contract/jobs/saved-circuit'
import { UtcTimestamp } from '../../../components/values/tags-and-times'
import { count } from '../../../draw/format/quantity'
import { RenameField } from './rename-field'
import { savedJobsAddress } from './saved-source'
import type { SavedActions } from './use-saved-actions'

interface Props {
  readonly circuits: readonly SavedCircuit[]
  readonly run: SavedActions['run']
  readonly reload: () => void
}

export const SavedTable = ({ circuits, run, reload }: Props) => (
  <HTMLTable compact className="circuits-saved-list" onKeyDown={goAlong}>
    <thead>
      <tr>
        <th>Name</th>
        <th>Version</th>
        <th>Saved</th>
        <th>Jobs</th>
        <th>Actions</th>
      </tr>
    </thead>
    <tbody>
      {circuits.map(circuit => (
        <SavedRow key={circuit.circuit_id} circuit={circuit} run={run} reload={reload} />
      ))}
    </tbody>
  </HTMLTable>
)

interface SavedRowProps extends Omit<Props, 'circuits'> {
  readonly circuit: SavedCircuit
}

function SavedRow({ circuit, run, reload }: SavedRowProps) {
  const [isRenamed, setRenamed] = useState(false)
  /** Button that gets the focus back after renaming. */
  const renameButton = useRef<HTMLElement>(null)
  const doneRenaming = (isChanged: boolean) => {
    setRenamed(false)
    renameButton.current?.focus()
    if (isChanged) reload()
  }
  const rename = (button: HTMLElement) => {
    renameButton.current = button
    setRenamed(true)
  }
  return (
    <tr>
      <td>{isRenamed ? <RenameField circuit={circuit} done={doneRenaming} /> : circuit.name}</td>
      <td>{circuit.version}</td>
      <td>
        <UtcTimestamp at={circuit.updated_at} />
      </td>
      <td>
        <JobsOfCircuit circuit={circuit} />
      </td>
      <td>
        <ButtonGroup size="small" aria-label={circuit.name}>
          <Button text="Open" onClick={() => run('open', circuit)} />
          <Button text="Rename" onClick={event => rename(event.currentTarget)} />
          <Button text="Duplicate" onClick={() => run('copy', circuit)} />
          <Button text="Delete" onClick={() => run('delete', circuit)} />
        </ButtonGroup>
      </td>
    </tr>
  )
}

const JobsOfCircuit = ({ circuit: { circuit_id, name, jobs } }: { readonly circuit: SavedCircuit }) =>
  jobs === 0 ? (
    '0'
  ) : (
    <Link href={savedJobsAddress(circuit_id)} title={`Jobs submitted from ${name}`}>
      {count(jobs)}
    </Link>
  )

/** Buttons in a row: Open, Rename, Duplicate, Delete. */
const ACTIONS_IN_ROW = 4

/** Arrow keys go from button to button: up and down to the same one of another circuit, Home and End to `Open` of the first and the last circuit. */
function goAlong(event: KeyboardEvent<HTMLTableElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  if (at === -1) return
  const along = ACTIONS_IN_ROW
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: at - along,
    ArrowDown: at + along,
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: buttons.length - along,
  }
  const to = buttons[targets[event.key] ?? -1]
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}
