/** Which of a request's options this version can run. */
import { AppError } from '../../contract/model/errors'
import { PROTOCOLS } from '../../contract/model/protocols'
import type { RunRequest } from '../../contract/runs/request'

const AVAILABLE = {
  preparation: ['verified', 'projective'],
  readout: ['checked', 'fault-tolerant'],
  dd: [false, 'x2', 'xy4'],
  engine: ['frames', 'trajectories'],
  protocol: PROTOCOLS,
} as const

type Option = keyof typeof AVAILABLE
const OPTIONS = Object.keys(AVAILABLE) as Option[]

/** Throws `invalid_request` that points at every option this version cannot run, and says what it can. */
export function refuseUnavailable(request: RunRequest): void {
  const faults = OPTIONS.filter(
    option => request[option] !== undefined && !(AVAILABLE[option] as readonly unknown[]).includes(request[option]),
  ).map(option => ({
    pointer: `/${option}`,
    message: `${request[option]} cannot be run by this version; it runs ${AVAILABLE[option].join(', ')}`,
  }))
  if (faults.length === 0) faults.push(...pulsesOnTrajectories(request))
  if (faults.length === 0) return
  throw new AppError('invalid_request', `Not available: ${faults.map(({ message }) => message).join('; ')}`, {}, faults)
}

/** Windows with pulses are known by the T2 between pulses alone, not by what T1 does in them. */
const pulsesOnTrajectories = ({ engine, dd }: RunRequest) =>
  engine === 'trajectories' && dd !== false
    ? [{ pointer: '/dd', message: `${dd} cannot be run by trajectories; frames run it, and trajectories run dd false` }]
    : []
