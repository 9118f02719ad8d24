/** Configured instruments: what each is, where, in which state, who holds it. */
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { InstrumentSummary } from '../../../../../main/contract/instruments/instrument'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { modelText, portText, SAFE_WORD, safeStateText } from '../../../draw/instruments/state-text'
import { LeaseView } from '../../../instruments/status/lease-view'
import { InstrumentStateTag, ProblemText } from '../../../instruments/status/state-tags'

const COLUMNS = ['Instrument', 'State', 'Lease', 'Role', 'Model', 'Serial number', 'Where', 'Safe state']

export const InstrumentTable = ({ instruments }: { readonly instruments: readonly InstrumentSummary[] }) => (
  <ScrollRegion label="Configured instruments">
    <HeadedTable caption="Configured instruments" columns={COLUMNS} className="instruments-table">
      {instruments.map(each => (
        <Fragment key={each.instrument_id}>
          <InstrumentRow instrument={each} />
          {each.problem && (
            <tr>
              <td colSpan={COLUMNS.length} className="instruments-problem">
                <ProblemText problem={each.problem} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </HeadedTable>
  </ScrollRegion>
)

const InstrumentRow = ({ instrument }: { readonly instrument: InstrumentSummary }) => (
  <tr data-instrument={instrument.instrument_id}>
    <th scope="row">
      <Link href={`/instruments/${instrument.instrument_id}`}>{instrument.label}</Link>
      <span className="pentad-quiet instruments-under">{instrument.instrument_id}</span>
    </th>
    <td>
      <span className="pentad-row">
        <InstrumentStateTag state={instrument.state} />
        {instrument.simulated && <SimulatedTag />}
      </span>
    </td>
    <td>
      <LeaseView lease={instrument.lease} />
    </td>
    <td>{instrument.role.replaceAll('_', ' ')}</td>
    <td>
      {modelText(instrument)}
      <span className="pentad-quiet instruments-under">{instrument.driver}</span>
    </td>
    <td className="pentad-mono">
      {instrument.serial_number ?? instrument.expected_serial_number ?? 'any'}
      <span className="pentad-quiet instruments-under">{instrument.firmware && `firmware ${instrument.firmware}`}</span>
    </td>
    <td className="pentad-mono">{portText(instrument)}</td>
    <td title={safeStateText(instrument.safe_state)}>{SAFE_WORD[instrument.safe_state.status]}</td>
  </tr>
)
