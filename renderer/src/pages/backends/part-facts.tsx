/** All figures of the qubit or coupling that is selected. */
import { useMemo } from 'react'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { labelled, labelledPair, labelsOf } from '../../../../main/contract/model/qubit-labels'
import { Sheet } from '../../components/tables/sheet'
import { chipletIdsByQubit, czsIn, edgeId, qubitId } from '../../draw/calibration/calibration-map'
import { edgeFacts, type Fact, qubitFacts } from '../../draw/calibration/facts'

interface Props {
  readonly backend: Backend
  readonly snapshot: CalibrationSnapshot
  readonly selected: string | null
}

export function PartFacts({ backend, snapshot, selected }: Props) {
  const part = useMemo(() => partOf(backend, snapshot, selected), [backend, snapshot, selected])
  return (
    <aside className="backends-part" aria-label="Selected part" aria-live="polite">
      <h3>{part?.title ?? 'Nothing selected'}</h3>
      {part ? (
        <Sheet entries={part.facts} />
      ) : (
        <p className="pentad-quiet">Select a qubit or a coupling on the map or in a table to see all its figures.</p>
      )}
    </aside>
  )
}

function partOf(
  backend: Backend,
  snapshot: CalibrationSnapshot,
  selected: string | null,
): { title: string; facts: Fact[] } | null {
  const labels = labelsOf(backend.qubits)
  const qubit = snapshot.qubits.find(each => qubitId(each.index) === selected)
  if (qubit) {
    const chiplet = chipletIdsByQubit(backend).get(qubit.index)
    return {
      title: `Qubit ${labelled(qubit.index, labels)}`,
      facts: [['Chiplet', chiplet ?? 'none'], ...qubitFacts(qubit)],
    }
  }
  const made = [...czsIn(snapshot).values()].find(({ edge }) => edgeId(edge.a, edge.b) === selected)
  if (made)
    return {
      title: `Coupling ${labelledPair(made.edge.a, made.edge.b, { labels, dash: '–' })}`,
      facts: edgeFacts(made),
    }
  if (selected === null) return null
  return { title: selected.slice(1), facts: [['State', 'This snapshot gives no figure for it.']] }
}
