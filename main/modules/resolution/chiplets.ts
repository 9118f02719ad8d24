/** Which chiplet is asked for, what a thread gets of it, and how answers about it are remembered. */
import type { DeviceState } from '../../backends/backends'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { AppError } from '../../contract/model/errors'
import type { Chiplet } from '../../qec/noise/vetoes'

export const logicalId = (chiplet_id: string): string => `${chiplet_id}.L0`
export const chipletIdOf = (logical_id: string): string => logical_id.replace(/\.L0$/, '')

/** Throws AppError not_found, naming the chiplets there are. */
export function chipletOf({ profile }: Pick<DeviceState, 'profile'>, chiplet_id: string, asked: string): Chiplet {
  const chiplet = profile.chiplets.find(one => one.chiplet_id === chiplet_id)
  if (chiplet && (asked === chiplet_id || asked === logicalId(chiplet_id))) return chiplet
  const chiplets = profile.chiplets.map(one => one.chiplet_id)
  throw new AppError('not_found', `${profile.device_id} has no ${asked}; its chiplets are ${chiplets.join(', ')}`, {
    asked,
    chiplets,
  })
}

/** What answers about a chiplet look at: a month may hold hundreds of snapshots of the whole device, and a thread gets copies. */
export function partOf(snapshot: CalibrationSnapshot, { qubits }: Chiplet): CalibrationSnapshot {
  const inside = new Set(qubits)
  return {
    ...snapshot,
    qubits: snapshot.qubits.filter(({ index }) => inside.has(index)),
    edges: snapshot.edges.filter(({ a, b }) => inside.has(a) && inside.has(b)),
  }
}

/** Names a chiplet under those snapshots, in that order. */
export const chipletKey = (
  { device_id }: DeviceProfile,
  { chiplet_id }: Chiplet,
  snapshots: readonly CalibrationSnapshot[],
): string => JSON.stringify([device_id, chiplet_id, ...snapshots.map(({ calibration_id }) => calibration_id)])
