/** Additional fields of the record of a run on a device: taken from what happened, not from the plan. */
import type { Warning } from '../../contract/model/primitives'
import type { MeasuredRecord } from '../../contract/runs/record'
import type { Rounding } from '../../sequencer/compile/grid'
import type { Measured } from '../model/measured'
import type { RunPlan, RunSettings } from '../model/plan'
import type { RunResults } from '../model/run'
import { meanRoundDuration } from '../planning/circuits'

type OfDevice = Pick<
  MeasuredRecord,
  | 'record_version'
  | 'control_instruments'
  | 'sequencers'
  | 'assignment'
  | 'order'
  | 'lost_shots'
  | 'complete'
  | 'round_duration_measured'
  | 'idle_time_per_data_qubit'
  | 'dd_applied'
  | 'reset_method'
>

export const fieldsOfMeasured = (
  plan: RunPlan,
  {
    settings,
    results,
    measured,
  }: { readonly settings: RunSettings; readonly results: RunResults; readonly measured: Measured },
): OfDevice => {
  const { control_instruments, sequencers, assignment, order, lost, program, timings } = measured
  const idle = (i: number) => program.idle[i]!.ns
  return {
    record_version: 'pentad-run/2',
    control_instruments,
    sequencers,
    assignment,
    order,
    lost_shots: lost,
    complete: true,
    round_duration_measured: {
      ...measuredRound(plan, timings),
      mean_with_repeats_ns: meanRoundDuration(plan.compiled, settings, results.encoded),
    },
    idle_time_per_data_qubit: { D0: idle(0), D1: idle(1), D2: idle(2), D3: idle(3), D4: idle(4) },
    dd_applied: program.decoupling !== null,
    reset_method: program.reset_method,
  }
}

/** The median of the programs' medians, each counted as often as rounds were timed. */
function measuredRound({ compiled: { duration_ns } }: RunPlan, timings: Measured['timings']) {
  const timed = timings.filter(({ source }) => source === 'measured').sort((a, b) => a.value_ns - b.value_ns)
  const n = timed.reduce((sum, one) => sum + one.n, 0)
  if (n === 0)
    return {
      source: 'compiled',
      value_ns: duration_ns,
      compiled_ns: duration_ns,
      min_ns: null,
      max_ns: null,
      n,
    } as const
  let before = 0
  const middle = timed.find(one => {
    before += one.n
    return 2 * before >= n
  })!
  return {
    source: 'measured',
    value_ns: middle.value_ns,
    compiled_ns: duration_ns,
    n,
    min_ns: Math.min(...timed.map(({ min_ns }) => min_ns!)),
    max_ns: Math.max(...timed.map(({ max_ns }) => max_ns!)),
  } as const
}

export function measuredWarnings({ device }: RunPlan, { assignment }: Measured): Warning[] {
  const off = assignment.filter(({ mismatch }) => mismatch).map(({ qubit }) => qubit)
  const mismatch = `Preparing and reading differs by more than 5 σ from the calibration on qubits ${off.join(', ')}: the calibration may be out of date. Neither it nor the decoder is changed.`
  return [
    ...(device ? roundedWarnings(device.rounded) : []),
    ...(off.length > 0 ? [{ code: 'calibration_mismatch', message: mismatch }] : []),
  ]
}

/** Warnings about rounded lengths, with both values of each. */
export const roundedWarnings = (rounded: readonly Rounding[]): Warning[] => {
  if (rounded.length === 0) return []
  const each = rounded.map(({ what, from_ns, to_ns }) => `${what}: ${from_ns} → ${to_ns} ns`)
  return [{ code: 'grid_rounded', message: `Lengths are rounded up to the sequencer's grid: ${each.join('; ')}.` }]
}
