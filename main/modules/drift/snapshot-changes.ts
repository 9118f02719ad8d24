/** A change of the current snapshot: made at once, or looked at beforehand with the layouts that it would move. */
import type { Backends, ChangedCurrent } from '../../backends/backends'
import type { ReadCalibration } from '../../backends/history/import-calibration'
import type { ImportReply } from '../../contract/backends/catalogue'
import type { ChangeCurrent, CurrentChange } from '../../contract/backends/current-calibration'
import type { ImportCalibration } from '../../contract/calibration/import'
import { logicalId } from '../resolution/chiplets'
import type { Drifts } from './history'

/** Dry runs resolve every chiplet under both snapshots, which takes seconds on large devices, and end with the signal's reason. */
export interface CurrentChanges {
  import(backend_id: string, given: ImportCalibration | ReadCalibration, signal?: AbortSignal): Promise<ImportReply>
  make(
    backend_id: string,
    options: {
      readonly calibration_id: string
      readonly request: ChangeCurrent
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<CurrentChange>
  revert(backend_id: string, request: ChangeCurrent, signal?: AbortSignal): Promise<CurrentChange>
}

export interface CurrentChangeServices {
  readonly backends: Pick<Backends, 'storeCalibration' | 'makeCurrent' | 'revertCurrent'>
  readonly drifts: Pick<Drifts, 'change'>
}

export function createCurrentChanges({ backends, drifts }: CurrentChangeServices): CurrentChanges {
  async function movesOf({ device, before, after }: Omit<ChangedCurrent, 'change'>, signal?: AbortSignal) {
    const moves: NonNullable<CurrentChange['moves']> = []
    if (before.calibration_id === after.calibration_id) return moves
    for (const chiplet of device.chiplets) {
      signal?.throwIfAborted()
      const change = await drifts.change(device, { chiplet, before, after })
      if (change.layout_changed) moves.push({ logical_id: logicalId(chiplet), change })
    }
    return moves
  }
  const answer = async (changed: ChangedCurrent, { dry_run }: ChangeCurrent, signal?: AbortSignal) => ({
    ...changed.change,
    moves: dry_run ? await movesOf(changed, signal) : null,
  })
  return {
    async import(backend_id, given, signal) {
      const { reply, ...around } = backends.storeCalibration(backend_id, given)
      return { ...reply, change: await answer({ ...around, change: reply.change }, given, signal) }
    },
    make: async (backend_id, { calibration_id, request, signal }) =>
      answer(backends.makeCurrent(backend_id, calibration_id, request), request, signal),
    revert: async (backend_id, request, signal) => answer(backends.revertCurrent(backend_id, request), request, signal),
  }
}
