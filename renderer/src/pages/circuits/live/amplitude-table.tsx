/** Amplitudes: a bar shows the probability, its colour and the hand beside it the phase, which is given in figures, too. */
import type { CircuitWire } from '../../../../../main/circuits/editing/document/model'
import { significant } from '../../../../../main/contract/numbers/number-text'
import { Empty } from '../../../components/messages/answer'
import { basisRows, complexText, degreesText, hueOf } from '../../../draw/circuit-state/figures'
import { BasisTable, RowLabel } from './basis-table'
import { qubitOrder } from './probability-table'
import type { AnsweredState } from './use-live-state'

interface Props {
  readonly state: AnsweredState
  readonly qubits: readonly CircuitWire[]
}

const COLUMNS = ['State', 'Phase and size', 'Amplitude', 'Size', 'Phase']
const DIAL = 9

export function AmplitudeTable({ state, qubits }: Props) {
  if (state.amplitudes === null)
    return (
      <Empty title="A mixture has no amplitudes">
        Pin outcomes above until one branch is left, or look at a moment before the measurement. What a reset found is
        not known, so that a mixture may stay.
      </Empty>
    )
  return (
    <BasisTable
      caption="Amplitudes of the basis states"
      columns={COLUMNS}
      rowsBy={byProbability => basisRows(state, byProbability)}
      about={`Qubits from left to right ${qubitOrder(state, qubits)}; the phase of the whole is that of the gates' matrices`}
      row={({ ket, probability, amplitude }) => (
        <>
          <RowLabel text={ket} />
          <td className="circuits-bar-cell" aria-hidden>
            <div className="circuits-phase">
              <PhaseDial degrees={amplitude!.degrees} />
              <div
                className="circuits-bar"
                style={{ width: `${100 * probability}%`, background: `hsl(${hueOf(amplitude!.degrees)} 65% 52%)` }}
              />
            </div>
          </td>
          <td className="pentad-number">{complexText(amplitude!.re, amplitude!.im)}</td>
          <td className="pentad-number">{significant(amplitude!.size)}</td>
          <td className="pentad-number">{degreesText(amplitude!.degrees)}</td>
        </>
      )}
    />
  )
}

/** A hand that points right at 0° and up at 90°. */
function PhaseDial({ degrees }: { readonly degrees: number }) {
  const radians = (degrees * Math.PI) / 180
  const length = DIAL - 2
  return (
    <svg
      width={2 * DIAL}
      height={2 * DIAL}
      viewBox={`${-DIAL} ${-DIAL} ${2 * DIAL} ${2 * DIAL}`}
      aria-hidden
      className="circuits-dial"
    >
      <circle r={DIAL - 1} />
      <line x1={0} y1={0} x2={length * Math.cos(radians)} y2={-length * Math.sin(radians)} />
    </svg>
  )
}
