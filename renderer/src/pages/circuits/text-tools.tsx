/** Buttons for the text: templates, import, download, and other languages. */
import { Button, ButtonGroup, HTMLSelect } from '@blueprintjs/core'
import { Document, Download, FolderOpen } from '@blueprintjs/icons'
import { type ChangeEvent, memo, useRef, useState } from 'react'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import { routes } from '../../../../main/contract/routes'
import type { ApiProblem } from '../../api/transport/problem'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { save, textFile } from '../../components/controls/save-file'
import { ProblemMessage } from '../../components/messages/answer'
import { replacing, useDraft } from './editor/state/circuit-draft'
import { downloadDraft, openCircuitFile } from './saved/circuit-file'
import { useOpenCircuit } from './saved/open-circuit'
import { mayReplaceDraft } from './saved/unsaved-work'
import { TemplateChoice } from './template-choice'
import { EXPORTS, type ExportFormat, exportText } from './text/circuit-export'

/** Text of a new circuit: three qubits and three bits, without operations. */
const EMPTY_PROGRAM = 'OPENQASM 3.0;\ninclude "stdgates.inc";\n\nqubit[3] q;\nbit[3] c;\n'

/** Buttons that replace the text by an empty circuit, a template or a file, and that download it. */
export const TextSources = memo(() => {
  const { call } = useApi()
  const { open, setOpen } = useOpenCircuit()
  const begin = async () => {
    if (!(await mayReplaceDraft())) return
    replacing()(EMPTY_PROGRAM)
    setOpen(null)
  }
  /** Downloads the text, without the name of its saved circuit where the service does not reply. */
  const download = async () => {
    const params = open && { circuit_id: open.circuit_id }
    const saved = params && (await call(routes.getSavedCircuit, { params }).catch(() => null))
    downloadDraft(saved?.name ?? null)
  }
  return (
    <div className="pentad-choices circuits-sources">
      <Button
        icon={<Document />}
        text="New"
        title="Begins an empty circuit; undo brings this one back"
        size="small"
        onClick={() => void begin()}
      />
      <TemplateChoice />
      <FileButton />
      <Button
        icon={<Download />}
        text="Download text"
        title="The text as it stands, with comments and layout"
        size="small"
        onClick={() => void download()}
      />
    </div>
  )
})

function FileButton() {
  const input = useRef<HTMLInputElement>(null)
  const read = useAction(openCircuitFile)
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    if (file) void read.run(file)
    // The same file may be chosen again after it was changed on disk.
    event.currentTarget.value = ''
  }
  return (
    <>
      <Button icon={<FolderOpen />} text="Import a file" size="small" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Circuit file"
        accept=".qasm,.json,.txt,text/plain,application/json"
        onChange={chosen}
      />
      {read.error && <ProblemMessage problem={read.error} />}
    </>
  )
}

interface CircuitProps {
  readonly circuit: ParametricCircuit | null
}

interface RewriteProps extends CircuitProps {
  /** Text that the circuit was read from. */
  readonly text: string
  /** Language as the reading names it; null while the text cannot be read. */
  readonly language: string | null
}

/** Writes the text anew in another language. Comments are not part of a circuit: undo brings them back. */
export const Rewrite = memo(({ text, language, circuit }: RewriteProps) => {
  const { call } = useApi()
  const rewriteText = useDraft(draft => draft.rewriteText)
  const [written, setWritten] = useState(circuit)
  const write = useAction(async (format: ExportFormat) => {
    if (circuit === null) return
    setWritten(circuit)
    rewriteText(text, await exportText(call, circuit, format))
  })
  return (
    <>
      <HTMLSelect
        aria-label="Written as"
        title="Writes the circuit anew in another language"
        value={formatOf(language)}
        disabled={circuit === null || write.running}
        onChange={event => void write.run(event.currentTarget.value as ExportFormat)}
      >
        {language === null && <option value="">Language</option>}
        {WRITTEN.map(({ format, name }) => (
          <option key={format} value={format}>
            {name}
          </option>
        ))}
      </HTMLSelect>
      {write.error && written === circuit && <NotWritten problem={write.error} />}
    </>
  )
})

/** Shown below the buttons, across the panel, only while the circuit is the one that could not be written. */
const NotWritten = ({ problem }: { readonly problem: ApiProblem }) => (
  <div className="circuits-not-written">
    <ProblemMessage problem={problem} />
  </div>
)

/** Formats that this page can also read. */
const WRITTEN = EXPORTS.filter(({ format }) => format !== 'stim')

const formatOf = (language: string | null): ExportFormat | '' =>
  WRITTEN.find(({ name }) => language?.startsWith(name))?.format ?? ''

export const ExportButtons = memo(({ circuit }: CircuitProps) => {
  const { call } = useApi()
  const [written, setWritten] = useState(circuit)
  const write = useAction(async (format: ExportFormat, file: string) => {
    if (circuit === null) return
    setWritten(circuit)
    const type = format === 'json' ? 'application/json' : 'text/plain'
    save(file, textFile(await exportText(call, circuit, format), type))
  })
  return (
    <>
      <ButtonGroup size="small">
        {EXPORTS.map(({ format, name, file }) => (
          <Button
            key={format}
            icon={<Download />}
            text={name}
            title={`Download as ${name}`}
            disabled={circuit === null}
            onClick={() => void write.run(format, file)}
          />
        ))}
      </ButtonGroup>
      {write.error && written === circuit && <NotWritten problem={write.error} />}
    </>
  )
})
