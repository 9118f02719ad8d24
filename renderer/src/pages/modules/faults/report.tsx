/** Report of the enumeration of every single fault: verdict, counts by kind, failing faults, flag tables. */
import { Button, Callout } from '@blueprintjs/core'
import { Play } from '@blueprintjs/icons'
import type { FaultAt, FaultsReport } from '../../../../../main/contract/modules/faults'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SheetTable } from '../../../components/tables/sheet'
import { segmentText } from '../../../draw/fault-replay/frames'
import { count } from '../../../draw/format/quantity'

const KIND_TEXT: Record<FaultAt['kind'], string> = {
  gate: 'after a gate',
  idle: 'in an idle window',
  reset: 'failed reset',
  measure: 'wrong outcome',
  input: 'already on the data',
}

const verdictText = ({ cases, failures, protocol }: FaultsReport) => {
  const injected = `${count(cases)} single faults were injected`
  const end = protocol === 'detection' ? 'an accepted logical error' : 'a logical error'
  return failures === 0
    ? `Fault tolerant: ${injected}, none ends in ${end}.`
    : `Not fault tolerant: ${injected}, ${count(failures)} end in ${end}.`
}

export const FaultsReportVerdict = ({ report }: { readonly report: FaultsReport }) => (
  <div className="pentad-columns">
    <Callout compact intent={report.ft_preserved ? 'success' : 'danger'}>
      <h3>Verdict</h3>
      <p>{verdictText(report)}</p>
      <p className="pentad-quiet">
        Decoder {report.decoder}; schedule <code>{report.schedule_hash}</code>, calibration{' '}
        <code>{report.calibration_id}</code>
      </p>
    </Callout>
    <SheetTable
      caption="Faults by kind"
      table={{
        columns: ['Fault', 'Cases', 'Failures'],
        rows: report.by_kind.map(({ kind, cases, failures }) => [KIND_TEXT[kind], cases, failures]),
      }}
    />
  </div>
)

interface FailingProps {
  readonly report: FaultsReport
  readonly replay: (fault: FaultAt) => void
}

/** Every failing fault that was sent, each with its replay. */
export function FailingFaults({ report, replay }: FailingProps) {
  const { failing, failures } = report
  if (failing.length === 0) return null
  return (
    <details open>
      <summary>
        Failing faults (
        {failing.length === failures ? count(failures) : `the first ${count(failing.length)} of ${count(failures)}`})
      </summary>
      <ScrollRegion label="Failing faults" className="modules-failing">
        <HeadedTable columns={['Replay', 'Where', 'Kind', 'Fault', 'Result']}>
          {failing.map(({ fault, effect }) => (
            <tr key={`${fault.segment} ${fault.index} ${fault.pass} ${fault.kind} ${fault.op} ${fault.pauli}`}>
              <td>
                <Button
                  size="small"
                  icon={<Play />}
                  aria-label={`Replay ${fault.text}`}
                  onClick={() => replay(fault)}
                />
              </td>
              <td>
                {segmentText(fault.segment, fault.index)}
                {fault.pass !== undefined && `, pass ${fault.pass + 1}`}
              </td>
              <td>{KIND_TEXT[fault.kind]}</td>
              <td>{fault.text}</td>
              <td>{effect}</td>
            </tr>
          ))}
        </HeadedTable>
      </ScrollRegion>
    </details>
  )
}

/** The tables T_k in which the decoder looks up the error when the flag of generator k is raised. */
export const FlagTableSheets = ({ report }: { readonly report: FaultsReport }) =>
  report.tables.length > 0 && (
    <details>
      <summary>
        Flag tables: data errors that single faults leave when a flag is raised ({count(report.tables.length)} entries)
      </summary>
      <SheetTable
        caption="Flag tables"
        maxHeight={320}
        table={{
          columns: ['Generator', 'Syndrome', 'Error D0–D4', 'Left by the 16-entry lookup', 'Faults that leave it'],
          rows: report.tables.flatMap(({ generator, syndrome, candidates }) =>
            candidates.map(({ error, remains, faults }) => [`g${generator + 1}`, syndrome, error, remains, faults]),
          ),
        }}
      />
    </details>
  )
