/** The saved circuit that is open, whether it has changed since, and the list of all others. */
import { Button, ButtonGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { memo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { SavedCircuitDetail } from '../../../../../main/contract/jobs/saved-circuit'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetched } from '../../../api/use-fetch'
import { ProblemMessage } from '../../../components/messages/answer'
import { countWithNoun } from '../../../draw/format/quantity'
import { draftText, replacing, useProgram } from '../editor/state/circuit-draft'
import { CompareVersions } from './compare-versions'
import { useOpenCircuit, useProposedName } from './open-circuit'
import { useSaveKey } from './save-key'
import { SavedList } from './saved-list'
import { savedJobsAddress } from './saved-source'
import { mayReplaceDraft } from './unsaved-work'
import { useSaveDraft } from './use-save-draft'

interface BarProps {
  /** Text of the draft, possibly a moment old; saving takes the draft's current text. */
  readonly text: string
}

export const SavedBar = memo(({ text }: BarProps) => {
  const { open } = useOpenCircuit()
  const program = useProgram()
  const saveDraft = useSaveDraft()
  const [isListed, setListed] = useState(false)
  const params = open && { params: { circuit_id: open.circuit_id } }
  const { data, reload } = useFetched(routes.getSavedCircuit, params)
  const current = open !== null && data?.circuit_id === open.circuit_id ? data : null
  const save = async (name: string) => {
    await saveDraft(name)
    reload()
  }
  /** Reloads, as the circuit may have been renamed in the list. */
  const close = () => {
    setListed(false)
    reload()
  }
  return (
    <div className="circuits-saved">
      {current ? (
        <Current circuit={current} text={text} saveAs={save} />
      ) : (
        <FirstSave key={program} text={text} saveAs={save} />
      )}
      <Button size="small" text="Saved circuits…" onClick={() => setListed(true)} />
      {isListed && <SavedList close={close} />}
    </div>
  )
})

interface SaveProps extends BarProps {
  /** Saves the draft; the name is used only by a first save. */
  readonly saveAs: (name: string) => Promise<void>
}

/** Saves the draft for the first time; needs a text and a name, which is typed or proposed. */
function FirstSave({ text, saveAs }: SaveProps) {
  const proposed = useProposedName()
  const [typed, setName] = useState<string | null>(null)
  const name = typed ?? proposed
  const save = useAction(() => saveAs(name))
  const isNamed = name.trim() !== ''
  const isReady = isNamed && text !== ''
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element | null>(null)
  useSaveKey(() => {
    if (isNamed && draftText() !== '') return void save.run()
    before.current = document.activeElement
    field.current?.focus()
  })
  /** When the save key moved the focus to this field, saving returns it to where it was. */
  const saveNamed = async () => {
    const isSaved = await save.run()
    const place = before.current
    if (isSaved && (place instanceof HTMLElement || place instanceof SVGElement)) place.focus({ preventScroll: true })
  }
  return (
    <>
      <InputGroup
        size="small"
        inputRef={field}
        aria-label="Name to save by"
        placeholder="name to save by"
        maxLength={200}
        value={name}
        onValueChange={setName}
        onKeyDown={event => event.key === 'Enter' && isReady && void saveNamed()}
      />
      <Button size="small" text="Save" disabled={!isReady} loading={save.running} onClick={() => void save.run()} />
      {save.error && <ProblemMessage problem={save.error} />}
    </>
  )
}

function Current({ circuit, text, saveAs }: SaveProps & { readonly circuit: SavedCircuitDetail }) {
  const { call } = useApi()
  const { open, setOpen } = useOpenCircuit()
  const params = { circuit_id: circuit.circuit_id }
  const isNew = circuit.version !== open?.version
  const save = useAction(() => saveAs(circuit.name))
  const show = useAction(async (version: number) => {
    if (!(await mayReplaceDraft())) return
    const replace = replacing()
    const { text: taken } = await call(routes.getSavedVersion, { params: { ...params, version: String(version) } })
    replace(taken)
    setOpen({ ...params, version: circuit.version }, { ...params, version, text: taken })
  })
  const [isCompared, setCompared] = useState(false)
  const isSame = text === circuit.text
  useSaveKey(() => draftText() !== circuit.text && draftText() !== '' && void save.run())
  return (
    <>
      <strong>{circuit.name}</strong>
      <span className="pentad-quiet" role="status">
        {isSame
          ? `saved as version ${circuit.version}`
          : isNew
            ? `version ${circuit.version} was saved elsewhere`
            : 'changed since it was saved'}
      </span>
      {circuit.jobs > 0 && (
        <Link href={savedJobsAddress(circuit.circuit_id)}>{countWithNoun(circuit.jobs, 'job')}</Link>
      )}
      <ButtonGroup size="small">
        <Button text="Save" disabled={isSame || text === ''} loading={save.running} onClick={() => void save.run()} />
        <Button text="Save as…" onClick={() => setOpen(null)} />
        <Button text="Compare…" onClick={() => setCompared(true)} />
      </ButtonGroup>
      {circuit.versions.length > 1 && (
        <HTMLSelect
          aria-label="Version to take the text from"
          value=""
          onChange={event => void show.run(Number(event.currentTarget.value))}
        >
          <option value="">Versions</option>
          {circuit.versions.map(({ version, saved_at }) => (
            <option key={version} value={version}>
              {`${version}, ${saved_at.slice(0, 16).replace('T', ' ')}`}
            </option>
          ))}
        </HTMLSelect>
      )}
      {isCompared && (
        <CompareVersions
          circuit={circuit}
          draft={text}
          restore={restored => {
            replacing()(restored.text)
            setOpen({ ...params, version: circuit.version }, { ...params, ...restored })
            setCompared(false)
          }}
          close={() => setCompared(false)}
        />
      )}
      {(save.error ?? show.error) && <ProblemMessage problem={(save.error ?? show.error)!} />}
    </>
  )
}
