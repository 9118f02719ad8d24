/** What a new device is called, and what stands for words about its lattice, where the request says neither. */
import { expect, it } from 'vitest'
import { readNewDevice } from '../../../../main/backends/devices/new-device'
import { AddDevice } from '../../../../main/contract/calibration/add-device'
import { CSV_TEMPLATE } from '../../../../main/contract/calibration/csv-template'

const NOW = Date.parse('2026-11-27T00:00:00Z')
const [QUBITS, COUPLINGS] = CSV_TEMPLATE
const profileOf = (head: string, wanted: { name?: string; topology?: string } = {}) => {
  const content = QUBITS.content.replace('# device: example\n', head)
  const files = [{ ...QUBITS, content }, COUPLINGS]
  return readNewDevice(AddDevice.parse({ device_id: 'dev-own', files, ...wanted }), NOW).profile
}

it('a device has the name that its tables state, where none is given', () => {
  expect(profileOf('# device: Judge grid\n').name).toBe('Judge grid')
  expect(profileOf('# device: Judge grid\n', { name: 'Mine' }).name).toBe('Mine')
  expect(profileOf('').name).toBe('dev-own')
})

it('the number of couplings stands in for a lattice without words', () => {
  expect(profileOf('').topology).toBe('12 couplings')
  expect(profileOf('', { topology: 'square lattice' }).topology).toBe('square lattice')
})
