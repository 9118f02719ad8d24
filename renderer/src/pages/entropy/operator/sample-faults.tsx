/** Faults that the twin of a detector plays, so that it can be seen which test fires. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { SampleFault } from '../../../../../main/contract/entropy/sample-fault'
import type { SourceQuality } from '../../../../../main/contract/entropy/source'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { Field } from '../../../components/controls/field'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import {
  enteredSampleFault,
  SAMPLE_FAULT_KINDS,
  SAMPLE_FAULTS,
  type SampleFaultKind,
  sampleFaultText,
} from '../../../draw/entropy/sample-fault-form'

interface Props {
  readonly source: Pick<SourceQuality, 'short_name' | 'faults'>
  readonly changed: () => void
}

const KINDS = SAMPLE_FAULT_KINDS.map(kind => [kind, SAMPLE_FAULTS[kind].text] as const)

export function SampleFaultsPanel({ source: { short_name, faults }, changed }: Props) {
  const { call } = useApi()
  const send = useAction(async (next: readonly SampleFault[]) => {
    await call(routes.updateSource, { params: { id: short_name }, body: { faults: [...next] } })
    changed()
  })
  return (
    <Panel title={`Faults of the twin of ${short_name}`} tags={<SimulatedTag />}>
      {faults.length === 0 ? (
        <p role="status">No faults are injected.</p>
      ) : (
        <ul className="pentad-list" aria-label="Faults that it plays">
          {faults.map(fault => (
            <li key={JSON.stringify(fault)}>{sampleFaultText(fault)}</li>
          ))}
        </ul>
      )}
      <SampleFaultForm running={send.running} add={fault => void send.run([...faults, fault])} />
      <div className="pentad-row">
        <Button
          size="small"
          text="Clear all"
          disabled={faults.length === 0 || send.running}
          onClick={() => void send.run([])}
        />
      </div>
      {send.error && <ProblemMessage problem={send.error} />}
    </Panel>
  )
}

interface SampleFaultFormProps {
  readonly running: boolean
  readonly add: (fault: SampleFault) => void
}

function SampleFaultForm({ running, add }: SampleFaultFormProps) {
  const [kind, setKind] = useState<SampleFaultKind>('stuck')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const entered = enteredSampleFault(kind, typed)
  return (
    <form
      className="pentad-choices"
      onSubmit={event => {
        event.preventDefault()
        if ('fault' in entered) add(entered.fault)
      }}
    >
      <Choice
        label="Fault"
        value={kind}
        options={KINDS}
        choose={chosen => {
          setKind(chosen as SampleFaultKind)
          setTyped({})
        }}
      />
      {SAMPLE_FAULTS[kind].fields.map(([name, label, start]) => (
        <Field
          key={name}
          label={label}
          hint="counted from now on"
          value={typed[name] ?? start}
          fault={'wrong' in entered && entered.wrong === name ? 'out of range' : undefined}
          change={value => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <ActionButton type="submit" intent="primary" text="Add fault" disabled={'wrong' in entered} loading={running} />
    </form>
  )
}
