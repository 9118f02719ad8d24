/** Step 3: the layouts worth considering on this chiplet. */
import { HTMLTable } from '@blueprintjs/core'
import type { ResolvedModule } from '../../../../main/contract/modules'
import { searchWords } from '../../draw/module-words'
import { faults, nanoseconds } from '../../draw/quantity'
import { Panel } from '../../show/page'
import { ScrollRegion } from '../../show/scroll-region'

const HEADINGS = [
  'Rank',
  'Data D0–D4',
  'Ancilla A',
  'Flag F',
  'Routing',
  'Δ_round',
  'Round duration',
  'SWAPs',
  'Fault tolerant',
]
const NUMERIC = ['Δ_round', 'Round duration', 'SWAPs']

export const CandidatesStep = ({ module }: { readonly module: ResolvedModule }) => (
  <Panel title="3 · Recommended candidates" tags={<span className="pentad-quiet">{searchWords(module.search)}</span>}>
    <ScrollRegion label="Candidate layouts">
      <HTMLTable compact className="pentad-table">
        <thead>
          <tr>
            {HEADINGS.map(name => (
              <th key={name} scope="col" className={NUMERIC.includes(name) ? 'pentad-number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {module.candidates.map(candidate => (
            <tr key={candidate.rank} data-usable={candidate.ft_preserved}>
              <th scope="row">{candidate.rank}</th>
              <td>{Object.values(candidate.data_qubits).join(', ')}</td>
              <td>{candidate.syndrome_ancilla}</td>
              <td>{candidate.flag_qubit}</td>
              <td>{candidate.routing_qubits.join(', ') || 'none'}</td>
              <td className="pentad-number">{faults(candidate.score)}</td>
              <td className="pentad-number">{nanoseconds(candidate.round_duration_ns)}</td>
              <td className="pentad-number">{candidate.swap_count}</td>
              <td>{candidate.ft_preserved ? 'yes' : 'no, disqualified'}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </ScrollRegion>
  </Panel>
)
