/** Why files were refused: the faults with their places, to be corrected together. */
import { Callout } from '@blueprintjs/core'
import type { Fault } from '../../../../../main/contract/model/errors'
import type { ApiProblem } from '../../../api/transport/problem'
import { ProblemMessage } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { count, countWithNoun } from '../../../draw/format/quantity'
import { takeFocus } from '../../../focus/take-focus'

export function FileProblem({ problem }: { readonly problem: ApiProblem }) {
  const { faults, details } = problem
  if (problem.code !== 'invalid_file' || faults.length === 0) return <ProblemMessage problem={problem} />
  const all = typeof details.fault_count === 'number' ? details.fault_count : faults.length
  return (
    <Callout intent="danger" className="pentad-problem" role="alert">
      <h3 tabIndex={-1} ref={takeFocus}>
        {countWithNoun(all, 'fault')} in the files
      </h3>
      <p>Nothing is stored. Correct {all === 1 ? 'it' : 'them'}, choose all the files again and check.</p>
      <ScrollRegion label="Faults" className="backends-faults">
        <HeadedTable columns={['Where', 'What is wrong']}>
          {faults.map((fault, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a refusal is never reordered, and two faults may read the same
            <tr key={at}>
              <th scope="row">
                {fault.file} <code>{placeText(fault)}</code>
              </th>
              <td>{fault.message}</td>
            </tr>
          ))}
        </HeadedTable>
      </ScrollRegion>
      {all > faults.length && (
        <p>
          The first {count(faults.length)} are listed; {count(all - faults.length)} more follow.
        </p>
      )}
    </Callout>
  )
}

const placeText = ({ line, column, pointer }: Fault): string =>
  line === undefined || column === undefined ? pointer || 'the whole file' : `line ${line}, column ${column}`
