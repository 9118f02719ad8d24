/** Circuits: text on one side, what it means on the other, and underneath what submitting it would cost. */
import { useDeferredValue, useMemo, useState } from 'react'
import type { ApiProblem } from '../../api/transport/problem'
import { PageLayout } from '../../components/layout/page'
import { Loading, ProblemMessage } from '../../components/messages/answer'
import { DiagramPanel } from './diagram-panel'
import { useDraftText } from './editor/state/circuit-draft'
import { useEditor } from './editor/state/use-editor'
import { LiveStatePanel } from './live/live-state'
import { useLiveState } from './live/use-live-state'
import { ReplaceDialog } from './saved/replace-dialog'
import { useSavedSource } from './saved/saved-source'
import { useFollowedDraft } from './saved/unsaved-work'
import { SubmitPanel } from './submit-panel'
import { TextPanel } from './text-panel'
import { useInitialCircuit } from './use-initial-circuit'
import { useParsedText } from './use-parsed-text'
import './circuits.css'

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
  const text = useDraftText() ?? ''
  const editor = useEditor()
  const live = useLiveState(editor)
  const parsed = useParsedText(text)
  const [isTextShown, showText] = useState(true)
  const [refusal, setRefusal] = useState<ApiProblem | null>(null)
  const circuit = parsed.current ? parsed.reading.circuit : null
  const source = useSavedSource(text)
  useFollowedDraft(source)
  const { reading } = parsed
  const view = editor?.view ?? null
  const now = useMemo(() => ({ circuit, source, reading, view, text }), [circuit, source, reading, view, text])
  // Deferred, so that the frame of a gesture does not wait for the panels around the drawing.
  const late = useDeferredValue(now)
  return (
    <div className="circuits-columns" data-text={isTextShown ? 'beside' : 'hidden'}>
      <TextPanel
        text={text}
        parsed={parsed}
        refusal={refusal}
        editor={editor}
        late={late}
        isTextShown={isTextShown}
        showText={showText}
      />
      <div className="pentad-stack">
        <DiagramPanel text={text} parsed={parsed} editor={editor} live={live} late={late} />
        {editor && (
          <LiveStatePanel live={live} qubits={editor.view.document.qubits} clbits={editor.view.document.clbits} />
        )}
        <SubmitPanel circuit={late.circuit} source={late.source} refused={setRefusal} />
      </div>
    </div>
  )
}
