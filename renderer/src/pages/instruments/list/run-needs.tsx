/** Preconditions of a run and limits of outputs, each with its last reading, and plots of the last hour. */
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { OutputLimitState, PreconditionState } from '../../../../../main/contract/instruments/limits'
import { routes } from '../../../../../main/contract/routes'
import { useRenewed } from '../../../api/instruments/use-instruments'
import { usePolled } from '../../../api/use-fetch'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { changesNeeds, limitText, outputLimitText, preconditionReading } from '../../../draw/instruments/state-text'
import { ReadingPlots } from '../../../instruments/status/readings'
import { WordTag } from '../../../instruments/status/state-tags'

const PLOTTED_EVERY_MS = 5_000

export function NeedsPanel() {
  const needs = useRenewed(routes.listPreconditions, {}, changesNeeds)
  return (
    <Panel title="What a run needs">
      <Answer of={needs} what="the preconditions">
        {({ items, outputs }) => (
          <>
            {items.length === 0 ? (
              <Empty title="No precondition">
                The lab profile asks for none: a run starts whatever thermometers and gauges say.
              </Empty>
            ) : (
              <NeedsTable needs={items} />
            )}
            {outputs.length > 0 && <OutputsTable outputs={outputs} />}
          </>
        )}
      </Answer>
    </Panel>
  )
}

const OutputsTable = ({ outputs }: { readonly outputs: readonly OutputLimitState[] }) => (
  <ScrollRegion label="Limits of outputs">
    <HeadedTable caption="Limits of outputs" columns={['Output', 'Must be', 'Is', 'State']}>
      {outputs.map(output => (
        <tr key={output.id}>
          <th scope="row">
            <Link href={`/instruments/${output.instrument}`}>{output.label}</Link>{' '}
            {output.simulated && <SimulatedTag />}
          </th>
          <td>{outputLimitText(output)}</td>
          <td>{preconditionReading(output, Date.now())}</td>
          <td>
            <WordTag word={output.status} intent={OUTPUT_INTENTS[output.status]} />
            {output.message !== null && <p>{output.message}</p>}
          </td>
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)

const OUTPUT_INTENTS = { ok: 'success', beyond: 'danger', not_read: 'none' } as const

const NeedsTable = ({ needs }: { readonly needs: readonly PreconditionState[] }) => (
  <ScrollRegion label="Preconditions">
    <HeadedTable caption="Preconditions" columns={['Reading', 'Must be', 'Is', 'State', 'Ends a run after']}>
      {needs.map(need => (
        <tr key={need.id}>
          <th scope="row">
            <Link href={`/instruments/${need.instrument}`}>{need.label}</Link> {need.simulated && <SimulatedTag />}
          </th>
          <td>{limitText(need)}</td>
          <td>{preconditionReading(need, Date.now())}</td>
          <td>
            <WordTag word={need.status} intent={need.status === 'met' ? 'success' : 'danger'} />
            {need.message !== null && <p>{need.message}</p>}
          </td>
          <td>{need.for_s === 0 ? 'at once' : `${need.for_s} s`}</td>
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)

export function ReadingsPanel() {
  const readings = usePolled(routes.listReadings, { query: { points: 300 } }, { every_ms: PLOTTED_EVERY_MS })
  /** Readings with a limit only: changes of outputs are in the experiment log. */
  const limited = useMemo(
    () => readings.data?.items.filter(({ below, above }) => below !== null || above !== null),
    [readings.data],
  )
  return (
    <Panel title="Last hour">
      <Answer of={{ ...readings, data: limited }} what="the readings">
        {series => (
          <ReadingPlots
            series={series}
            fileName="readings"
            empty="Nothing with a limit was read within the last hour."
          />
        )}
      </Answer>
    </Panel>
  )
}
