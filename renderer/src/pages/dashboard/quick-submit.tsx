/** A template to a backend of choice: the shortest way to see the service work. */
import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import type { Fetched } from '../../api/use-fetch'
import { TEMPLATES, templateNamed } from '../../draw/circuits/templates'
import { Panel } from '../../show/page'
import { Answer, Empty } from '../../show/states'
import { FIRST_FIELDS } from '../../submit/submit-fields'
import { SubmitForm } from '../../submit/submit-form'

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
  const [template, setTemplate] = useState(TEMPLATES[0]!.id)
  const [fields, setFields] = useState({ ...FIRST_FIELDS, backend: search.get('backend') ?? '' })
  const { about, circuit } = templateNamed(template)
  return (
    <>
      <FormGroup label="Circuit" labelFor="quick-circuit" helperText={about} className="pentad-tight">
        <HTMLSelect
          id="quick-circuit"
          fill
          value={template}
          options={TEMPLATES.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => setTemplate(event.currentTarget.value)}
        />
      </FormGroup>
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
