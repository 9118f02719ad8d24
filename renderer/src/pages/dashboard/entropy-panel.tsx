/** Random bytes at a glance: sources that serve, credits, the beacon. */
import { Link } from 'wouter'
import type { EntropySource } from '../../../../main/contract/entropy/source'
import { routes } from '../../../../main/contract/routes'
import { usePolled } from '../../api/use-fetch'
import { Panel } from '../../components/layout/page'
import { Answer } from '../../components/messages/answer'
import { KeyFigure, KeyFigureList } from '../../components/values/key-figure'
import { SimulatedTag } from '../../components/values/tags-and-times'
import { byteText, problemBesideState, sourceIntent, sourceStateText } from '../../draw/entropy/source-text'
import { amount, count } from '../../draw/format/quantity'
import { utcSecond } from '../../draw/format/time'
import { WordTag } from '../../instruments/status/state-tags'

const EVERY_MS = 10_000

/** Whether a source works; one that has not begun does, as it begins with the first draw. */
const isWell = ({ state, health }: EntropySource) =>
  state === 'enabled' && health !== 'latched' && health !== 'restarting'

export function EntropyPanel() {
  const sources = usePolled(routes.listSourceSummaries, {}, { every_ms: EVERY_MS })
  const account = usePolled(routes.getAccount, {}, { every_ms: EVERY_MS })
  const beacon = usePolled(routes.getBeacon, {}, { every_ms: EVERY_MS })
  const credits = account.data?.credits.available
  return (
    <Panel title="Entropy" actions={<Link href="/entropy">All sources</Link>}>
      <Answer of={sources} what="the sources of random bytes">
        {({ items }) => {
          const well = items.filter(isWell)
          const stored = items.reduce((sum, { available_bytes }) => sum + available_bytes, 0)
          return (
            <>
              <KeyFigureList>
                <KeyFigure
                  label="Working sources"
                  value={`${count(well.length)} of ${count(items.length)}`}
                  intent={well.length === items.length ? 'ok' : 'warn'}
                />
                <KeyFigure label="In store" value={byteText(stored)} note="of full entropy" />
                {credits !== undefined && <KeyFigure label="Credits" value={amount(credits)} note="256 bytes each" />}
                {beacon.data && (
                  <KeyFigure
                    label="Beacon"
                    value={beacon.data.last_pulse === null ? 'no pulse yet' : `pulse ${count(beacon.data.last_pulse)}`}
                    note={
                      beacon.data.last_time === null
                        ? 'the first comes a minute after the start'
                        : utcSecond(beacon.data.last_time)
                    }
                    {...(beacon.data.failing && { intent: 'bad' as const })}
                  />
                )}
              </KeyFigureList>
              <ul className="pentad-parts">
                {items.map(source => (
                  <li key={source.id}>
                    <WordTag word={sourceStateText(source)} intent={sourceIntent(source)} />
                    <Link href={`/entropy?source=${source.short_name}`}>{source.label}</Link>
                    <span className="pentad-quiet">
                      {source.simulated && <SimulatedTag />}{' '}
                      {problemBesideState(source) ?? byteText(source.available_bytes)}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </Answer>
    </Panel>
  )
}
