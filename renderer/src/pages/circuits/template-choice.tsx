/** Templates that the service writes; the size of a template, or the module of a readout, is chosen first. */
import { Button, FormGroup, NumericInput } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { CircuitTemplate, TemplateId, TemplateText } from '../../../../main/contract/jobs/circuit-template'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { useFetched } from '../../api/use-fetch'
import { Choice } from '../../components/controls/choice'
import { ProblemMessage } from '../../components/messages/answer'
import { replacing } from './editor/state/circuit-draft'
import { type ModuleReadout, ModuleReadoutFields } from './module-readout-fields'
import { setOrigin } from './saved/open-circuit'
import { mayReplaceDraft } from './saved/unsaved-work'

const READOUT = 'module-readout'

export function TemplateChoice() {
  const { call } = useApi()
  const templates = useFetched(routes.listTemplates, {})
  const [chosen, setChosen] = useState('')
  const write = useAction(async (fetchText: () => Promise<TemplateText>) => {
    const replace = replacing()
    const { name, text } = await fetchText()
    replace(text)
    setOrigin({ name }, text)
    setChosen('')
  })
  /** The choice is not marked as loading while the dialog asks, as it would lose the focus. */
  const insert = async (fetchText: () => Promise<TemplateText>) => {
    if (await mayReplaceDraft()) await write.run(fetchText)
    else setChosen('')
  }
  const items = templates.data?.items ?? []
  const sized = items.find(({ template, qubits }) => template === chosen && qubits !== null)
  const ofTemplate = (template: TemplateId, qubits?: number) =>
    void insert(() =>
      call(routes.getTemplate, {
        params: { template },
        query: qubits === undefined ? {} : { qubits: String(qubits) },
      }),
    )
  const ofModule = ({ backend_id, logical_id, logical }: ModuleReadout) =>
    void insert(() => call(routes.readoutCircuit, { params: { backend_id, logical_id }, query: { logical } }))
  const choose = (id: string) => {
    const template = items.find(({ template }) => template === id)
    if (template && template.qubits === null) ofTemplate(template.template)
    else setChosen(id)
  }
  const problem = write.error ?? templates.error
  return (
    <>
      <Choice
        label="Template"
        none="Choose…"
        value={chosen}
        disabled={templates.data === undefined}
        options={[
          ...items.map(({ template, name, qubits }): [string, string] => [template, qubits ? `${name}…` : name]),
          [READOUT, 'Readout of a module…'],
        ]}
        choose={choose}
      />
      {sized && <SizeField template={sized} running={write.running} insert={ofTemplate} />}
      {chosen === READOUT && <ModuleReadoutFields running={write.running} insert={ofModule} />}
      {problem && <ProblemMessage problem={problem} />}
    </>
  )
}

interface SizeProps {
  readonly template: CircuitTemplate
  readonly running: boolean
  readonly insert: (template: TemplateId, qubits: number) => void
}

function SizeField({ template: { template, qubits }, running, insert }: SizeProps) {
  const id = useId()
  const { min, max, default: first } = qubits!
  const [size, setSize] = useState(first)
  const isFit = Number.isInteger(size) && size >= min && size <= max
  return (
    <>
      <FormGroup
        label="Qubits"
        labelFor={id}
        inline
        intent={isFit ? 'none' : 'danger'}
        helperText={isFit ? null : `${min} to ${max}`}
      >
        <NumericInput
          id={id}
          size="small"
          min={min}
          max={max}
          clampValueOnBlur
          defaultValue={first}
          onValueChange={setSize}
        />
      </FormGroup>
      <Button size="small" text="Insert" disabled={!isFit} loading={running} onClick={() => insert(template, size)} />
    </>
  )
}
