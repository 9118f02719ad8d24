/**
 * The chiplet that a name stands for, the part of a snapshot that a thread gets for it, and the key that caches its
 * answers.
 */
import type { DeviceState } from '../../backends/backends'
import { pairKey } from '../../contract/calibration/compound-cz'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { AppError } from '../../contract/model/errors'
import { type LayoutDemands, logicalName, readLogicalName, sitesOfDemands } from '../../contract/modules/layout-demands'
import { type Chiplet, drawnGraph } from '../../qec/noise/vetoes'

export const logicalId = ({ chiplet_id, demands }: Chiplet): string => logicalName(chiplet_id, demands)

/**
 * Throws AppError not_found: it lists the device's chiplets, or names the demanded qubit or coupling that the chiplet
 * lacks.
 */
export function chipletOf({ profile }: Pick<DeviceState, 'profile'>, asked: string): Chiplet {
  const named = readLogicalName(asked)
  const chiplet = profile.chiplets.find(one => one.chiplet_id === (named?.chiplet_id ?? asked))
  if (!chiplet) throw unknownChiplet(profile, asked)
  if (named === null || asked === logicalName(chiplet.chiplet_id)) return chiplet
  refuseUnknownParts(profile, chiplet, named.demands)
  return { ...chiplet, demands: named.demands }
}

function unknownChiplet({ device_id, chiplets }: DeviceProfile, asked: string): AppError {
  const names = chiplets.map(one => one.chiplet_id)
  return new AppError('not_found', `${device_id} has no ${asked}; its chiplets are ${names.join(', ')}`, {
    details: { asked, chiplets: names },
  })
}

function refuseUnknownParts(profile: DeviceProfile, chiplet: Chiplet, demands: LayoutDemands): void {
  const name = `Chiplet ${chiplet.chiplet_id}`
  const { sites, edges } = drawnGraph(profile, chiplet)
  const site = sitesOfDemands(demands).find(each => !sites.includes(each))
  if (site !== undefined) throw new AppError('not_found', `${name} has no qubit ${site}`, { details: { qubit: site } })
  const coupled = new Set(edges.map(([a, b]) => pairKey(a, b)))
  const pair = [...demands.excluded_couplings, ...demands.pinned_couplings].find(
    ([a, b]) => !coupled.has(pairKey(a, b)),
  )
  if (pair)
    throw new AppError('not_found', `${name} has no coupling of ${pair[0]} and ${pair[1]}`, {
      details: { coupling: pair },
    })
}

/**
 * The part of a snapshot that concerns a chiplet: a month may have hundreds of snapshots of the whole device, and a thread gets
 * copies.
 */
export function partOf(snapshot: CalibrationSnapshot, { qubits }: Chiplet): CalibrationSnapshot {
  const inside = new Set(qubits)
  return {
    ...snapshot,
    qubits: snapshot.qubits.filter(({ index }) => inside.has(index)),
    edges: snapshot.edges.filter(({ a, b }) => inside.has(a) && inside.has(b)),
  }
}

/** Cache key of a chiplet under the given snapshots, in their order. */
export const chipletKey = (
  { device_id }: DeviceProfile,
  chiplet: Chiplet,
  snapshots: readonly CalibrationSnapshot[],
): string => JSON.stringify([device_id, logicalId(chiplet), ...snapshots.map(({ calibration_id }) => calibration_id)])
