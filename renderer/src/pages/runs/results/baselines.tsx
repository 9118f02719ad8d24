/** The physical baseline of every qubit of the chiplet; the best and the median are what the gain is measured against. */
import { Tag } from '@blueprintjs/core'
import { labelled } from '../../../../../main/contract/model/qubit-labels'
import type { RunRecord } from '../../../../../main/contract/runs/record'
import { Panel } from '../../../components/layout/page'
import { MethodNote } from '../../../components/messages/method-note'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { pooledAfter, recordedRounds } from '../../../draw/comparison/survival'
import { count, estimate, NO_VALUE } from '../../../draw/format/quantity'

type BaselineRecord = RunRecord['comparison']['physical'][number]

export function Baselines({ record }: { readonly record: RunRecord }) {
  const { physical, best, median, selection } = record.comparison
  const lengths = recordedRounds(record)
  const rank = (baseline: BaselineRecord) => baseline.fit?.error_per_round.value ?? Number.POSITIVE_INFINITY
  const rows = [...physical].sort((a, b) => rank(a) - rank(b))
  return (
    <Panel title="Physical baselines" tags={record.simulated && <SimulatedTag />}>
      {best && (
        <p>
          <strong>Best: qubit {labelled(best.qubit, record.qubit_labels)}</strong>
          {selection && `, chosen on ${count(selection.pilot_shots)} pilot shots of each state and number of rounds`}.
        </p>
      )}
      <ScrollRegion label="Baselines of every qubit" className="runs-baselines">
        <HeadedTable
          columns={['Qubit', 'Role', 'Note', 'Error per round', ...lengths.map(rounds => `Error after R = ${rounds}`)]}
        >
          {rows.map(baseline => (
            <BaselineRow
              key={baseline.qubit}
              name={labelled(baseline.qubit, record.qubit_labels)}
              baseline={baseline}
              rounds={lengths}
              marks={[
                ...(baseline.qubit === best?.qubit ? ['best'] : []),
                ...(baseline.qubit === median?.qubit ? ['median'] : []),
              ]}
            />
          ))}
        </HeadedTable>
      </ScrollRegion>
      <MethodNote about="the baselines">
        {record.physical_baseline_definition} Errors after R rounds are pooled over the states, with 95 % Wilson
        intervals. R = 0 is preparation and readout alone. {selection?.text}
      </MethodNote>
    </Panel>
  )
}

interface BaselineRowProps {
  /** Index with the vendor's label. */
  readonly name: string
  readonly baseline: BaselineRecord
  readonly rounds: readonly number[]
  readonly marks: readonly string[]
}

const BaselineRow = ({ name, baseline, rounds, marks }: BaselineRowProps) => (
  <tr data-usable={baseline.skipped === null}>
    <th scope="row">{name}</th>
    <td>{baseline.role}</td>
    <td className="runs-note">
      <span className="pentad-row">
        {marks.map(mark => (
          <Tag key={mark} minimal intent="primary">
            {mark}
          </Tag>
        ))}
        {baseline.skipped}
      </span>
    </td>
    <td>{baseline.fit ? estimate(baseline.fit.error_per_round) : NO_VALUE}</td>
    {rounds.map(length => (
      <td key={length}>{afterRounds(baseline, length)}</td>
    ))}
  </tr>
)

/** Error after so many rounds, pooled over the states that the baseline was measured in. */
function afterRounds({ points }: BaselineRecord, rounds: number): string {
  const pooled = pooledAfter(points, rounds)
  return pooled === null ? NO_VALUE : estimate(pooled)
}
