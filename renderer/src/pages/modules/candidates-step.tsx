/** Step 3: the layouts worth considering on this chiplet. */
import type { Candidate, ResolvedModule } from '../../../../main/contract/modules'
import { candidateAgainstFirst, candidateGateWords, searchWords, spreadWords } from '../../draw/module-words'
import { ABSENT, faults, nanoseconds } from '../../draw/quantity'
import { HeadedTable } from '../../show/headed-table'
import { Panel } from '../../show/page'
import { ScrollRegion } from '../../show/scroll-region'

const HEADINGS = [
  'Rank',
  'Data D0–D4',
  'A, F',
  'Routing',
  'Δ_round',
  'Round duration',
  'SWAPs',
  'Coherence ratio',
  '30-day spread of Δ_round',
  'Fault tolerant',
  'Why not first',
  'What would make it first',
]
const NUMERIC = ['Δ_round', 'Round duration', 'SWAPs']

export const CandidatesStep = ({ module }: { readonly module: ResolvedModule }) => (
  <Panel title="3 · Recommended candidates" tags={<OnFront />}>
    <p className="pentad-quiet">{searchWords(module.search)}</p>
    <Candidates {...module} />
  </Panel>
)

/** Null is the service's answer that no single figure could. */
const fixOf = ({ rank, fix }: Candidate) => {
  if (rank === 1 || fix === undefined) return ABSENT
  return fix === null ? 'no single figure alone' : fix.message
}

const OnFront = () => (
  <span className="pentad-quiet">
    ◆ on the Pareto front: no other one is at least as good in Δ_round, duration, SWAPs and 30-day stability (snapshots
    that veto a part of it, spread) and better in one of them
  </span>
)

const Candidates = ({ candidates, gate }: Pick<ResolvedModule, 'candidates' | 'gate'>) => (
  <ScrollRegion label="Candidate layouts" className="modules-candidates">
    <HeadedTable columns={HEADINGS} numeric={NUMERIC}>
      {candidates.map(candidate => (
        <tr key={candidate.rank} data-usable={candidate.ft_preserved}>
          <th scope="row">
            {candidate.rank}
            {candidate.pareto && (
              <span role="img" aria-label="on the Pareto front">
                {' '}
                ◆
              </span>
            )}
          </th>
          <td>{Object.values(candidate.data_qubits).join(', ')}</td>
          <td title="ancilla, flag">
            {candidate.syndrome_ancilla}, {candidate.flag_qubit}
          </td>
          <td>{candidate.routing_qubits.join(', ') || 'none'}</td>
          <td className="pentad-number">{faults(candidate.score)}</td>
          <td className="pentad-number">{nanoseconds(candidate.round_duration_ns)}</td>
          <td className="pentad-number">{candidate.swap_count}</td>
          <td data-passed={candidate.gate_passed}>{candidateGateWords(candidate, gate.limit)}</td>
          <td>{spreadWords(candidate.stability_30d)}</td>
          <td>{candidate.ft_preserved ? 'yes' : 'no, disqualified'}</td>
          <td>{candidateAgainstFirst(candidate, candidates[0]!)}</td>
          <td>{fixOf(candidate)}</td>
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)
