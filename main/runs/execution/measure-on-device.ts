/** A run that a device measures, on its thread: predicted first, then measured through the host, then compared. */
import { isoTime } from '../../contract/model/iso-time'
import type { Provenance } from '../../device/provenance'
import type { DecayModel } from '../../qec/noise/transform'
import type { CompiledCircuit, RunDevice } from '../measuring/device'
import { failuresOf, measureRun } from '../measuring/measure'
import { waitingProgram } from '../measuring/programs'
import { partialCounts } from '../model/partial-counts'
import type { RunPlan } from '../model/plan'
import type { RunResults } from '../model/results'
import { predictSummary } from '../prediction/predict'
import { comparisonOf, runSummaryOf } from '../recording/comparison'
import { recordOf } from '../recording/record'
import { recordColumn } from '../recording/record-file'
import { type ExecutedRun, type RunHost, type RunToExecute, recordHeadOf, type TaskParts } from './run-to-execute'
import { decodersOf } from './sample'
import { sampleWallTimes, WALL_TIMES_STAGE, wallClock } from './wall-time'

/** Services that a run on a device calls. */
export interface DeviceHost extends RunDevice {
  /** Takes the device; resolves once it is this run's. */
  readonly lease: () => Promise<LeasedDevice>
  /** Provenance: programs executed, and the settings before and after. */
  readonly provenance: () => Promise<Provenance>
}

/** As the record names it. */
interface LeasedDevice {
  readonly engine: string
  /** Decay model of a twin; null for a real chip. */
  readonly decay: DecayModel | null
}

/** Predicts first, takes the device, measures, compares. Rejects with what the host rejects with. */
export async function measureOnDevice(
  run: RunToExecute,
  plan: RunPlan,
  { host, engines, signal, checkpoint }: { readonly host: RunHost & DeviceHost } & TaskParts,
): Promise<ExecutedRun> {
  const { request: settings } = run
  host.progress(0, 'predicting')
  const prediction = await predictSummary(plan, settings, { engines, signal })
  host.progress(0, 'waiting for the device')
  const { engine, decay } = await host.lease()
  let shots_executed = 0
  const device = {
    async measure(circuit: CompiledCircuit, shots: number) {
      const measured = await host.measure(circuit, shots)
      // Only shots that count are charged; assignment belongs to the device.
      if (circuit.kind !== 'assignment')
        shots_executed += Math.min(
          shots,
          measured.batches.reduce((sum, { planes }) => sum + planes.shots, 0),
        )
      host.executed(shots_executed)
      return measured
    },
  }
  const decoders = decodersOf(settings)
  const { progress } = host
  const partial = partialCounts(progress)
  const measured = await measureRun({
    ...{ plan, settings, device, decoders, wallClock, partial, signal, kernels: engines.frames },
  })
  const results: RunResults = { ...measured, prediction, decoders, engine, decay }
  const compared = comparisonOf(settings, { results, labels: plan.module.qubit_labels, checkpoint })
  const { share } = measured
  progress(share, WALL_TIMES_STAGE)
  const physical_wall_time = await sampleWallTimes(results.encoded, compared, {
    ...{ plan, settings, signal },
    async waited({ state, rounds, duration_ns }, qubits, { shots, done, count }) {
      progress(share + (0.99 - share) * (done / count), WALL_TIMES_STAGE)
      const place = { before: measured.batches + done, of: measured.batches + count }
      const program = waitingProgram(plan, { circuit: { kind: 'wall-time', state, rounds }, qubits, duration_ns })
      const { batches } = await device.measure({ ...program, place }, shots)
      measured.order.push({ kind: 'wall-time', state, rounds, shots })
      const counts = batches.map(({ planes }) => failuresOf(planes, { state, rounds }))
      return qubits.map((_, i) => ({
        shots: counts.reduce((sum, batch) => sum + batch[i]!.shots, 0),
        failures: counts.reduce((sum, batch) => sum + batch[i]!.failures, 0),
      }))
    },
  })
  const comparison = { ...compared, ...(physical_wall_time && { physical_wall_time }) }
  const head = recordHeadOf(run, results, { shots_executed, executed_at: isoTime(await host.now()) })
  const record = recordOf(head, { plan, results, comparison, measured: { ...measured, ...(await host.provenance()) } })
  return {
    record: await recordColumn(record, host.writeBits),
    summary: JSON.stringify(runSummaryOf(record)),
    replay: null,
  }
}
