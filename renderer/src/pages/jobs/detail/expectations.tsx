/** Expectation values with their errors, the groups that measured them, and counts whose readout was inverted. */
import { useMemo } from 'react'
import type { AppliedMitigation, ExpectationValue, MeasuredGroup } from '../../../../../main/contract/jobs/observables'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { significant } from '../../../../../main/contract/numbers/number-text'
import { Plot } from '../../../components/drawings/plot'
import { Panel } from '../../../components/layout/page'
import { HeadedTable } from '../../../components/tables/headed-table'
import { KEYBOARD_SCROLL } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import type { DataTable } from '../../../draw/charts/chart'
import { count, countWithNoun, percent } from '../../../draw/format/quantity'
import { expectationChart, groupTable, quasiTable, targetText } from '../../../draw/jobs/expectations'

interface ValuesProps {
  readonly result: JobResult
  readonly values: readonly ExpectationValue[]
}

export function ExpectationPanels({ result, values }: ValuesProps) {
  const { chart, table } = useMemo(() => expectationChart(values), [values])
  const groups = useMemo(() => groupTable(result.groups ?? []), [result])
  const tags = result.simulated && <SimulatedTag />
  return (
    <>
      <Panel title="Expectation values" tags={tags}>
        <p className="pentad-quiet">{summaryText(result, values)}</p>
        <PlainTable label="Expectation values" table={table} />
        {result.mitigation && <p className="pentad-quiet">{mitigationText(result.mitigation)}</p>}
        {result.target && <p className="pentad-quiet">{targetText(result.target)}</p>}
      </Panel>
      <Panel title="Values with their intervals" tags={tags}>
        <Plot
          label="Expectation values with 95 % intervals"
          chart={chart}
          table={table}
          simulated={result.simulated}
          fileName={`job-${result.job_uuid}-values`}
        />
      </Panel>
      {groups.rows.length > 0 && (
        <Panel title="Groups">
          <p className="pentad-quiet">{groupsText(result.groups ?? [])}</p>
          <PlainTable label="Groups" table={groups} />
        </Panel>
      )}
    </>
  )
}

export function MitigatedCountsPanel({ result }: { readonly result: JobResult }) {
  const { mitigated_counts: mitigated, mitigation } = result
  if (!mitigated) return null
  return (
    <Panel title="Mitigated counts" tags={result.simulated && <SimulatedTag />}>
      <p className="pentad-quiet">
        Quasi-probabilities of the measured bits with the readout inverted; they may lie below 0 or above 1.
        {mitigated.variance_factor !== null &&
          ` Their variance is ${significant(mitigated.variance_factor)} times that of the counts.`}
        {mitigation && ` ${mitigationText(mitigation)}`}
      </p>
      <PlainTable label="Mitigated counts" table={quasiTable(mitigated)} />
    </Panel>
  )
}

function summaryText(result: JobResult, [first]: readonly ExpectationValue[]): string {
  const { shots, overhead_shots, unfinished_shots = 0, unfinished_probability: unfinished = 0 } = result
  if (first?.label === 'exact') {
    const ended =
      unfinished > 0
        ? ` A loop is left at its bound with a probability of ${percent(unfinished)}; the values are of all other shots.`
        : ''
    return `Calculated, not sampled: these are values of the simulated state, without readout errors.${ended}`
  }
  const overhead = overhead_shots === 0 ? '' : ` and ${countWithNoun(overhead_shots, 'shot')} ${overheadText(result)}`
  const left =
    unfinished_shots > 0
      ? ` ${countWithNoun(unfinished_shots, 'shot')} left out: a loop had not ended when it reached its bound.`
      : ''
  return `From ${countWithNoun(shots, 'shot')}${overhead}.${left} Intervals at 95 %: ${first?.method ?? ''}.`
}

/** Text on the shots that are not part of the values. */
const overheadText = ({ groups = [], mitigation }: JobResult): string =>
  [
    ...(groups.some(({ pilot_shots }) => pilot_shots > 0) ? ['of the pilot'] : []),
    ...(mitigation && mitigation.shots > 0 ? ['of the readout'] : []),
  ].join(' and ') || 'beside them'

const mitigationText = ({ readout, shots, qubits }: AppliedMitigation): string =>
  readout === 'published'
    ? `The readout of ${countWithNoun(qubits.length, 'qubit')} is inverted by the published fidelities, which are taken as exact.`
    : `The readout of ${countWithNoun(qubits.length, 'qubit')} was measured in ${countWithNoun(shots, 'shot')} of the job; its error is in the intervals.`

const groupsText = (groups: readonly MeasuredGroup[]): string =>
  `${countWithNoun(groups.length, 'circuit')}; shots are shared by the deviations that the pilot found, and the pilot is in no value.`

/** A table whose rows differ in their first cell, which is their key. */
function PlainTable({ label, table: { columns, rows } }: { readonly label: string; readonly table: DataTable }) {
  return (
    <section className="pentad-scroll pentad-values" aria-label={label} {...KEYBOARD_SCROLL}>
      <HeadedTable columns={columns}>
        {rows.map(row => (
          <tr key={row[0]}>
            {row.map((cell, column) => (
              <td key={columns[column]} className={typeof cell === 'number' ? 'pentad-number' : 'pentad-mono'}>
                {typeof cell === 'number' ? count(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </HeadedTable>
    </section>
  )
}
