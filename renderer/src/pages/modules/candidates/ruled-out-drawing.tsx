/** A layout that vetoes rule out, on the chiplet: beside the first candidate where the chiplet has one. */
import { useMemo } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import type { Candidate, DisqualifiedLayout, LogicalQubit } from '../../../../../main/contract/modules'
import { layoutWords, movedSites, movedWords, pairSites } from '../../../draw/modules/candidate-comparison'
import { ruledOutScore } from '../../../draw/modules/text'
import { faults } from '../../../draw/format/quantity'
import { LayoutDrawing } from '../chiplet/layout-drawing'
import { RoleLegend } from '../chiplet/role-legend'

interface Props {
  readonly backend: Backend
  readonly qubit: LogicalQubit
  readonly first: Candidate | undefined
  /** From 1, as in the table. */
  readonly number: number
  readonly shown: DisqualifiedLayout
}

export function RuledOutDrawing({ backend, qubit, first, number, shown }: Props) {
  const [around, beside] = useMemo(
    () => pairSites(backend, qubit, first ?? shown, shown),
    [backend, qubit, first, shown],
  )
  const crossed = useMemo(() => new Set(qubit.vetoes.map(({ site }) => site)), [qubit])
  return (
    <>
      <section className="modules-pair" aria-label="Ruled-out layout on the chiplet">
        <LayoutDrawing
          {...{ backend, crossed }}
          sites={beside}
          layout={shown}
          label={`Ruled-out layout ${number} on the chiplet: ${layoutWords(shown)}; vetoed ${partsOf(shown)}`}
          {...(first && { ringed: movedSites(shown, first) })}
        >
          <strong>{`Layout ${number}`}</strong>, Δ_round {ruledOutScore(shown)}
          {first && `: ${movedWords(shown, first)}`}; vetoed {partsOf(shown)}
        </LayoutDrawing>
        {first && (
          <LayoutDrawing
            {...{ backend, crossed }}
            sites={around}
            layout={first}
            label={`The first candidate on the chiplet: ${layoutWords(first)}`}
          >
            <strong>Candidate 1</strong>, Δ_round {faults(first.score)}: the first that nothing rules out
          </LayoutDrawing>
        )}
      </section>
      <RoleLegend>
        <li>✕: vetoed. Wide line: a coupling that A can use{first && '. Ringed: another role than in the first'}</li>
      </RoleLegend>
    </>
  )
}

/** `qubit 17, edge 8–17`: each part once. */
const partsOf = ({ vetoes }: DisqualifiedLayout) =>
  [...new Set(vetoes.map(({ site }) => site.replace(':', ' ').replace('-', '–')))].join(', ')
