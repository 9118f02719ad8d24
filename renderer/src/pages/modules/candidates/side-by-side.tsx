/** A candidate on the chiplet, beside the first: sites and roles of both, and the sites whose role differs. */
import { useMemo } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import { labelsOf } from '../../../../../main/contract/model/qubit-labels'
import type { Candidate, ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { faults } from '../../../draw/format/quantity'
import { layoutText, movedRolesText, movedSites, pairSites } from '../../../draw/modules/candidate-comparison'
import { LayoutDrawing } from '../chiplet/layout-drawing'
import { RoleLegend } from '../chiplet/role-legend'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
  /** The candidate beside the first; null where the chiplet has no other. */
  readonly shown: Candidate | null
}

export function CandidatePair({ backend, module, shown }: Props) {
  const first = module.candidates[0]!
  const [around, beside] = useMemo(
    () => pairSites(backend, { of: module, first, other: shown ?? first }),
    [backend, module, first, shown],
  )
  return (
    <>
      <section className="modules-pair" aria-label="Candidates on the chiplet">
        <Drawn of={first} caption="the best" sites={around} backend={backend} first={first} />
        {shown && (
          <Drawn
            of={shown}
            caption={movedRolesText(shown, first, labelsOf(backend.qubits))}
            sites={beside}
            backend={backend}
            first={first}
          />
        )}
      </section>
      <RoleLegend>
        <li>Ringed: another role than in candidate 1. Wide line: a coupling that A can use</li>
      </RoleLegend>
    </>
  )
}

interface DrawnCandidateProps {
  readonly backend: Backend
  readonly sites: readonly number[]
  readonly of: Candidate
  readonly first: Candidate
  readonly caption: string
}

const Drawn = ({ backend, sites, of, first, caption }: DrawnCandidateProps) => (
  <LayoutDrawing
    backend={backend}
    sites={sites}
    layout={of}
    label={`Candidate ${of.rank} on the chiplet: ${layoutText(of, labelsOf(backend.qubits))}`}
    ringed={movedSites(of, first)}
  >
    <strong>{`Candidate ${of.rank}`}</strong>
    {of.pareto && ' ◆'}, Δ_round {faults(of.score)}: {caption}
  </LayoutDrawing>
)
