/** Requests for trajectories, on the quickest engines there are, and how their counts are compared. */
import { expect } from 'vitest'
import type { RunRequest } from '../../../../main/contract/runs/request'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { createNativeTrajectories } from '../../../../main/simulation/trajectories/native'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { findAddon, nativeWith } from '../../simulation/engine-fixtures'
import { request } from '../laboratory'

export const addon = findAddon()
export const simulator = addon ? nativeWith(addon) : createReferenceSimulator()
export const trajectories = addon ? createNativeTrajectories(addon) : createReferenceTrajectories()
export const fast = { simulator, trajectories }
/** The same for a lab whose predictions draw few shots: where bits are compared, not predictions. */
export const fewPilotShots = { trajectories }
/** Fewer where every shot takes milliseconds. */
export const shotsOf = (many: number) => (addon ? many : Math.ceil(many / 20))

export const exact = (fields: Partial<RunRequest> = {}) =>
  request({ engine: 'trajectories', rounds: [1, 2], states: ['0', '1'], shots: shotsOf(200), ...fields })

/** Six standard deviations of the difference of two counts of so many. */
export function expectAlike(a: number, b: number, shots: number, note: string): void {
  const p = (a + b) / (2 * shots)
  expect(Math.abs(a - b), `${note}: ${a} and ${b} of ${shots}`).toBeLessThanOrEqual(
    6 * Math.sqrt(2 * shots * p * (1 - p)) + 6,
  )
}
