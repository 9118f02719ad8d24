/** One instrument: what it is, its parameters as forms, console, log, and faults of its twin. */
import { Callout } from '@blueprintjs/core'
import { Link } from 'wouter'
import type { InstrumentDetail } from '../../../../../main/contract/instruments/instrument'
import { useInstrument, useIsOperator } from '../../../api/instruments/use-instruments'
import { PageLayout, Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { addressText, modelText, portText, safeStateText } from '../../../draw/instruments/state-text'
import { CommandLogView } from '../../../instruments/logs/command-log'
import { ExperimentLogView } from '../../../instruments/logs/experiment-log'
import { OpenAlarms } from '../../../instruments/safety/alarms'
import { LeaseView } from '../../../instruments/status/lease-view'
import { InstrumentStateTag, ProblemText } from '../../../instruments/status/state-tags'
import { InstrumentActions } from './instrument-actions'
import { ConsolePanel } from './instrument-console'
import { LeaseActions } from './lease'
import { ParametersPanel } from './parameters'
import { TwinFaultsPanel } from './twin-faults'

export function InstrumentPage({ instrument_id }: { readonly instrument_id: string }) {
  const instrument = useInstrument(instrument_id)
  const operator = useIsOperator() === true
  const known = instrument.data
  return (
    <PageLayout
      title={known?.label ?? instrument_id}
      about={<Link href="/instruments">All instruments</Link>}
      tags={
        known && (
          <>
            <code>{known.instrument_id}</code>
            <InstrumentStateTag state={known.state} />
            {known.simulated && <SimulatedTag />}
          </>
        )
      }
      actions={known && <InstrumentActions instrument={known} operator={operator} changed={instrument.reload} />}
    >
      <OpenAlarms />
      {instrument.removed ? (
        <Empty title="It was taken out of the lab profile">
          Undo, on the <Link href="/instruments">list of instruments</Link>, brings it back.
        </Empty>
      ) : (
        <Answer of={instrument} what="the instrument">
          {found => (
            <>
              {found.problem && (
                <Callout compact intent="warning">
                  <ProblemText problem={found.problem} />
                </Callout>
              )}
              <Panel
                title="Instrument"
                actions={operator && <LeaseActions instrument={found} changed={instrument.reload} />}
              >
                <Facts instrument={found} />
              </Panel>
              <ParametersPanel instrument={found} operator={operator} />
              {operator && <ConsolePanel instrument={found} />}
              {operator && found.address.kind === 'twin' && <TwinFaultsPanel instrument_id={found.instrument_id} />}
              <Panel title="Command log">
                <CommandLogView instrument_id={found.instrument_id} />
              </Panel>
              <Panel title="Experiment log">
                <ExperimentLogView instrument_id={found.instrument_id} />
              </Panel>
            </>
          )}
        </Answer>
      )}
    </PageLayout>
  )
}

const Facts = ({ instrument }: { readonly instrument: InstrumentDetail }) => {
  const { serial_number, expected_serial_number, firmware } = instrument
  const options = Object.entries(instrument.options)
  return (
    <div className="pentad-columns">
      <Sheet
        entries={[
          ['Model', modelText(instrument)],
          [
            'Serial number',
            serial_number ?? `none while it is not connected; expected: ${expected_serial_number ?? 'any'}`,
          ],
          ['Firmware', firmware ?? 'not reported'],
          ['Role', instrument.role.replaceAll('_', ' ')],
          ['Driver', instrument.driver],
          ['Manual', instrument.manual],
        ]}
      />
      <Sheet
        entries={[
          ['Where', portText(instrument)],
          ['Address', addressText(instrument.address)],
          ['Lease', <LeaseView key="lease" lease={instrument.lease} />],
          ['Safe state', safeStateText(instrument.safe_state)],
          ['Waiting requests', String(instrument.queued)],
          ['Errors found at connecting', instrument.found_errors.join('; ') || 'none'],
          ['Options', options.length === 0 ? null : options.map(([name, value]) => `${name} = ${value}`).join(', ')],
        ]}
      />
    </div>
  )
}
