/** The chiplets of a device by predicted Δ_round, to choose from. Disqualified ones are greyed, never hidden. */
import { Button } from '@blueprintjs/core'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import type { LogicalQubit, LogicalQubitList } from '../../../../../main/contract/modules/logical-qubits'
import { Panel } from '../../../components/layout/page'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { StatusTag } from '../../../components/values/tags-and-times'
import { faults, NO_VALUE } from '../../../draw/format/quantity'
import { againstFirst, worstPart } from '../../../draw/modules/delta-bars'
import { improvementText } from '../../../draw/modules/improvements'
import { ratioAgainstGate } from '../../../draw/modules/module-text'
import { vetoText } from '../../../draw/modules/veto-text'
import { DeltaBar, DeltaLegend } from './delta-bar'

interface Props {
  readonly list: LogicalQubitList
  readonly logical_id: string | null
  readonly choose: (logical_id: string) => void
}

const HEADINGS = ['Rank', 'Chiplet', 'Δ_round', 'Coherence']

const NUMERIC = ['Δ_round', 'Coherence']

export function RankingList({ list, logical_id, choose }: Props) {
  const modules = list.logical_qubits
  const full = Math.max(0, ...modules.map(each => each.module?.diagnostics.delta_round.total ?? 0))
  return (
    <Panel title="Chiplets by predicted Δ_round">
      <p className="pentad-quiet">
        Expected faults a syndrome round, predicted by <code>{list.noise_model_version}</code>.
      </p>
      <DeltaLegend />
      <ScrollRegion label="Ranking of chiplets" className="modules-ranking">
        <HeadedTable columns={HEADINGS} numeric={NUMERIC}>
          {modules.map(each => (
            <RankingRow
              key={each.logical_id}
              each={each}
              full={full}
              choose={choose}
              chosen={each.logical_id === logical_id}
            />
          ))}
        </HeadedTable>
      </ScrollRegion>
    </Panel>
  )
}

interface RankingRowProps {
  readonly each: LogicalQubit
  readonly full: number
  readonly chosen: boolean
  readonly choose: (logical_id: string) => void
}

function RankingRow({ each, full, chosen, choose }: RankingRowProps) {
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
      {each.module ? (
        <Judged module={each.module} full={full} />
      ) : (
        <td colSpan={HEADINGS.length - 2} className="modules-reason">
          <p title={each.reason ?? ''}>
            <StatusTag status={each.status} /> {each.reason}
          </p>
        </td>
      )}
    </tr>
  )
}

interface JudgedProps {
  readonly module: ResolvedModule
  readonly full: number
}

/** The cells of a chiplet that has a module. */
function Judged({ module, full }: JudgedProps) {
  const delta = module.diagnostics.delta_round
  return (
    <>
      <td className="pentad-number modules-delta">
        {faults(delta.total)}
        <DeltaBar delta={delta} full={full} />
      </td>
      <td className="pentad-number" data-passed={module.gate.passed}>
        {ratioAgainstGate(module)}
      </td>
    </>
  )
}

interface WhyProps {
  readonly each: LogicalQubit
  /** First of the ranking. */
  readonly first: LogicalQubit | null
}

/** Largest costs of the chiplet, why it is not first, what would change that, and its vetoes. */
export function WhyThisRank({ each, first }: WhyProps) {
  const best = first?.module?.diagnostics.delta_round ?? null
  const delta = each.module?.diagnostics.delta_round ?? null
  const worst = delta && worstPart(delta)
  return (
    <div className="pentad-stack">
      {worst && (
        <p>
          <strong>Costs most:</strong> {`${worst.where}: ${faults(worst.value)} (${worst.what})`}
        </p>
      )}
      {delta && best && best !== delta && (
        <p>
          <strong>Against the first of the ranking:</strong> {againstFirst(delta, best) || 'equal'}
        </p>
      )}
      {each.module && (
        <p>
          <strong>What would fix it:</strong> {improvementText(each.module, best)}
        </p>
      )}
      <Reasons each={each} />
    </div>
  )
}

/** Why a chiplet has no module; its vetoes are the evidence, folded. */
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
