/** Improvements of a module: the halved errors with the largest effect, and the requirement of the gate. */
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import type { DeltaRound } from '../../../../../main/contract/modules/diagnostics'
import { SheetTable } from '../../../components/tables/sheet'
import { count, faults, percent } from '../../../draw/format/quantity'
import { bestImprovements, fixesToBeFirst, gateImprovement } from '../../../draw/modules/improvements'

interface Props {
  readonly module: ResolvedModule
  /** Δ_round of the first of the ranking; null where this module is the first. */
  readonly first: DeltaRound | null
}

const SHOWN = 8

export function ImprovementsSheet({ module, first }: Props) {
  const delta = module.diagnostics.delta_round
  const gate = gateImprovement(module)
  const needed = first && fixesToBeFirst(delta, first)
  return (
    <div className="pentad-stack">
      {gate !== null && <p>{gate}</p>}
      {(module.fixes ?? []).map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {first && (
        <p>
          {needed === null
            ? `Halving all of its errors would not make up the ${faults(delta.total - first.total)} to the first of the ranking.`
            : `${needed!.length === 1 ? 'The first line alone' : `The first ${count(needed!.length)} lines together`} would make it the first of the ranking.`}
        </p>
      )}
      <SheetTable
        caption="What would lower Δ_round most"
        table={{
          columns: ['Where', 'Halve its error', 'Saves (faults a round)', 'Of Δ_round'],
          rows: bestImprovements(delta, Math.max(SHOWN, needed?.length ?? 0)).map(({ where, what, saves }) => [
            where,
            what,
            faults(saves),
            percent(saves / delta.total),
          ]),
        }}
      />
    </div>
  )
}
