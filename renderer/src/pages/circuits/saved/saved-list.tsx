/** All saved circuits: found by name or text, opened, copied, deleted and brought back. */
import { Button, ButtonGroup, Dialog, DialogBody, HTMLTable, InputGroup } from '@blueprintjs/core'
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { SavedCircuit } from '../../../../../main/contract/jobs/saved-circuit'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetched } from '../../../api/use-fetch'
import { count } from '../../../draw/format/quantity'
import { SearchField } from '../../../show/controls/search-field'
import { Answer, Empty, ProblemMessage } from '../../../show/states'
import { LocalTime } from '../../../show/timestamp'
import { useDraft } from '../editor/state/draft'
import { useOpenCircuit } from './open-circuit'
import { savedJobsAddress } from './saved-source'

interface Props {
  /** The draft, which opening another circuit replaces: undo brings it back. */
  readonly text: string
  readonly close: () => void
}

export function SavedList({ text, close }: Props) {
  const { call } = useApi()
  const { replaceText } = useDraft()
  const { open, setOpen } = useOpenCircuit()
  const [search, setSearch] = useState('')
  const [deleted, setDeleted] = useState<SavedCircuit | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  /** Where the focus goes back to. */
  const renameButton = useRef<HTMLElement>(null)
  const asked = useDeferredValue(search)
  const list = useFetched(routes.listSavedCircuits, { query: asked === '' ? {} : { search: asked } })
  const act = useAction(async (kind: 'open' | 'copy' | 'delete' | 'restore', { circuit_id, name }: SavedCircuit) => {
    const params = { circuit_id }
    if (kind === 'delete') setDeleted(await call(routes.deleteSavedCircuit, { params }))
    if (kind === 'delete' && open?.circuit_id === circuit_id) setOpen(null)
    if (kind === 'restore') await call(routes.restoreSavedCircuit, { params })
    if (kind === 'restore') setDeleted(null)
    if (kind === 'open' || kind === 'copy') {
      const circuit = await call(routes.getSavedCircuit, { params })
      if (kind === 'copy')
        await call(routes.saveCircuit, { body: { name: `${name.slice(0, 190)} (copy)`, text: circuit.text } })
      else {
        replaceText(text, circuit.text)
        setOpen({ circuit_id, version: circuit.version })
        return close()
      }
    }
    list.reload()
  })
  return (
    <Dialog isOpen title="Saved circuits" className="circuits-saved-dialog" onClose={close}>
      <DialogBody>
        <SearchField label="Search saved circuits" value={search} change={setSearch} />
        <p className="pentad-quiet">Arrow keys go through the list.</p>
        {deleted && (
          <p role="status">
            {deleted.name} was deleted.{' '}
            <Button size="small" text="Undo" onClick={() => void act.run('restore', deleted)} />
          </p>
        )}
        {act.error && <ProblemMessage problem={act.error} />}
        <Answer of={list} what="the saved circuits">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="None found">Save a circuit by a name beside its text.</Empty>
            ) : (
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
                  {items.map(circuit => (
                    <tr key={circuit.circuit_id}>
                      <td>
                        {renamed === circuit.circuit_id ? (
                          <RenameField
                            circuit={circuit}
                            done={isChanged => {
                              setRenamed(null)
                              renameButton.current?.focus()
                              if (isChanged) list.reload()
                            }}
                          />
                        ) : (
                          circuit.name
                        )}
                      </td>
                      <td>{circuit.version}</td>
                      <td>
                        <LocalTime at={circuit.updated_at} />
                      </td>
                      <td>
                        <JobsOfCircuit circuit={circuit} />
                      </td>
                      <td>
                        <ButtonGroup size="small" aria-label={circuit.name}>
                          <Button text="Open" onClick={() => void act.run('open', circuit)} />
                          <Button
                            text="Rename"
                            onClick={event => {
                              renameButton.current = event.currentTarget
                              setRenamed(circuit.circuit_id)
                            }}
                          />
                          <Button text="Duplicate" onClick={() => void act.run('copy', circuit)} />
                          <Button text="Delete" onClick={() => void act.run('delete', circuit)} />
                        </ButtonGroup>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </HTMLTable>
            )
          }
        </Answer>
      </DialogBody>
    </Dialog>
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

/** Arrow keys go from button to button: up and down to the same one of another circuit, Home and End to the first and the last. */
function goAlong(event: KeyboardEvent<HTMLTableElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  if (at === -1) return
  const along = ACTIONS_IN_ROW
  const targets: Readonly<Record<string, number>> = {
    ...{ ArrowUp: at - along, ArrowDown: at + along, ArrowLeft: at - 1, ArrowRight: at + 1 },
    ...{ Home: 0, End: buttons.length - along },
  }
  const to = buttons[targets[event.key] ?? -1]
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}

/** Open, Rename, Duplicate, Delete. */
const ACTIONS_IN_ROW = 4

interface RenameProps {
  readonly circuit: SavedCircuit
  readonly done: (isChanged: boolean) => void
}

/** Enter renames, Escape leaves the name as it was. */
function RenameField({ circuit: { circuit_id, name }, done }: RenameProps) {
  const { call } = useApi()
  const [text, setText] = useState(name)
  const rename = useAction(async () => {
    await call(routes.renameSavedCircuit, { params: { circuit_id }, body: { name: text } })
    done(true)
  })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Escape would close the dialog.
    event.stopPropagation()
    if (event.key === 'Escape') done(false)
    else if (text.trim() !== '') void rename.run()
  }
  return (
    <>
      <InputGroup
        autoFocus
        size="small"
        aria-label={`New name of ${name}`}
        maxLength={200}
        value={text}
        disabled={rename.running}
        onValueChange={setText}
        onKeyDown={press}
      />
      {rename.error && <ProblemMessage problem={rename.error} />}
    </>
  )
}
