import { expect, it, vi } from 'vitest'
import { listHid, openHid } from '../../../../main/instruments/transport/hid'

vi.mock('node-hid', () => {
  const absent = () => {
    throw new Error('libusb-1.0.so.0: cannot open shared object file: No such file or directory')
  }
  return { getHidapiVersion: absent, devicesAsync: absent, HIDAsync: { open: absent } }
})

it('without libusb, HID says which package is missing and everything else goes on', async () => {
  const fault = { fault: 'library_missing', message: expect.stringMatching(/^HID disabled: install libusb-1.0-0/) }
  await expect(listHid()).rejects.toMatchObject(fault)
  await expect(openHid('/dev/hidraw0', 64, '/tmp/pentad-locks')).rejects.toMatchObject(fault)
})
