import { afterAll, describe, expect, it } from 'vitest'
import { createBackends } from '../../../../main/backends/backends'
import { fitToDevice } from '../../../../main/backends/snapshot/fit-to-device'
import type { DriftChange } from '../../../../main/contract/backends/drift'
import { CSV_TEMPLATE } from '../../../../main/contract/calibration/csv-template'
import { routes } from '../../../../main/contract/routes'
import type { CallContext } from '../../../../main/http/request/call'
import { backendHandlers } from '../../../../main/http/routes/backends'
import { createCurrentChanges } from '../../../../main/modules/drift/snapshot-changes'
import { pentadFile, profile, snapshot } from '../../backends/samples'
import { openMemoryStore } from '../../store/memory-store'

const device = {
  profile: profile(),
  bundled: [{ snapshot: fitToDevice(profile(), snapshot(), 'f'), imported_at: 0, imported: false }],
}
const store = openMemoryStore()
afterAll(() => store.close())
const backends = createBackends({
  store,
  lab: { name: 'Test lab', sequencerOf: () => ({ simulated: true, offline_reason: null }), devices: [device] },
  now: Date.now,
  max_simulated_qubits: 20,
})
const current = createCurrentChanges({
  backends,
  drifts: { change: async () => ({ layout_changed: false }) as DriftChange },
})
const newer = pentadFile(snapshot({ calibrated_at: '2026-11-20T09:00:00Z' }))
const bundled = backends.device('dev-square').current.calibration_id
const older = pentadFile(snapshot({ calibrated_at: '2026-10-20T09:00:00Z' }))
const imported = backends.importCalibration('dev-square', {
  format: 'auto',
  files: [older],
  dry_run: false,
  make_current: 'never',
}).calibration.calibration_id
const context: CallContext = {
  caller: null,
  idempotency_key: null,
  cookie: { browser: '', value: null, set: () => undefined, clear: () => undefined },
  cacheFor: () => undefined,
  preferred: ([first]) => first!,
  request_id: 'test',
  signal: new AbortController().signal,
}

describe('the routes of backends', () => {
  it.each([
    [routes.listBackends, {}, undefined],
    [routes.getBackend, { backend_id: 'dev-square-mock' }, undefined],
    [routes.listCalibrations, { backend_id: 'dev-square' }, undefined],
    [routes.getCalibration, { backend_id: 'dev-square', calibration_id: 'current' }, undefined],
    [routes.importCalibration, { backend_id: 'dev-square' }, { format: 'auto', files: [newer], dry_run: true }],
    [
      routes.importCalibration,
      { backend_id: 'dev-square' },
      { format: 'auto', files: [newer], make_current: 'always' },
    ],
    [routes.makeCurrent, { backend_id: 'dev-square', calibration_id: bundled }, { dry_run: false }],
    [routes.revertCurrent, { backend_id: 'dev-square' }, { dry_run: true }],
    [
      routes.addDevice,
      {},
      { device_id: 'dev-own', files: CSV_TEMPLATE, chiplets: 'single', grid_columns: null, dry_run: false },
    ],
    [routes.deleteDevice, { device_id: 'dev-own' }, undefined],
    [routes.restoreDevice, { device_id: 'dev-own' }, undefined],
    [routes.deleteCalibration, { backend_id: 'dev-square', calibration_id: imported }, undefined],
    [routes.restoreCalibration, { backend_id: 'dev-square', calibration_id: imported }, undefined],
  ])('$path answers what the contract says', async (route, params, body) => {
    const handler = backendHandlers(backends, current).find(one => one.route === route)!
    const reply = await handler.run({ params, query: {}, body }, context)
    expect(route.reply.parse(reply)).toEqual(reply)
  })

  it('are all there', () => {
    const wanted = Object.values(routes).filter(route => route.tag === 'backends')
    expect(
      backendHandlers(backends, current)
        .map(({ route }) => route.path)
        .sort(),
    ).toEqual(wanted.map(route => route.path).sort())
  })
})
