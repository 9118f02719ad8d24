/** A layout that vetoes rule out, on the chiplet: beside the first candidate where the chiplet has one. */
import { useMemo } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import { labelsOf, type QubitLabels } from '../../../../../main/contract/model/qubit-labels'
import type { Candidate, DisqualifiedLayout } from '../../../../../main/contract/modules/candidates'
import type { LogicalQubit } from '../../../../../main/contract/modules/logical-qubits'
import { faults } from '../../../draw/format/quantity'
import { layoutText, movedRolesText, movedSites, pairSites } from '../../../draw/modules/candidate-comparison'
import { placeText, ruledOutScore } from '../../../draw/modules/veto-text'
import { LayoutDrawing } from '../chiplet/layout-drawing'
import { RoleLegend } from '../chiplet/role-legend'

interface Props {
  readonly backend: Backend
  readonly qubit: LogicalQubit
  readonly first: Candidate | undefined
  /** Number of the layout in the table, from 1. */
  readonly number: number
  readonly shown: DisqualifiedLayout
}

export function RuledOutDrawing({ backend, qubit, first, number, shown }: Props) {
  const [around, beside] = useMemo(
    () => pairSites(backend, { of: qubit, first: first ?? shown, other: shown }),
    [backend, qubit, first, shown],
  )
  const labels = labelsOf(backend.qubits)
  const crossed = useMemo(() => new Set(qubit.vetoes.map(({ site }) => site)), [qubit])
  return (
    <>
      <section className="modules-pair" aria-label="Ruled-out layout on the chiplet">
        <LayoutDrawing
          backend={backend}
          crossed={crossed}
          sites={beside}
          layout={shown}
          label={`Ruled-out layout ${number} on the chiplet: ${layoutText(shown, labels)}; vetoed ${partsOf(shown, labels)}`}
          {...(first && { ringed: movedSites(shown, first) })}
        >
          <strong>{`Layout ${number}`}</strong>, Δ_round {ruledOutScore(shown)}
          {first && `: ${movedRolesText(shown, first, labels)}`}; vetoed {partsOf(shown, labels)}
        </LayoutDrawing>
        {first && (
          <LayoutDrawing
            backend={backend}
            crossed={crossed}
            sites={around}
            layout={first}
            label={`The first candidate on the chiplet: ${layoutText(first, labels)}`}
          >
            <strong>Candidate 1</strong>, Δ_round {faults(first.score)}: the best layout without a vetoed part
          </LayoutDrawing>
        )}
      </section>
      <RoleLegend>
        <li>✕: vetoed. Wide line: a coupling that A can use{first && '. Ringed: another role than in candidate 1'}</li>
      </RoleLegend>
    </>
  )
}

/** `qubit 17, edge 8-17`: each part once. */
const partsOf = ({ vetoes }: DisqualifiedLayout, labels: QubitLabels) =>
  [...new Set(vetoes.map(({ site }) => placeText(site, labels)))].join(', ')
