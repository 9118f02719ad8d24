/** The circuits of a batch, one below the other; more are written, imported as files, or copied. */
import { Button, Callout } from '@blueprintjs/core'
import { Add, FolderOpen } from '@blueprintjs/icons'
import { type ChangeEvent, useRef, useState } from 'react'
import { MAX_BATCH } from '../../../../../main/contract/jobs/submit'
import { useAction } from '../../../api/use-action'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { count, countWithNoun } from '../../../draw/format/quantity'
import { type CircuitFaults, hasRoom } from '../../../job-form/fields/batch-fields'
import { useBatchDraft } from './batch-draft'
import { CircuitEntry } from './circuit-entry'
import { EMPTY_CIRCUIT } from './kept-batch'
import { SavedChoice } from './saved-choice'

interface Props {
  readonly faults: readonly CircuitFaults[]
  /** Faults that the service found, by position of the circuit. */
  readonly refused: ReadonlyMap<number, readonly string[]>
  readonly shots: string
}

/** Circuits that are shown at first, and more at each press: fields of a thousand at once would make typing slow. */
const SHOWN_MORE = 50
const NONE: readonly string[] = []

export function CircuitList({ faults, refused, shots }: Props) {
  const { circuits, before, bringBack, unreadable } = useBatchDraft()
  const [shown, setShown] = useState(SHOWN_MORE)
  return (
    <Panel title="Circuits" actions={<Additions />}>
      {unreadable > 0 && (
        <Callout intent="warning" compact role="status">
          {countWithNoun(unreadable, 'circuit')} of the batch that this browser kept could not be read and{' '}
          {unreadable === 1 ? 'was' : 'were'} left out.
        </Callout>
      )}
      {circuits.slice(0, shown).map((circuit, position) => (
        <CircuitEntry
          key={circuit.id}
          circuit={circuit}
          position={position}
          faults={faults[position] ?? {}}
          refused={refused.get(position) ?? NONE}
          shots={shots}
        />
      ))}
      {circuits.length > shown && (
        <Button
          text={`Show ${Math.min(SHOWN_MORE, circuits.length - shown)} more of ${count(circuits.length)}`}
          onClick={() => setShown(shown + SHOWN_MORE)}
        />
      )}
      {before !== null && (
        <div className="pentad-row" role="status">
          <span className="pentad-quiet">A circuit was removed.</span>
          <Button size="small" text="Bring it back" onClick={bringBack} />
        </div>
      )}
    </Panel>
  )
}

/** A file's name without its ending. */
const nameOf = ({ name }: File): string => name.replace(/\.[^.]*$/, '').slice(0, 200)

function Additions() {
  const { add, circuits } = useBatchDraft()
  const input = useRef<HTMLInputElement>(null)
  const [tooMany, setTooMany] = useState(0)
  const read = useAction(async (files: readonly File[]) => {
    const room = hasRoom(circuits, files.length)
    setTooMany(room ? 0 : files.length)
    if (!room) return
    const texts = await Promise.all(files.map(file => file.text()))
    add(texts.map((text, at) => ({ ...EMPTY_CIRCUIT, name: nameOf(files[at]!), text })))
  })
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    void read.run([...(event.currentTarget.files ?? [])])
    // The same files may be chosen again after they were changed on disk.
    event.currentTarget.value = ''
  }
  return (
    <>
      <Button
        size="small"
        icon={<Add />}
        text="Add a circuit"
        disabled={!hasRoom(circuits)}
        onClick={() => add([EMPTY_CIRCUIT])}
      />
      <SavedChoice />
      <Button size="small" icon={<FolderOpen />} text="Import files" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Circuit files"
        accept=".qasm,.json,.txt,text/plain,application/json"
        onChange={chosen}
      />
      {tooMany > 0 && (
        <Callout intent="warning" compact role="alert">
          {countWithNoun(tooMany, 'file')} more do not fit: a batch has at most {count(MAX_BATCH)} circuits.
        </Callout>
      )}
      {read.error && <ProblemMessage problem={read.error} />}
    </>
  )
}
