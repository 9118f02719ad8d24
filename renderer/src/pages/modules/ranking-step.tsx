/** Step 2: chiplets by predicted Δ_round. Disqualified ones are greyed, never hidden. */
import { Button, HTMLTable } from '@blueprintjs/core'
import type { LogicalQubit, LogicalQubitList } from '../../../../main/contract/modules'
import { againstFirst, worstPart } from '../../draw/delta-bars'
import { ratioAgainstGate, vetoWords } from '../../draw/module-words'
import { ABSENT, faults } from '../../draw/quantity'
import { Panel } from '../../show/page'
import { ScrollRegion } from '../../show/scroll-region'
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
  'Coherence ratio, gate',
  'Costs most; against the first',
  'Vetoes and reasons',
]

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
        <HTMLTable compact className="pentad-table">
          <thead>
            <tr>
              {HEADINGS.map(name => (
                <th
                  key={name}
                  scope="col"
                  className={name === 'Δ_round' || name === 'Coherence ratio, gate' ? 'pentad-number' : undefined}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {modules.map(each => (
              <RankingRow
                key={each.logical_id}
                {...{ each, first, full, choose }}
                chosen={each.logical_id === logical_id}
              />
            ))}
          </tbody>
        </HTMLTable>
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
  const delta = each.module?.diagnostics.delta_round
  const worst = delta && worstPart(delta)
  const best = first?.module?.diagnostics.delta_round
  return (
    <tr data-usable={each.module !== null} {...(chosen && { 'data-open': true })}>
      <td>{each.rank ?? ABSENT}</td>
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
      <td className="pentad-number modules-delta">{faults(delta?.total ?? null)}</td>
      <td>{delta && <DeltaBar delta={delta} full={full} />}</td>
      <td className="pentad-number">{each.module ? ratioAgainstGate(each.module) : ABSENT}</td>
      <td>
        {worst && <p>{`${worst.where}: ${faults(worst.value)} (${worst.what})`}</p>}
        {delta && best && each !== first && <p className="pentad-quiet">{againstFirst(delta, best) || 'equal'}</p>}
      </td>
      <td>
        <Reasons each={each} />
      </td>
    </tr>
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
            <p key={`${veto.site} ${veto.figure}`}>{vetoWords(veto)}</p>
          ))}
        </details>
      )}
    </>
  )
}
