/** Report of the safe-state button, one row per instrument. */
import { Callout } from '@blueprintjs/core'
import type { SafeStateReply } from '../../../../main/contract/instruments/limits'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { SimulatedTag } from '../../components/values/tags-and-times'
import { countWithNoun } from '../../draw/format/quantity'
import { utcSecond } from '../../draw/format/time'
import { safeValues } from '../../draw/instruments/state-text'
import { OutcomeTag, ProblemText } from '../status/state-tags'

export function SafeReport({ report }: { readonly report: SafeStateReply }) {
  const unreachable = report.items.filter(({ outcome }) => outcome === 'unreachable').length
  return (
    <>
      <Callout compact intent={unreachable > 0 ? 'danger' : 'success'} role="status">
        {unreachable > 0
          ? `${countWithNoun(unreachable, 'instrument')} could not be reached: check it at the rack.`
          : 'Every instrument that has a safe state is in it, by what it says itself.'}{' '}
        {report.ended.length > 0 && `Leases ended: ${report.ended.join(', ')}. `}
        {utcSecond(report.at)}
      </Callout>
      <ScrollRegion label="Report of the safe state" maxHeight={360}>
        <HeadedTable
          caption="Report of the safe state"
          className="machine-safe-report"
          columns={['Instrument', 'Outcome', 'Values']}
        >
          {report.items.map(item => (
            <tr key={item.instrument_id}>
              <th scope="row">
                {item.label} {item.simulated && <SimulatedTag />}
              </th>
              <td>
                <OutcomeTag outcome={item.outcome} />
              </td>
              <td>
                {safeValues(item)}
                {item.problem && (
                  <p>
                    <ProblemText problem={item.problem} />
                  </p>
                )}
              </td>
            </tr>
          ))}
        </HeadedTable>
      </ScrollRegion>
    </>
  )
}
