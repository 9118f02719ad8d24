import type { Backend } from '../contract/backends/catalogue'
import { AppError } from '../contract/model/errors'
import type { Executor, Executors } from './model/executor'

export interface ExecutorParts {
  readonly mock: Executor
  /** What stands for the devices in a lab with a simulated device; null where live backends need instruments. */
  readonly simulated_device: Executor | null
}

export function executorsOf({ mock, simulated_device }: ExecutorParts): Executors {
  return backend => {
    if (backend.mode === 'mock') return mock
    if (backend.online && backend.simulated && simulated_device) return simulated_device
    throw offline(backend)
  }
}

function offline({ backend_id, offline_reason }: Backend): AppError {
  const reason = offline_reason ?? 'No sequencer is attached.'
  const details = { backend: backend_id, offline_reason: reason }
  return new AppError('backend_offline', `${backend_id} takes no circuit jobs in this lab: ${reason}`, details)
}
