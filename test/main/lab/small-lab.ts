/** A lab file of one small synthetic device on a sequencer twin, and what else stands around it. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { latticeCouplings, syntheticDevice } from '../qec/devices'

const ROOT = resolve(import.meta.dirname, '../../..')

interface SmallLab {
  readonly token_price_per_shot?: number
  /** Twins by driver. */
  readonly instruments: readonly {
    readonly id: string
    readonly label: string
    readonly role: string
    readonly driver: string
  }[]
  readonly preconditions?: readonly object[]
  readonly channels?: readonly object[]
  /** Where each is; left out: a twin of its name. */
  readonly addressOf?: (id: string) => object
}

/** Writes it with its device into the folder; answers its path. */
export function writeSmallLab(
  folder: string,
  {
    token_price_per_shot = 0,
    instruments,
    preconditions,
    channels,
    addressOf = name => ({ kind: 'twin', name }),
  }: SmallLab,
) {
  const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
  writeFileSync(join(folder, 'test.json'), JSON.stringify(snapshot))
  writeFileSync(join(folder, 'device.json'), JSON.stringify({ ...profile, token_price_per_shot }))
  const at = (id: string) => ({ address: addressOf(id) })
  const sequencer = { id: 'seq', label: 'Sequencer', device_id: 'synthetic', ...at('seq') }
  const lab = {
    format: 'pentad-lab/2',
    name: 'small',
    description: '',
    devices: ['device.json'],
    may_purchase: true,
    sequencers: [{ ...sequencer, profile: resolve(ROOT, 'resources/sequencers/demo.json') }],
    instruments: instruments.map(one => ({ ...one, ...at(one.id) })),
    ...(preconditions && { preconditions }),
    ...(channels && { channels }),
  }
  writeFileSync(join(folder, 'lab.json'), JSON.stringify(lab))
  return join(folder, 'lab.json')
}
