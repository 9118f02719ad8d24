/** What the calibration predicts for a run before it starts; said to be predictions, with what they rest on. */
import { Callout } from '@blueprintjs/core'
import type { ResolvedModule } from '../../../../main/contract/modules'
import { count, counted, faults, nanoseconds, percent } from '../../draw/quantity'
import { predictedAcceptance } from '../../draw/run-words'
import { Figure, Figures } from '../../show/figure'
import { Panel } from '../../show/page'
import { SheetTable } from '../../show/sheet'
import type { RunRequestInput } from './run-request'

interface Props {
  readonly module: ResolvedModule
  /** null while the form has faults. */
  readonly request: RunRequestInput | null
}

export function Predictions({ module, request }: Props) {
  const { diagnostics, warnings } = module
  return (
    <Panel
      title="Predicted"
      tags={
        <span className="pentad-quiet">
          by {module.noise_model_version} from {module.calibration_id}; nothing is measured yet
        </span>
      }
    >
      <Figures>
        <Figure label="Δ_round" value={faults(diagnostics.delta_round.total)} note="expected faults a round" />
        <Figure
          label="Acceptance a round, detection"
          value={percent(diagnostics.predicted_detection_acceptance_per_round)}
          note={`from Δ in Pauli probabilities, ${faults(diagnostics.delta_pauli)}`}
        />
        <Figure
          label="Round duration"
          value={nanoseconds(module.predicted_round_duration_ns)}
          note={`chiplet ${module.chiplet}`}
        />
      </Figures>
      {request && (
        <SheetTable caption="Predicted by number of rounds" twin={byRounds(module, request)} maxHeight={260} />
      )}
      {request && <p className="pentad-quiet">{sizeOf(request)}</p>}
      {warnings
        .filter(warning => warning.code !== 'round_duration_exceeds_gate')
        .map(({ code, message }) => (
          <Callout key={`${code} ${message}`} compact intent="warning">
            <code>{code}</code> {message}
          </Callout>
        ))}
    </Panel>
  )
}

const roundsOf = ({ rounds }: RunRequestInput) => (Array.isArray(rounds) ? rounds : [rounds])

const byRounds = ({ diagnostics, predicted_round_duration_ns }: ResolvedModule, request: RunRequestInput) => ({
  columns: [
    'Rounds',
    'Expected faults',
    'Duration',
    ...(request.mode === 'detection' ? ['Accepted', 'Shots kept of each state'] : []),
  ],
  rows: roundsOf(request).map(rounds => {
    const acceptance = predictedAcceptance(diagnostics.predicted_detection_acceptance_per_round, rounds)
    const kept =
      request.mode === 'detection' ? [percent(acceptance), `≈ ${count(Math.round(acceptance * request.shots))}`] : []
    return [
      rounds,
      faults(diagnostics.delta_round.total * rounds),
      nanoseconds(predicted_round_duration_ns * rounds),
      ...kept,
    ]
  }),
})

function sizeOf(request: RunRequestInput): string {
  const circuits = roundsOf(request).length * (request.states?.length ?? 0)
  return `${counted(circuits, 'encoded circuit')}, ${count(circuits * request.shots)} encoded shots in all, and the physical baseline of every qubit of the chiplet.`
}
