/** The instruments of a run before it starts: link, lease, and preconditions that are not met. */
import { Callout } from '@blueprintjs/core'
import { Link } from 'wouter'
import { routes } from '../../../../../main/contract/routes'
import { useRenewed } from '../../../api/instruments/use-instruments'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { changesNeeds, linkText, metNeedsText, preconditionReading } from '../../../draw/instruments/state-text'
import { LeaseView } from '../../../instruments/status/lease-view'
import { InstrumentStateTag, ProblemText } from '../../../instruments/status/state-tags'

/** The sequencers of the backend, and what the lab still needs; nothing for a mock, which has none. */
export function InstrumentNeeds({ backend_id }: { readonly backend_id: string }) {
  const sequencers = useRenewed(routes.listSequencers, {}, ({ type }) => type === 'instrument')
  const own = sequencers.data?.items.filter(({ backend_ids }) => backend_ids.includes(backend_id)) ?? []
  if (own.length === 0) return null
  return (
    <Panel title="Instruments of this run">
      {own.map(sequencer => (
        <div key={sequencer.instrument_id} className="pentad-stack">
          <h3 className="pentad-row">
            <Link href={`/instruments/${sequencer.instrument_id}`}>{sequencer.label}</Link>
            <InstrumentStateTag state={sequencer.state} />
            {sequencer.simulated && <SimulatedTag />}
          </h3>
          {sequencer.problem && <ProblemText problem={sequencer.problem} />}
          <Sheet
            entries={[
              ['Link', linkText(sequencer)],
              ['Lease', <LeaseView key="lease" lease={sequencer.lease} />],
            ]}
          />
        </div>
      ))}
      <Unmet />
    </Panel>
  )
}

/** Preconditions and limits of outputs that are not met: until they are, a run refuses to start. */
function Unmet() {
  const needs = useRenewed(routes.listPreconditions, {}, changesNeeds)
  return (
    <Answer of={needs} what="the preconditions">
      {({ items, outputs }) => {
        const unmet = items.filter(({ status }) => status !== 'met')
        const beyond = outputs.filter(({ status }) => status === 'beyond')
        if (unmet.length === 0 && beyond.length === 0) return <p>{metNeedsText({ items, outputs })}</p>
        return (
          <Callout compact intent="warning">
            <p>The run starts only once these are met:</p>
            <ul className="pentad-list">
              {unmet.map(need => (
                <li key={need.id}>
                  {need.message ?? `${need.label}: ${need.status}`} (last: {preconditionReading(need, Date.now())})
                </li>
              ))}
              {beyond.map(({ id, message }) => (
                <li key={`output ${id}`}>{message}</li>
              ))}
            </ul>
          </Callout>
        )
      }}
    </Answer>
  )
}
