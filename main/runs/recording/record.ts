/** Puts a run's record together and holds it against its contract. */

import type { Warning } from '../../contract/model/primitives'
import type { CardinalState } from '../../contract/model/protocols'
import type { Comparison } from '../../contract/runs/comparison'
import { type Replay, RunRecord } from '../../contract/runs/record'
import type { RunRequest } from '../../contract/runs/request'
import type { Run } from '../../contract/runs/run'
import { LOGICAL_OF, readoutFor } from '../../qec/code/logical-readout'
import { readoutMethodOf } from '../../qec/experiment/methods-text'
import { choiceWarnings, decoderVersion } from '../decoding/protocols'
import type { RunPlan } from '../model/plan'
import type { RunResults } from '../model/results'
import { recordedNames } from '../planning/circuit'
import { meanRoundDuration } from '../planning/round-duration'
import { noGainWarning } from '../prediction/reply'
import { decodersOf } from './comparison'
import { outcomes, preparation } from './outcomes'
import { idleTimes, routingSchedule, stabilizerSchedule } from './schedule'
import { runWarnings } from './warnings'

export interface RecordHead {
  readonly run_id: string
  readonly backend_id: string
  readonly simulated: boolean
  /** Compute tokens for a shot; null for a run from before they were priced. */
  readonly price_per_shot: number | null
  readonly request: Run['request']
  readonly executed_at: string
  readonly version: string
  /** What it repeats, with the bits compared; null for a run of its own. */
  readonly replay: Replay | null
  /** What the run says beside what its module and its figures say. */
  readonly warnings: readonly Warning[]
}

export function recordOf(head: RecordHead, plan: RunPlan, results: RunResults, comparison: Comparison): RunRecord {
  return RunRecord.parse({
    record_version: 'pentad-run/1',
    run_id: head.run_id,
    ...identity(head, plan),
    ...layout(plan),
    ...preparation(plan, results),
    rounds: head.request.rounds,
    shots: head.request.shots,
    mode: head.request.mode,
    ...costs(head, results),
    ...timing(plan, head.request, results),
    ...outcomes(plan, head.request, results, comparison),
    ...provenance(head, plan, results),
    ...reproduction(head, plan, results),
    comparison,
    decoders: decodersOf(head.request, results, comparison),
    ...(head.replay ? { replay: head.replay } : {}),
    warnings: [
      ...plan.module.warnings,
      ...choiceWarnings(plan, head.request),
      ...head.warnings,
      ...(results.prediction ? noGainWarning(results.prediction.gain_best) : []),
      ...runWarnings(head.request, comparison),
    ],
  })
}

function costs({ price_per_shot }: RecordHead, { shots_executed }: RunResults): Pick<RunRecord, 'tokens'> {
  if (price_per_shot === null) return {}
  // To the millionth, which the ledger counts in.
  const charged = Math.round(price_per_shot * 1e6) * shots_executed
  return { tokens: { price_per_shot, shots_executed, charged: charged / 1e6 } }
}

const identity = ({ backend_id }: RecordHead, { module }: RunPlan) => ({
  backend_id,
  chiplet: module.chiplet,
  logical_qubit_id: module.logical_qubit,
  code: '[[5,1,3]]',
  ft_scheme: module.ft_scheme,
  syndrome_strategy: 'flag_sequential',
  ...(module.qubit_labels ? { qubit_labels: module.qubit_labels } : {}),
})

const layout = ({ module, compiled, ft_preserved }: RunPlan) => ({
  data_qubits: module.data_qubits,
  syndrome_ancilla: module.syndrome_ancilla,
  flag_qubit: module.flag_qubit,
  routing_qubits: module.routing_qubits,
  stabilizer_schedule: stabilizerSchedule(compiled),
  routing_schedule: routingSchedule(compiled),
  ft_preserved: ft_preserved ?? module.schedule.ft_preserved,
  schedule_hash: compiled.schedule_hash,
})

const timing = (
  { module, compiled, decoupling, feedforward, reset_method, reset_fidelity }: RunPlan,
  request: RunRequest,
  results: RunResults,
) => ({
  round_duration_measured: {
    value_ns: compiled.duration_ns,
    source: 'compiled',
    mean_with_repeats_ns: meanRoundDuration(compiled, request, results.encoded),
  },
  idle_time_per_data_qubit: idleTimes(compiled),
  // Of the round as this run goes through it: without decisions it is shorter than the module's.
  coherence_ratio: (module.coherence_ratio * compiled.duration_ns) / module.predicted_round_duration_ns,
  gate: module.gate,
  ...(feedforward
    ? { feedforward: { ...feedforward, wait_ns: compiled.adaptive ? (compiled.decision?.wait_ns ?? 0) : 0 } }
    : {}),
  dd_applied: decoupling?.applied ?? false,
  ...(decoupling ? { dd: decoupling.effect } : {}),
  reset_method,
  reset_fidelity,
})

const provenance = ({ executed_at, simulated, request }: RecordHead, plan: RunPlan, { engine, decay }: RunResults) => ({
  calibration_id: plan.module.calibration_id,
  noise_model_version: plan.noise_model_version,
  decoder: request.decoder,
  decoder_version: decoderVersion(request),
  control_instruments: ['none: simulated'],
  sequencers: [`${engine} (simulated)`],
  execution_timestamp: executed_at,
  simulated,
  engine,
  decay,
})

const reproduction = ({ request, version }: RecordHead, plan: RunPlan, { encoded }: RunResults) => ({
  seed: request.seed,
  protocol: request.mode === 'correction' ? (request.protocol ?? 'adaptive') : 'detection',
  states: request.states,
  readout_method: readoutText(request.states, plan),
  ...(plan.readout_choice ? { readout_choice: plan.readout_choice } : {}),
  shot_files: encoded.flatMap(({ state, rounds, bits_per_shot, files }) =>
    files.map(({ piece, sha256, shots, seed }) => ({
      state,
      rounds,
      sha256,
      bits_per_shot,
      shots,
      seed: seed.toString(),
      ...(files.length > 1 ? { piece } : {}),
    })),
  ),
  round_layout: recordedNames(request),
  override: request.override,
  software: { name: 'pentad', version },
})

const readoutText = (states: readonly CardinalState[], { measurement }: RunPlan): string => {
  const letters = [...new Set(states.map(state => LOGICAL_OF[state].logical))]
  return readoutMethodOf(letters.map(readoutFor), measurement)
}
