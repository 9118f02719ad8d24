/** Probabilities of the basis states as bars in a table; rows out of view are left out. */
import type { CircuitWire } from '../../../../../main/circuits/editing/document/model'
import { basisRows } from '../../../draw/circuit-state/figures'
import { countWithNoun, percent } from '../../../draw/format/quantity'
import { BasisTable, RowLabel } from './basis-table'
import type { AnsweredState } from './use-live-state'

interface Props {
  readonly state: AnsweredState
  readonly qubits: readonly CircuitWire[]
}

export const ProbabilityTable = ({ state, qubits }: Props) => (
  <BasisTable
    caption="Probabilities of the basis states"
    columns={['State', '', 'Probability']}
    rowsBy={byProbability => basisRows(state, byProbability)}
    about={`${countWithNoun(state.qubits.length, 'qubit')}, from left to right ${qubitOrder(state, qubits)}`}
    row={({ ket, probability }) => (
      <>
        <RowLabel text={ket} />
        <td className="circuits-bar-cell" aria-hidden>
          <div className="circuits-bar" style={{ width: `${100 * probability}%` }} />
        </td>
        <td className="pentad-number">{percent(probability)}</td>
      </>
    )}
  />
)

/** The highest qubit stands on the left of a basis state. */
export const qubitOrder = ({ qubits: shown }: Pick<AnsweredState, 'qubits'>, wires: readonly CircuitWire[]): string =>
  shown
    .map(qubit => wires[qubit]?.name ?? String(qubit))
    .reverse()
    .join(' ')
