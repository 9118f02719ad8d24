/** One lease of a device for all the circuits of a job. */
import type { Devices } from '../../../device/device'
import { DeviceFailure } from '../../../device/failures'
import type { DeviceSession } from '../../../device/session'
import type { ExecutionRequest } from '../../model/execution'

export interface HeldLease {
  /** The session of the job's device, which is leased when it is first asked for. */
  session(
    request: Pick<ExecutionRequest, 'backend' | 'work' | 'signal' | 'onPosition' | 'onStart'>,
  ): Promise<DeviceSession>
  /** Idempotent. */
  release(): void
}

const UNNAMED = { id: 'job', label: 'a job' }

export function createHeldLease(devices: Pick<Devices, 'deviceOf'>): HeldLease {
  let held: DeviceSession | null = null
  return {
    async session({ backend, work = UNNAMED, signal, onPosition, onStart }) {
      const options = { signal, onPosition, onGranted: () => onStart?.() ?? Promise.resolve() }
      held ??= await deviceAt(devices, backend.backend_id).lease({ ...work, kind: 'job' }, options)
      return held
    },
    release() {
      held?.release()
      held = null
    },
  }
}

/** The device of a backend; throws `instrument_missing` where none serves it. */
export function deviceAt(devices: Pick<Devices, 'deviceOf'>, backend_id: string) {
  const device = devices.deviceOf(backend_id)
  if (!device) throw new DeviceFailure('instrument_missing', `No sequencer serves ${backend_id} any more`)
  return device
}
