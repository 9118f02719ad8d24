/** The layouts worth considering on this chiplet, as a table, with one of them drawn beside the first. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import { labelled } from '../../../../../main/contract/model/qubit-labels'
import type { Candidate, ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { logicalName, NO_DEMANDS, readLogicalName } from '../../../../../main/contract/modules/layout-demands'
import { DownloadButton } from '../../../components/controls/copy-download'
import { Panel } from '../../../components/layout/page'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { faults, NO_VALUE, nanoseconds } from '../../../draw/format/quantity'
import { candidatesCsv, candidatesJson } from '../../../draw/modules/candidate-export'
import { sitesOfCandidate } from '../../../draw/modules/demands'
import { candidateAgainstFirst, candidateGateText, searchText } from '../../../draw/modules/module-text'
import { spreadText } from '../../../draw/modules/stability-text'
import { addressOfModule } from '../../../draw/runs/experiment-steps'
import { CandidatePair } from './side-by-side'
import { useHoveredRow } from './use-hovered-row'
import './candidates.css'

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

interface Props {
  /** Undefined while it is fetched: the table is shown without it. */
  readonly backend: Backend | undefined
  readonly module: ResolvedModule
}

export function CandidatesStep({ backend, module }: Props) {
  const { pointed, of } = useHoveredRow()
  const [chosen, choose] = useState<number | null>(null)
  const others = module.candidates.slice(1)
  const byRank = (rank: number | null) => others.find(each => each.rank === rank)
  const shown = byRank(pointed) ?? byRank(chosen) ?? others[0] ?? null
  return (
    <Panel title="Recommended candidates" className="pentad-plain" actions={<Files module={module} />}>
      <details>
        <summary>What was searched, and what ◆ marks</summary>
        <p className="pentad-quiet">{searchText(module.search)}</p>
        <p className="pentad-quiet">{ON_FRONT}</p>
      </details>
      {backend && <CandidatePair backend={backend} module={module} shown={shown} />}
      <ScrollRegion label="Candidate layouts" className="modules-candidates">
        <HeadedTable columns={HEADINGS} numeric={NUMERIC}>
          {module.candidates.map(candidate => (
            <Row
              key={candidate.rank}
              candidate={candidate}
              module={module}
              choose={choose}
              pointing={of(candidate.rank)}
              shown={candidate === shown}
              chosen={candidate.rank === chosen}
            />
          ))}
        </HeadedTable>
      </ScrollRegion>
    </Panel>
  )
}

const ON_FRONT =
  '◆ on the Pareto front: no other one is at least as good in Δ_round, duration, SWAPs and 30-day stability (snapshots that veto a part of it, spread) and better in one of them.'

function Files({ module }: { readonly module: ResolvedModule }) {
  const name = `candidates-${module.backend_id}-${module.chiplet}`
  return (
    <ButtonGroup size="small">
      <DownloadButton label="CSV" fileName={`${name}.csv`} type="text/csv" content={() => candidatesCsv(module)} />
      <DownloadButton label="JSON" fileName={`${name}.json`} content={() => candidatesJson(module)} />
    </ButtonGroup>
  )
}

interface CandidateRowProps {
  readonly candidate: Candidate
  readonly module: ResolvedModule
  /** Whether it is drawn on the chiplet, beside the first. */
  readonly shown: boolean
  /** Whether it stays drawn when the pointer or the focus leaves. */
  readonly chosen: boolean
  /** Handlers that have it drawn while the pointer or the focus is on its row. */
  readonly pointing: object
  readonly choose: (rank: number) => void
}

/** What would make the candidate first; the service answers null where no single figure could. */
const fixOf = ({ rank, fix }: Candidate) => {
  if (rank === 1 || fix === undefined) return NO_VALUE
  return fix === null ? 'no single figure alone' : fix.message
}

function Row({ candidate, module, shown, chosen, pointing, choose }: CandidateRowProps) {
  const { candidates, gate, qubit_labels } = module
  const { rank } = candidate
  const at = (qubit: number) => labelled(qubit, qubit_labels)
  return (
    <tr data-usable={candidate.ft_preserved} {...(shown && { 'data-open': true })} {...pointing}>
      <th scope="row">
        {rank === 1 ? rank : <ShowButton rank={rank} chosen={chosen} choose={choose} />}
        {candidate.ft_preserved && <TakeLink candidate={candidate} module={module} />}
        {candidate.pareto && (
          <span role="img" aria-label="on the Pareto front">
            {' '}
            ◆
          </span>
        )}
      </th>
      <td>{Object.values(candidate.data_qubits).map(at).join(', ')}</td>
      <td title="ancilla, flag">
        {at(candidate.syndrome_ancilla)}, {at(candidate.flag_qubit)}
      </td>
      <td>{candidate.routing_qubits.map(at).join(', ') || 'none'}</td>
      <td className="pentad-number">{faults(candidate.score)}</td>
      <td className="pentad-number">{nanoseconds(candidate.round_duration_ns)}</td>
      <td className="pentad-number">{candidate.swap_count}</td>
      <td data-passed={candidate.gate_passed}>{candidateGateText(candidate, gate.limit)}</td>
      <td>{spreadText(candidate.stability_30d)}</td>
      <td>{candidate.ft_preserved ? 'yes' : 'no, disqualified'}</td>
      <td>{candidateAgainstFirst(candidate, candidates[0]!)}</td>
      <td>{fixOf(candidate)}</td>
    </tr>
  )
}

/** Link to the module on this candidate, which is proved and run as any other. */
const TakeLink = ({ candidate, module }: Pick<CandidateRowProps, 'candidate' | 'module'>) => {
  const { demands } = readLogicalName(module.logical_qubit) ?? { demands: NO_DEMANDS }
  const name = logicalName(module.chiplet, { ...demands, layout: sitesOfCandidate(candidate) })
  return (
    <>
      {' '}
      <Link href={addressOfModule(module.backend_id, name)} aria-label={`Take candidate ${candidate.rank}`}>
        take
      </Link>
    </>
  )
}

const ShowButton = ({
  rank,
  chosen,
  choose,
}: Pick<CandidateRowProps, 'chosen' | 'choose'> & { readonly rank: number }) => (
  <Button
    size="small"
    text={rank}
    aria-label={`Show candidate ${rank} on the chiplet`}
    aria-pressed={chosen}
    active={chosen}
    onClick={() => choose(rank)}
  />
)
