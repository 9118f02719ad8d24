/** Circuits: text on one side, what it means on the other, and underneath what submitting it would cost. */
import { Button, ButtonGroup, Callout } from '@blueprintjs/core'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import type { DrawnStep } from '../../../../main/circuits/editing/document/model'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import type { SavedVersionRef } from '../../../../main/contract/jobs/saved-circuit'
import { routes } from '../../../../main/contract/routes'
import type { ApiProblem } from '../../api/transport/problem'
import { usePolled } from '../../api/use-fetch'
import { languageOf, placedFaults, pointerParts, type TextFault } from '../../draw/circuits/text'
import { CircuitDrawing } from '../../show/drawings/circuit'
import { PageLayout, Panel } from '../../show/page'
import { Answer, Empty, Loading, ProblemMessage } from '../../show/states'
import { SubmitForm } from '../../submit/submit-form'
import { DropZone } from './drop-zone'
import { CircuitEditor } from './editor/editor'
import { EditorHelp } from './editor/editor-help'
import { draftText, MAX_KEPT_TEXT, useDraft, useDraftText, useProgram } from './editor/state/draft'
import { useEditor } from './editor/state/use-editor'
import { LiveStatePanel } from './live/live-state'
import { useLiveState } from './live/use-live-state'
import { PictureMenu } from './picture-menu'
import { ReplaceDialog } from './saved/replace-dialog'
import { SavedBar } from './saved/saved-bar'
import { useSavedSource } from './saved/saved-source'
import { mayReplaceDraft, useFollowedDraft, useUnsavedWork } from './saved/unsaved-work'
import { keepSubmittedText } from './submitted-texts'
import { TextPane } from './text/text-pane'
import { ExportButtons, Rewrite, TextSources } from './text-tools'
import { useInitialCircuit } from './use-initial-circuit'
import { type ParsedText, useParsedText } from './use-parsed-text'
import './circuits.css'

const QUEUES_CHANGE_EVERY_MS = 15_000

export function CircuitsPage() {
  const { awaited, problem, retry } = useInitialCircuit()
  return (
    <PageLayout
      title="Circuits"
      about="Draw a circuit or write it as OpenQASM or JSON, and submit it."
      panelLinks="always"
    >
      {problem && <ProblemMessage problem={problem} retry={retry} />}
      {awaited === null ? <Writing /> : <Loading what={awaited} />}
      <ReplaceDialog />
    </PageLayout>
  )
}

