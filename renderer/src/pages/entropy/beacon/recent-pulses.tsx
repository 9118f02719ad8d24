import { Link } from 'wouter'
import { routes } from '../../../../../main/contract/routes'
import { useFetchedAll } from '../../../api/use-fetch'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { pulseAddress, pulseStatusText, recentIndexes } from '../../../draw/entropy/pulse-text'
import { count } from '../../../draw/format/quantity'
import { utcSecond } from '../../../draw/format/time'

const MOST = 10

/** The newest pulses of the chain. */
export function RecentPulses({ chain, last }: { readonly chain: number; readonly last: number }) {
  const pulses = useFetchedAll(
    routes.getPulse,
    recentIndexes(last, MOST).map(pulse_index => ({ params: { pulse_index }, query: { chain } })),
  )
  return (
    <Panel title="Newest pulses">
      <Answer of={pulses} what="the newest pulses">
        {found => (
          <ScrollRegion label="Newest pulses, table">
            <HeadedTable
              columns={['Pulse', 'Time', 'Status', 'Output']}
              numeric={['Pulse']}
              caption="Newest pulses of the chain"
            >
              {found.map(({ pulse }) => (
                <tr key={pulse.pulseIndex}>
                  <td className="pentad-number">
                    <Link href={pulseAddress({ chain, index: pulse.pulseIndex })}>{count(pulse.pulseIndex)}</Link>
                  </td>
                  <td className="entropy-time">{utcSecond(pulse.timeStamp)}</td>
                  <td>{pulseStatusText(pulse)}</td>
                  <td className="entropy-hash" title={pulse.outputValue}>
                    {pulse.outputValue}
                  </td>
                </tr>
              ))}
            </HeadedTable>
          </ScrollRegion>
        )}
      </Answer>
    </Panel>
  )
}
