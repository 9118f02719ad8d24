import { afterEach } from 'vitest'
import { type BackendsOptions, createBackends, type SnapshotEvent } from '../../../main/backends/backends'
import { fitToDevice } from '../../../main/backends/snapshot/fit-to-device'
import type { CalibrationSnapshot } from '../../../main/contract/calibration/snapshot'
import { openMemoryStore } from '../store/memory-store'
import { type pentadFile, profile, snapshot } from './samples'

const NOW = Date.parse('2026-11-21T12:00:00Z')

export function labOf(
  device = profile(),
  bundled: readonly CalibrationSnapshot[] = [snapshot()],
): BackendsOptions['lab'] {
  const dated = bundled.map(figures => ({
    snapshot: fitToDevice(device, figures, 'f'),
    imported_at: 1_000,
    imported: false,
  }))
  return {
    name: 'Test lab',
    sequencerOf: () => ({ simulated: true, offline_reason: null }),
    devices: [{ profile: device, bundled: dated }],
  }
}

const stores: ReturnType<typeof openMemoryStore>[] = []

/** Closes what `openBackends` opened after each test of a file. */
export function closeStoresAfterEach() {
  afterEach(() => {
    for (const store of stores.splice(0)) store.close()
  })
}

export interface Opened extends Partial<BackendsOptions> {
  readonly onSnapshot?: (event: SnapshotEvent) => void
}

export function openBackends({ onSnapshot, ...changes }: Opened = {}) {
  const store = changes.store ?? openedStore()
  const backends = createBackends({ store, lab: labOf(), now: () => NOW, max_simulated_qubits: 3, ...changes })
  if (onSnapshot) backends.onSnapshot(onSnapshot)
  return { store, backends }
}

function openedStore() {
  const store = openMemoryStore()
  stores.push(store)
  return store
}

export const newer = snapshot({ calibrated_at: '2026-11-21T08:00:00Z' })
/** An import of these files that becomes current where it is newer. */
export const importOf = (...files: ReturnType<typeof pentadFile>[]) => ({
  format: 'auto' as const,
  files,
  dry_run: false,
  make_current: 'if_newer' as const,
})
