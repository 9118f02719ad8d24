/** The circuit as text: where it comes from, its editor, and what is wrong with it. */
import { Button, Callout } from '@blueprintjs/core'
import { useMemo } from 'react'
import type { DrawnStep } from '../../../../main/circuits/editing/document/model'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import type { ApiProblem } from '../../api/transport/problem'
import { Panel } from '../../components/layout/page'
import { ProblemMessage } from '../../components/messages/answer'
import {
  distinctFaults,
  languageOf,
  placedFaults,
  pointerParts,
  type TextFault,
} from '../../draw/circuits/circuit-text'
import { countWithNoun } from '../../draw/format/quantity'
import { DropZone } from './drop-zone'
import { MAX_KEPT_TEXT } from './editor/state/circuit-draft'
import type { Editor } from './editor/state/use-editor'
import { openCircuitFile } from './saved/circuit-file'
import { SavedBar } from './saved/saved-bar'
import { TextPane } from './text/text-pane'
import { Rewrite, TextSources } from './text-tools'
import type { CurrentReading, ParsedText } from './use-parsed-text'

interface TextPanelProps {
  readonly text: string
  readonly parsed: CurrentReading
  /** The last submit that the service refused. */
  readonly refusal: ApiProblem | null
  readonly editor: Editor | null
  /** Reading for the buttons, which may lag behind the text. */
  readonly late: { readonly text: string; readonly reading: ParsedText; readonly circuit: ParametricCircuit | null }
  readonly isTextShown: boolean
  readonly showText: (isShown: boolean) => void
}

export function TextPanel({ text, parsed, refusal, editor, late, isTextShown, showText }: TextPanelProps) {
  const { reading, current } = parsed
  const faults = useFaults(text, parsed, refusal)
  return (
    <Panel
      title="Text"
      tags={<Language reading={reading} current={current} />}
      actions={
        <>
          <Rewrite text={late.reading.text} language={late.reading.language} circuit={late.circuit} />
          <TextToggle isTextShown={isTextShown} showText={showText} />
        </>
      }
    >
      <TextSources />
      <SavedBar text={late.text} />
      <DropZone load={openCircuitFile}>
        {isTextShown && (
          <TextPane
            text={text}
            faults={faults}
            marked={editor?.selected ?? NONE_MARKED}
            pointAt={editor?.pointAt ?? nowhere}
          />
        )}
      </DropZone>
      {text.length > MAX_KEPT_TEXT && (
        <Callout intent="warning" compact>
          This text is too long to be kept over a reload: keep it in a file, or save it by a name.
        </Callout>
      )}
      {reading.problem && <ProblemMessage problem={reading.problem} />}
      <Notes notes={reading.notes} />
    </Panel>
  )
}

const NO_FAULTS: readonly TextFault[] = []
const NONE_MARKED: readonly DrawnStep[] = []
const nowhere = () => {}

function useFaults(text: string, { reading, current }: CurrentReading, refusal: ApiProblem | null) {
  return useMemo(
    () => (current ? distinctFaults([...reading.faults, ...refusedIn(text, reading.circuit, refusal)]) : NO_FAULTS),
    [current, reading, text, refusal],
  )
}

/** Faults the service found in the circuit, placed in the text where that is JSON; otherwise the form shows them. */
function refusedIn(text: string, circuit: ParametricCircuit | null, refusal: ApiProblem | null): TextFault[] {
  if (circuit === null || refusal === null || languageOf(text) !== 'json') return []
  const faults = refusal.faults.filter(({ pointer }) => pointer.startsWith('/circuit/'))
  return placedFaults(
    text,
    faults.map(({ pointer, message }) => ({ path: pointerParts(pointer).slice(1), message })),
  )
}

const TextToggle = ({ isTextShown, showText }: Pick<TextPanelProps, 'isTextShown' | 'showText'>) => (
  <Button
    size="small"
    variant="minimal"
    text={isTextShown ? 'Hide text' : 'Show text'}
    title="Without the text the drawing has all of the width"
    aria-expanded={isTextShown}
    onClick={() => showText(!isTextShown)}
  />
)

function Language({ reading, current }: { readonly reading: ParsedText; readonly current: boolean }) {
  const faults = reading.faults.length
  const summary = faults > 0 ? countWithNoun(faults, 'fault') : (reading.language ?? '')
  // Screen readers speak only the result of a reading, not that one begins at each edit.
  return (
    <>
      <span className="pentad-quiet" aria-hidden>
        {current ? summary : 'reading…'}
      </span>
      <span role="status" className="pentad-hidden">
        {summary}
      </span>
    </>
  )
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Callout intent="primary" compact>
      <ul className="circuits-notes">
        {notes.map(note => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Callout>
  )
}
