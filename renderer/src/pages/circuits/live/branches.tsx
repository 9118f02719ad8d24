/** What the measurements give, and which outcome is followed: all of them, or one. */
import { SegmentedControl } from '@blueprintjs/core'
import type { CircuitWire } from '../../../../../main/circuits/editing/document/model'
import type { MeasuredQubit } from '../../../../../main/contract/jobs/circuit-state'
import { countWithNoun, percent } from '../../../draw/format/quantity'
import type { AnsweredState, LiveState } from './use-live-state'

interface Props {
  readonly live: LiveState
  readonly state: AnsweredState
  readonly qubits: readonly CircuitWire[]
  readonly clbits: readonly CircuitWire[]
}

/** Measurements that offer a choice; further ones are followed with all their outcomes. */
const MAX_CHOOSERS = 24
const ALL = 'all'
const SURE = 1e-9
/** A smaller ratio counts as 0: it is the squared rounding of amplitudes as 64-bit floats. */
const ROUNDING = 1e-24

export function Branches({ live, state, qubits, clbits }: Props) {
  const { branches, probability } = state
  // Qubits behind those of the program hold copies of bits: their outcomes are those of the copied measurements.
  const measurements = state.measurements.filter(({ qubit }) => qubit < qubits.length)
  if (measurements.length === 0 && branches === 1) return null
  const shown = measurements.slice(0, MAX_CHOOSERS)
  return (
    <div className="circuits-branches">
      <p className="pentad-quiet" role="status">
        {branches === 1 ? 'One branch' : `A mixture of ${countWithNoun(branches, 'branch')}`}
        {probability < 1 && `; the pinned outcomes have a probability of ${percent(probability)}`}
      </p>
      <ul aria-label="Measurements">
        {shown.map(measured => (
          <li key={`${measured.instruction} ${measured.position}`}>
            <code>
              {qubits[measured.qubit]!.name} → {clbits[measured.clbit]?.name ?? 'a bit of its own'}
            </code>
            <OutcomeChoice live={live} state={state} measured={measured} name={qubits[measured.qubit]!.name} />
          </li>
        ))}
      </ul>
      {measurements.length > MAX_CHOOSERS && (
        <p className="pentad-quiet">and {countWithNoun(measurements.length - MAX_CHOOSERS, 'measurement')} more</p>
      )}
    </div>
  )
}

interface ChoiceProps extends Pick<Props, 'live' | 'state'> {
  readonly measured: MeasuredQubit
  /** Name of the qubit. */
  readonly name: string
}

function OutcomeChoice({ live, state, measured, name }: ChoiceProps) {
  const { instruction, position, qubit, expected_times, expected_ones, pinned } = measured
  if (expected_times < SURE) return <span className="pentad-quiet">not reached</span>
  const ratio = Math.min(1, expected_ones / expected_times)
  const ones = ratio < ROUNDING ? 0 : ratio
  const choose = (value: string) =>
    live.hold(
      { instruction: state.asked.positions[instruction]!, position, qubit },
      value === ALL ? null : value === '1' ? 1 : 0,
    )
  return (
    <SegmentedControl
      size="small"
      aria-label={`Outcome of ${name}`}
      value={pinned === null ? ALL : String(pinned)}
      onValueChange={choose}
      options={[
        { value: ALL, label: 'all' },
        { value: '0', label: `0: ${percent(1 - ones)}`, disabled: ones > 1 - SURE },
        { value: '1', label: `1: ${percent(ones)}`, disabled: ones < SURE },
      ]}
    />
  )
}
