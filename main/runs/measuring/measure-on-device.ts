/** The shots of a run on a device, on its thread: the host takes the device, measures the programs and stores the batches. */
import { decodersOf } from '../decoding/protocols'
import type { CompiledCircuit, MeasuredMachine } from '../model/measured'
import { partialCounts, WALL_TIMES_SHARE, WALL_TIMES_STAGE } from '../model/partial-counts'
import type { DeviceHost, ExecutingRun, RunHost, ShotSource } from '../model/run'
import { failuresOf, type MeasuredShots, measureRun } from './measure'
import { waitingProgram } from './programs'

export function measuredShots({ plan, settings, engines, host: given, ...cancellation }: ExecutingRun): ShotSource {
  const host = withDevice(given)
  const { progress } = host
  let shots_executed = 0
  let measured: MeasuredShots & MeasuredMachine
  const device = {
    async measure(circuit: CompiledCircuit, shots: number) {
      const outcome = await host.measure(circuit, shots)
      // Only shots that count are charged; assignment belongs to the device.
      if (circuit.kind !== 'assignment')
        shots_executed += Math.min(
          shots,
          outcome.batches.reduce((sum, { planes }) => sum + planes.shots, 0),
        )
      host.reportExecuted(shots_executed)
      return outcome
    },
  }
  return {
    async circuits() {
      progress(0, 'waiting for the device')
      const { engine, decay } = await host.lease()
      const decoders = decodersOf(settings)
      const partial = partialCounts(progress)
      const kernels = engines.frames
      measured = await measureRun({ plan, settings, device, decoders, partial, kernels, ...cancellation })
      return { results: { ...measured, decoders, engine, decay }, share: measured.share }
    },
    async baselineAfter({ state, rounds, duration_ns }, qubits, { shots, done, count }) {
      progress(measured.share + (WALL_TIMES_SHARE - measured.share) * (done / count), WALL_TIMES_STAGE)
      const numbering = { before: measured.batches + done, of: measured.batches + count }
      const program = waitingProgram(plan, { circuit: { kind: 'wall-time', state, rounds }, qubits, duration_ns })
      const { batches } = await device.measure({ ...program, numbering }, shots)
      measured.order.push({ kind: 'wall-time', state, rounds, shots })
      const counts = batches.map(({ planes }) => failuresOf(planes, { state, rounds }))
      return qubits.map((_, i) => ({
        shots: counts.reduce((sum, batch) => sum + batch[i]!.shots, 0),
        failures: counts.reduce((sum, batch) => sum + batch[i]!.failures, 0),
      }))
    },
    end: async () => ({ shots_executed, measured: { ...measured, ...(await host.provenance()) } }),
  }
}

function withDevice(host: RunHost): RunHost & DeviceHost {
  const { writeBits, now, progress, reportExecuted, lease, measure, provenance } = host
  if (!lease || !measure || !provenance) throw new Error('the plan is of a run on a device, and there is none')
  // Picked by name, as the host of a thread answers every name but lists none, so that it cannot be spread.
  return { writeBits, now, progress, reportExecuted, lease, measure, provenance }
}
