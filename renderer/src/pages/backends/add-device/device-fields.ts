/** Fields of the form of a new device, and the request that they make. */
import { AddDevice } from '../../../../../main/contract/calibration/add-device'
import { Name } from '../../../../../main/contract/model/primitives'

export interface DeviceFields {
  readonly device_id: string
  readonly name: string
  readonly topology: string
  /** `tile`: tiles of the size in the field `tile`, such as `3 × 3`. */
  readonly chiplets: 'single' | 'tile'
  readonly tile: string
  /** Feed-forward latency in nanoseconds, `none`, or empty. */
  readonly latency: string
  readonly source: string
}

export const NO_FIELDS: DeviceFields = {
  device_id: '',
  name: '',
  topology: '',
  chiplets: 'single',
  tile: '3 × 3',
  latency: '',
  source: '',
}

const TILE = /^\s*(\d{1,3})\s*[x×]\s*(\d{1,3})\s*$/i
const LATENCY = /^\s*(\d+(?:\.\d+)?)\s*(?:ns)?\s*$/

/** Faults by name of the field; an empty id is no fault yet. */
export function deviceFieldFaults({
  device_id,
  chiplets,
  tile,
  latency,
}: DeviceFields): Partial<Record<string, string>> {
  const badId = device_id !== '' && !Name.safeParse(device_id).success
  return {
    ...(badId && {
      device_id: 'Letters, digits, dot, dash and underscore, at most 64; it begins with a letter or digit.',
    }),
    ...(/-mock$/.test(device_id) && {
      device_id: 'An id that ends in -mock is kept for the free counterpart of a device.',
    }),
    ...(chiplets === 'tile' && !TILE.test(tile) && { tile: 'Columns × rows, such as 3 × 3.' }),
    ...(latency.trim() !== '' &&
      !/^\s*none\s*$/i.test(latency) &&
      !LATENCY.test(latency) && {
        latency: 'A number of nanoseconds such as 350, the word none, or nothing.',
      }),
  }
}

interface Sent {
  readonly files: AddDevice['files']
  readonly dry_run: boolean
}

/** Request from fields without faults. */
export function requestOf(fields: DeviceFields, { files, dry_run }: Sent): AddDevice {
  const tile = TILE.exec(fields.tile)
  const latency = LATENCY.exec(fields.latency)
  const text = (name: 'name' | 'topology' | 'source') => {
    const value = fields[name].trim()
    return value === '' ? {} : { [name]: value }
  }
  return AddDevice.parse({
    device_id: fields.device_id,
    ...text('name'),
    ...text('topology'),
    ...text('source'),
    chiplets: fields.chiplets === 'tile' ? { columns: Number(tile?.[1]), rows: Number(tile?.[2]) } : 'single',
    ...(/^\s*none\s*$/i.test(fields.latency) && { feedforward_latency_ns: null }),
    ...(latency && { feedforward_latency_ns: Number(latency[1]), feedforward_latency_basis: 'measured' }),
    files,
    dry_run,
  })
}
