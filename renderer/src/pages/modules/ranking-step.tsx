/** Step 2: chiplets by predicted Δ_round. Disqualified ones are greyed, never hidden. */
import { Button } from '@blueprintjs/core'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { DeltaRound } from '../../../../main/contract/modules/diagnostics'
import type { LogicalQubit, LogicalQubitList } from '../../../../main/contract/modules/logical-qubits'
import { faults, NO_VALUE } from '../../draw/format/quantity'
import { againstFirst, worstPart } from '../../draw/modules/delta-bars'
import { improvementText } from '../../draw/modules/improvements'
import { ratioAgainstGate } from '../../draw/modules/text'
import { vetoText } from '../../draw/modules/veto-text'
import { Panel } from '../../show/page'
import { HeadedTable } from '../../show/tables/headed-table'
import { ScrollRegion } from '../../show/tables/scroll-region'
import { StatusTag } from '../../show/tags'
import { DeltaBar, DeltaLegend } from './delta-bar'

interface Props {
  readonly list: LogicalQubitList
  readonly logical_id: string | null
  readonly choose: (logical_id: string) => void
}

const HEADINGS = [
  'Rank',
  'Chiplet',
  'Status',
  'Δ_round',
  'Contributions',
  'Coherence, gate',
  'Costs most; why not first',
  'What would fix it; vetoes',
]

const NUMERIC = ['Δ_round', 'Coherence, gate']

export function RankingStep({ list, logical_id, choose }: Props) {
  const modules = list.logical_qubits
  const full = Math.max(0, ...modules.map(each => each.module?.diagnostics.delta_round.total ?? 0))
  const first = modules.find(each => each.rank === 1) ?? null
  return (
    <Panel
      title="2 · Rank chiplets by predicted Δ_round"
      tags={
        <span className="pentad-quiet">
          expected faults a syndrome round, predicted by <code>{list.noise_model_version}</code> from{' '}
          <code>{list.calibration_id}</code>
        </span>
      }
      actions={<DeltaLegend />}
    >
      <ScrollRegion label="Ranking of chiplets" className="modules-ranking">
        <HeadedTable columns={HEADINGS} numeric={NUMERIC}>
          {modules.map(each => (
            <RankingRow
              key={each.logical_id}
              {...{ each, first, full, choose }}
              chosen={each.logical_id === logical_id}
            />
          ))}
        </HeadedTable>
      </ScrollRegion>
    </Panel>
  )
}

interface RowProps {
  readonly each: LogicalQubit
  readonly first: LogicalQubit | null
  readonly full: number
  readonly chosen: boolean
  readonly choose: (logical_id: string) => void
}

function RankingRow({ each, first, full, chosen, choose }: RowProps) {
  const best = first?.module?.diagnostics.delta_round
  return (
    <tr data-usable={each.module !== null} {...(chosen && { 'data-open': true })}>
      <td>{each.rank ?? NO_VALUE}</td>
      <th scope="row">
        <Button
          size="small"
          text={each.chiplet}
          aria-label={`Choose chiplet ${each.chiplet}`}
          aria-pressed={chosen}
          active={chosen}
          onClick={() => choose(each.logical_id)}
        />
      </th>
      <td>
        <StatusTag status={each.status} />
      </td>
      {each.module ? (
        <Judged module={each.module} best={best ?? null} {...{ full, each }} />
      ) : (
        <td colSpan={HEADINGS.length - 3} className="modules-reason">
          <Reasons each={each} />
        </td>
      )}
    </tr>
  )
}

interface JudgedProps {
  readonly module: ResolvedModule
  readonly each: LogicalQubit
  /** Of the first of the ranking. */
  readonly best: DeltaRound | null
  readonly full: number
}

/** The cells of a chiplet that has a module. */
function Judged({ module, each, best, full }: JudgedProps) {
  const delta = module.diagnostics.delta_round
  const worst = worstPart(delta)
  return (
    <>
      <td className="pentad-number modules-delta">{faults(delta.total)}</td>
      <td>
        <DeltaBar delta={delta} full={full} />
      </td>
      <td className="pentad-number">{ratioAgainstGate(module)}</td>
      <td>
        {worst && <p>{`${worst.where}: ${faults(worst.value)} (${worst.what})`}</p>}
        {best && best !== delta && <p className="pentad-quiet">{againstFirst(delta, best) || 'equal'}</p>}
      </td>
      <td>
        <p>{improvementText(module, best)}</p>
        <Reasons each={each} />
      </td>
    </>
  )
}

/** The reason tells the story of a chiplet without a module; its vetoes are then the evidence, folded. */
function Reasons({ each }: { readonly each: LogicalQubit }) {
  const { vetoes, reason } = each
  return (
    <>
      {reason !== null && <p>{reason}</p>}
      {vetoes.length > 0 && (
        <details>
          <summary>{vetoes.length === 1 ? '1 vetoed part' : `${vetoes.length} vetoed parts`}</summary>
          {vetoes.map(veto => (
            <p key={`${veto.site} ${veto.figure}`}>{vetoText(veto)}</p>
          ))}
        </details>
      )}
    </>
  )
}
