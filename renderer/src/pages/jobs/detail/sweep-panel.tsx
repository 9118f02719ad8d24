/** Results of a sweep: an event or a value in each row, and all of one row. */
import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { JobDetail } from '../../../../../main/contract/jobs/circuit-job'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { count } from '../../../draw/format/quantity'
import { parameterValuesText } from '../../../draw/jobs/sweep-charts'
import { EventPanel, ValuePanel } from './sweep-rows'

interface Props {
  readonly job: JobDetail
  readonly rows: number
  /** Shows the result of one row. */
  readonly found: (result: JobResult) => React.ReactNode
}

export function SweepPanel({ job, rows, found }: Props) {
  const { job_uuid, parameter_names, simulated, estimates } = job
  const shared = { job_uuid, names: parameter_names ?? [], rows, simulated }
  const [row, setRow] = useState('0')
  const id = useId()
  const chosen = /^\d{1,5}$/.test(row) && Number(row) < rows ? Number(row) : 0
  // The result of one row also tells how many bits an outcome has.
  const one = useFetched(routes.getJobResult, { params: { job_uuid }, query: { format: 'counts', row: chosen } })
  return (
    <Answer of={one} what="the counts of the row">
      {result => (
        <>
          {estimates !== null && <ValuePanel {...shared} />}
          {(estimates === null || estimates === 'mitigated_counts') && (
            <EventPanel {...shared} width={result.num_clbits} />
          )}
          <Panel title={`Row ${count(chosen)} of ${count(rows)}`} tags={simulated && <SimulatedTag />}>
            <FormGroup label={`Row, 0 to ${count(rows - 1)}`} labelFor={id} inline>
              <InputGroup id={id} inputMode="numeric" value={row} onValueChange={setRow} />
            </FormGroup>
            <p className="pentad-quiet">{parameterValuesText(result.parameters ?? {})}</p>
          </Panel>
          {found(result)}
        </>
      )}
    </Answer>
  )
}