function Writing() {
  const text = useDraftText()
  const editor = useEditor()
  const live = useLiveState(editor)
  const { reading, current } = useParsedText(text ?? '')
  const [isEdited, setEdited] = useState(true)
  const [isTextShown, showText] = useState(true)
  const [refusal, setRefusal] = useState<ApiProblem | null>(null)
  const program = useProgram()
  const [drawn, setDrawn] = useState<DrawnCircuit | null>(null)
  if (current && reading.circuit !== null && drawn?.circuit !== reading.circuit)
    setDrawn({ circuit: reading.circuit, program })
  const circuit = current ? reading.circuit : null
  const source = useSavedSource(text ?? '')
  useFollowedDraft(source)
  // The frame of a gesture does not wait for what stands around the drawing.
  const view = editor?.view ?? null
  const now = useMemo(
    () => ({ circuit, source, reading, view, text: text ?? '' }),
    [circuit, source, reading, view, text],
  )
  const late = useDeferredValue(now)
  const faults = useMemo(
    () => (current ? [...reading.faults, ...refusedIn(text ?? '', circuit, refusal)] : NO_FAULTS),
    [current, reading, text, circuit, refusal],
  )
  return (
    <div className="circuits-columns" data-text={isTextShown ? 'beside' : 'hidden'}>
      <Panel
        title="Text"
        tags={<Language reading={reading} current={current} />}
        actions={
          <>
            <Rewrite text={late.reading.text} language={late.reading.language} circuit={late.circuit} />
            <Button
              size="small"
              variant="minimal"
              text={isTextShown ? 'Hide text' : 'Show text'}
              title="Without the text the drawing has all of the width"
              aria-expanded={isTextShown}
              onClick={() => showText(!isTextShown)}
            />
          </>
        }
      >
        <TextSources />
        <SavedBar text={late.text} />
        <DropZone load={loadFile}>
          {isTextShown && (
            <TextPane
              text={text ?? ''}
              faults={faults}
              marked={editor?.selected ?? NONE_MARKED}
              pointAt={editor?.pointAt ?? nowhere}
            />
          )}
        </DropZone>
        {(text?.length ?? 0) > MAX_KEPT_TEXT && (
          <Callout intent="warning" compact>
            This text is too long to be kept over a reload: keep it in a file, or save it by a name.
          </Callout>
        )}
        {reading.problem && <ProblemMessage problem={reading.problem} />}
        {reading.notes.length > 0 && (
          <Callout intent="primary" compact>
            <ul className="circuits-notes">
              {reading.notes.map(note => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Callout>
        )}
      </Panel>
      <div className="pentad-stack">
        <Panel
          title="Diagram"
          actions={
            <>
              <ViewChoice isEdited={isEdited} change={setEdited} />
              <ExportButtons circuit={late.circuit} />
              <PictureMenu view={late.view} />
              <EditorHelp />
            </>
          }
        >
          {editor && isEdited ? (
            <CircuitEditor
              editor={editor}
              mark={live.isShown && live.moment < live.depth ? live.moment : null}
              readout={live.isOnWires ? (live.state?.qubit_states ?? null) : null}
              lastWhole={drawn?.program === program ? drawn.circuit : null}
            />
          ) : (
            <Diagram
              drawn={drawn?.circuit ?? null}
              stale={current && reading.circuit === null && text?.trim() !== ''}
            />
          )}
        </Panel>
        {editor && (
          <LiveStatePanel live={live} qubits={editor.view.document.qubits} clbits={editor.view.document.clbits} />
        )}
        <Submitting circuit={late.circuit} source={late.source} refused={setRefusal} />
      </div>
    </div>
  )
}

const loadFile = async (text: string) => {
  if (await mayReplaceDraft()) useDraft.getState().loadText(text)
}

interface DrawnCircuit {
  readonly circuit: ParametricCircuit
  /** Of the draft's history. */
  readonly program: number
}

const NO_FAULTS: readonly TextFault[] = []
const NONE_MARKED: readonly DrawnStep[] = []
const nowhere = () => {}

/** Faults the service found in the circuit, placed in the text where that is JSON; otherwise the form shows them. */
function refusedIn(text: string, circuit: ParametricCircuit | null, refusal: ApiProblem | null): TextFault[] {
  if (circuit === null || refusal === null || languageOf(text) !== 'json') return []
  const faults = refusal.faults.filter(({ pointer }) => pointer.startsWith('/circuit/'))
  return placedFaults(
    text,
    faults.map(({ pointer, message }) => ({ path: pointerParts(pointer).slice(1), message })),
  )
}

function Language({ reading, current }: { readonly reading: ParsedText; readonly current: boolean }) {
  const faults = reading.faults.length
  const summary = faults > 0 ? `${faults} ${faults === 1 ? 'fault' : 'faults'}` : (reading.language ?? '')
  return (
    <span className="pentad-quiet" role="status">
      {current ? summary : 'reading…'}
    </span>
  )
}

interface ViewProps {
  readonly isEdited: boolean
  readonly change: (isEdited: boolean) => void
}

/** The drawing that is edited, or the one to read: every operation one by one, as a list as well. */
const ViewChoice = ({ isEdited, change }: ViewProps) => (
  <ButtonGroup size="small" variant="minimal">
    <Button text="Edit" active={isEdited} aria-pressed={isEdited} onClick={() => change(true)} />
    <Button text="Read" active={!isEdited} aria-pressed={!isEdited} onClick={() => change(false)} />
  </ButtonGroup>
)

function Diagram({ drawn, stale }: { readonly drawn: ParametricCircuit | null; readonly stale: boolean }) {
  if (drawn === null) return <Empty title="Nothing to draw yet">Write a circuit, or start from a template.</Empty>
  return (
    <>
      {stale && (
        <Callout intent="warning" compact>
          The text has faults. This is the last circuit that could be read.
        </Callout>
      )}
      <CircuitDrawing circuit={drawn} />
    </>
  )
}

const keepText = (job_uuid: string) => {
  const submitted = draftText()
  useUnsavedWork.setState({ submitted })
  keepSubmittedText(job_uuid, submitted)
}

interface SubmittingProps {
  readonly circuit: ParametricCircuit | null
  /** The saved version that its text is. */
  readonly source: SavedVersionRef | null
  readonly refused: (problem: ApiProblem | null) => void
}

const Submitting = memo(({ circuit, source, refused }: SubmittingProps) => {
  const backends = usePolled(routes.listBackends, {}, { every_ms: QUEUES_CHANGE_EVERY_MS })
  const fields = useDraft(draft => draft.fields)
  const setFields = useDraft(draft => draft.setFields)
  return (
    <Panel title="Submit">
      <Answer of={backends} what="the backends">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No backend">The lab profile names no device.</Empty>
          ) : (
            <SubmitForm
              full
              backends={items}
              circuit={circuit}
              saved={source}
              fields={fields}
              change={setFields}
              refused={refused}
              submitted={keepText}
            />
          )
        }
      </Answer>
    </Panel>
  )
})
