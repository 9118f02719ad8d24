/** Reads large request bodies on a thread. */
import type { DeviceState } from '../backends/backends'
import type { NewDevice } from '../backends/devices/new-device'
import type { ReadCalibration } from '../backends/history/import-calibration'
import type { RequestPart } from '../contract/routes/parse-request'
import type { RawRequest } from '../http/request/raw-request'
import type { CircuitTexts } from '../http/routes/circuits'
import type { Submission } from '../jobs/model/job'
import type { Runner, WorkContext } from '../worker/runner'
import type { ServiceTasks } from './tasks'

type BodyReader<T> = (request: RawRequest, owner: WorkContext) => Promise<T>

/** Readers by route; the buffer of the body is transferred to the thread. */
export interface LargeBodies {
  readonly request: BodyReader<Record<RequestPart, unknown>>
  readonly submission: BodyReader<Submission>
  readonly parse: BodyReader<Uint8Array>
  readonly write: BodyReader<Uint8Array>
  readonly device: BodyReader<NewDevice>
  calibration(request: RawRequest, device: DeviceState, owner: WorkContext): Promise<ReadCalibration>
}

export function readLargeBodies(runner: Runner<ServiceTasks>, now: () => number): LargeBodies {
  const handedOver = ({ bytes }: RawRequest, owner: WorkContext) => ({
    ...owner,
    transfer: [bytes.buffer as ArrayBuffer],
  })
  const read =
    <Name extends 'request' | 'readSubmission' | 'parseCircuit' | 'exportCircuit'>(name: Name) =>
    (raw: RawRequest, owner: WorkContext) =>
      runner.run(name, raw, handedOver(raw, owner))
  return {
    request: read('request'),
    submission: read('readSubmission'),
    parse: read('parseCircuit'),
    write: read('exportCircuit'),
    device: (raw, owner) => runner.run('readDevice', { raw, now: now() }, handedOver(raw, owner)),
    calibration: (raw, { profile, current }, owner) =>
      runner.run('importCalibration', { raw, profile, base: current, now: now() }, handedOver(raw, owner)),
  }
}

/**
 * Short texts may be parsed on the main thread: the number of unrolled instructions, not the text's length, decides
 * whether they move to a thread.
 */
export const circuitTexts = (runner: Runner<ServiceTasks>, large: LargeBodies): CircuitTexts => ({
  parse: (request, owner) => runner.run('parseText', request, { ...owner, size: request.text.length }),
  write: (request, owner) => runner.run('writeText', request, { ...owner, size: 0 }),
  state: (request, owner) => runner.run('circuitState', request, owner),
  large,
})
