/** Sequencers: what each can hold, what its link costs, who holds it and who waits. */
import { Link } from 'wouter'
import type { Sequencer } from '../../../../../main/contract/instruments/lab'
import { routes } from '../../../../../main/contract/routes'
import { useRenewed } from '../../../api/instruments/use-instruments'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { count, nanoseconds } from '../../../draw/format/quantity'
import { linkText } from '../../../draw/instruments/state-text'
import { HolderNames } from '../../../instruments/status/lease-view'
import { InstrumentStateTag } from '../../../instruments/status/state-tags'

export function SequencersPanel() {
  const sequencers = useRenewed(
    routes.listSequencers,
    {},
    ({ type }) => type === 'instrument' || type === 'removed' || type === 'lab',
  )
  return (
    <Panel title="Sequencers">
      <Answer of={sequencers} what="the sequencers">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No sequencer">The lab profile names none: its live backends are offline.</Empty>
          ) : (
            <div className="pentad-columns">
              {items.map(each => (
                <SequencerFacts key={each.instrument_id} sequencer={each} />
              ))}
            </div>
          )
        }
      </Answer>
    </Panel>
  )
}

const SequencerFacts = ({ sequencer }: { readonly sequencer: Sequencer }) => {
  const { profile, lease } = sequencer
  return (
    <section aria-label={sequencer.label} className="pentad-stack">
      <h3 className="pentad-row">
        <Link href={`/instruments/${sequencer.instrument_id}`}>{sequencer.label}</Link>
        <InstrumentStateTag state={sequencer.state} />
        {sequencer.simulated && <SimulatedTag />}
      </h3>
      <Sheet
        entries={[
          ['Backends', sequencer.backend_ids.join(', ') || 'none'],
          [
            'Held by',
            lease.holder === null ? (
              'nobody'
            ) : (
              <HolderNames key="holder" holders={[lease.holder, ...lease.held_with]} />
            ),
          ],
          ['Queue', lease.queue.length === 0 ? 'empty' : <HolderNames key="queue" holders={lease.queue} />],
          ['Link', linkText(sequencer)],
          ['Profile', `${profile.profile_id}: ${profile.description}`],
          [
            'Limits',
            `${count(profile.instructions)} instructions (readout ${count(profile.readout_instructions)}), ${count(profile.bins)} bins, ${count(profile.registers)} registers`,
          ],
          ['Grid', nanoseconds(profile.grid_ns)],
          [
            'Feed-forward',
            profile.feedforward_latency_ns === null
              ? 'none: use a protocol without it'
              : `latency ${nanoseconds(profile.feedforward_latency_ns)}`,
          ],
          ['Time stamps', profile.timestamps === 'marks' ? 'of rounds, measured by the device' : 'none: compiled'],
        ]}
      />
    </section>
  )
}
