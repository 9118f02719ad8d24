/** A resolution in the spec's shape. */
import type { DeviceState } from '../backends/backends'
import { type Candidate, type DataQubits, GATE_COHERENCE_RATIO, type ResolvedModule } from '../contract/modules'
import type { ScoredLayout } from '../qec/candidate'
import { GENERATORS } from '../qec/code'
import type { Survey } from '../qec/connected'
import { diagnosticsOf } from '../qec/diagnostics'
import type { CompiledRound, Extraction, Layout, Step } from '../qec/model'
import { coherenceRatio } from '../qec/score'
import { moduleWarnings, passesGate, staleWarning } from '../qec/warnings'
import type { Found } from './resolve'

export const logicalId = (chiplet_id: string): string => `${chiplet_id}.L0`

/** `now` in milliseconds since 1970, for the age of the calibration. */
export function resolvedModule(backend_id: string, device: DeviceState, found: Found, now: number): ResolvedModule {
  const { chiplet, compiled, noise, faults, stability, selection, vetoes } = found
  const { profile, current } = device
  const diagnostics = diagnosticsOf(compiled, noise, faults, stability)
  const ratio = coherenceRatio(compiled, noise)
  const score = diagnostics.delta_round.total
  const stale = staleWarning(profile, current, now)
  return {
    chiplet: chiplet.chiplet_id,
    logical_qubit: logicalId(chiplet.chiplet_id),
    ft_scheme: 'flag',
    ...rolesOf(compiled.layout),
    schedule: scheduleOf(compiled, faults.ft_preserved),
    predicted_round_faults: score,
    predicted_round_duration_ns: compiled.duration_ns,
    coherence_ratio: ratio,
    calibration_id: current.calibration_id,
    score,
    warnings: [...moduleWarnings(compiled, noise, profile, current), ...(stale ? [stale] : [])],
    backend_id,
    calibrated_at: current.calibrated_at,
    noise_model_version: noise.version,
    gate: { limit: GATE_COHERENCE_RATIO, passed: passesGate(ratio) },
    diagnostics,
    extractions: compiled.plan.flagged.map(extraction => extractionOf(extraction, compiled.layout)),
    candidates: selection.candidates.map((one, place) => candidateOf(one, one.ft_preserved, place + 1)),
    vetoes: [...vetoes],
    search: {
      optimal: false,
      bound: null,
      layouts_considered: selection.considered,
      layouts_scored: selection.scored,
      space: searchSpace(selection.survey),
    },
  }
}

/** The declared space in words, so that nobody takes the best one found for a proven optimum. */
function searchSpace({ smallest, largest, complete }: Survey): string {
  const sizes = smallest === largest ? `${smallest}` : `${smallest} to ${largest}`
  const space = `A on every connected set of ${sizes} sites, with every home, flag and five data sites; the best by estimate are compiled and scored exactly`
  return complete ? `${space}.` : `${space}. A limit of work stopped it before the space was through.`
}

interface Roles {
  data_qubits: DataQubits
  syndrome_ancilla: number
  flag_qubit: number
  routing_qubits: number[]
}

function rolesOf({ data: [D0, D1, D2, D3, D4], ancilla, flag, routing }: Layout): Roles {
  return {
    data_qubits: { D0, D1, D2, D3, D4 },
    syndrome_ancilla: ancilla,
    flag_qubit: flag,
    routing_qubits: [...routing],
  }
}

const MEASUREMENT_CYCLES = GENERATORS.length

const scheduleOf = (round: CompiledRound, ft_preserved: boolean): ResolvedModule['schedule'] => ({
  cz_count: round.cz_count,
  swap_count: round.swap_count,
  measurement_cycles: MEASUREMENT_CYCLES,
  ft_preserved,
  conditional_cz_count: round.conditional_cz_count,
  conditional_swap_count: round.conditional_swap_count,
  single_qubit_gate_count: round.single_qubit_gate_count,
  depth: round.depth,
  conditional_duration_ns: round.repeat.duration_ns,
})

const extractionOf = ({ generator, steps }: Extraction, layout: Layout): ResolvedModule['extractions'][number] => ({
  generator: GENERATORS[generator]!,
  steps: steps.map(step => shownStep(step, layout)),
})

function shownStep(step: Step, layout: Layout): ResolvedModule['extractions'][number]['steps'][number] {
  if (step.kind === 'move') return { kind: 'move', data: null, pauli: null, from: step.from, to: step.to }
  if (step.kind === 'flag') return { kind: 'flag', data: null, pauli: null, from: layout.ancilla, to: layout.flag }
  return { kind: 'couple', data: `D${step.data}`, pauli: step.pauli, from: step.at, to: layout.data[step.data]! }
}

const candidateOf = ({ layout, round, delta }: ScoredLayout, ft_preserved: boolean, rank: number): Candidate => ({
  rank,
  ...rolesOf(layout),
  score: delta.total,
  round_duration_ns: round.duration_ns,
  swap_count: round.swap_count,
  ft_preserved,
})
