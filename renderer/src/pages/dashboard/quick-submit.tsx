/** A template to a backend of choice: the shortest way to see the service work. */
import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import type { CircuitTemplate, TemplateId } from '../../../../main/contract/jobs/circuit-template'
import { routes } from '../../../../main/contract/routes'
import { type Fetched, useFetched } from '../../api/use-fetch'
import { Panel } from '../../components/layout/page'
import { Answer, Empty, ProblemMessage } from '../../components/messages/answer'
import { FIRST_FIELDS } from '../../job-form/fields/submit-fields'
import { SubmitForm } from '../../job-form/submit-form'

interface QuickSubmitProps {
  readonly backends: Fetched<{ readonly items: readonly BackendSummary[] }>
  readonly submitted: () => void
}

export function QuickSubmit({ backends, submitted }: QuickSubmitProps) {
  return (
    <Panel title="Quick submit" actions={<Link href="/circuits">Write a circuit</Link>}>
      <Answer of={backends} what="the backends">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No backend">The lab profile names no device.</Empty>
          ) : (
            <TemplateForm backends={items} submitted={submitted} />
          )
        }
      </Answer>
    </Panel>
  )
}

interface TemplateFormProps {
  readonly backends: readonly BackendSummary[]
  readonly submitted: () => void
}

function TemplateForm({ backends, submitted }: TemplateFormProps) {
  const [search] = useSearchParams()
  const templates = useFetched(routes.listTemplates, {})
  const choices = (templates.data?.items ?? []).flatMap(choicesOf)
  const [chosen, setChosen] = useState(0)
  const [fields, setFields] = useState({ ...FIRST_FIELDS, backend: search.get('backend') ?? '' })
  const { circuit, problem } = useTemplateCircuit(choices[chosen] ?? null)
  return (
    <>
      <FormGroup label="Circuit" labelFor="quick-circuit" helperText={choices[chosen]?.about} className="pentad-tight">
        <HTMLSelect
          id="quick-circuit"
          fill
          value={chosen}
          disabled={choices.length === 0}
          options={choices.map(({ name }, at) => ({ value: at, label: name }))}
          onChange={event => setChosen(Number(event.currentTarget.value))}
        />
      </FormGroup>
      {(templates.error ?? problem) && <ProblemMessage problem={(templates.error ?? problem)!} />}
      <SubmitForm
        backends={backends}
        circuit={circuit}
        fields={fields}
        change={setFields}
        focused={search.has('submit')}
        submitted={submitted}
      />
    </>
  )
}

interface SizedTemplate {
  readonly name: string
  readonly about: string
  readonly template: TemplateId
  /** null: the template has a size of its own. */
  readonly qubits: number | null
}

/** Most qubits offered here; larger sizes are offered on the page of circuits. */
const MAX_QUBITS = 5

function choicesOf({ template, name, about, qubits }: CircuitTemplate): SizedTemplate[] {
  if (qubits === null) return [{ name, about, template, qubits }]
  const sizes = Array.from({ length: Math.min(qubits.max, MAX_QUBITS) - qubits.min + 1 }, (_, at) => qubits.min + at)
  return sizes.map(size => ({ name: `${name} (${size} qubits)`, about, template, qubits: size }))
}

/** The circuit of a template as the service writes and reads it; null until it is there. */
function useTemplateCircuit(chosen: SizedTemplate | null) {
  const query = chosen?.qubits ? { qubits: String(chosen.qubits) } : {}
  const written = useFetched(routes.getTemplate, chosen && { params: { template: chosen.template }, query })
  const text = written.data?.text
  const parsed = useFetched(routes.parseCircuit, text === undefined ? null : { body: { text } })
  return { circuit: parsed.data?.circuit ?? null, problem: written.error ?? parsed.error }
}
