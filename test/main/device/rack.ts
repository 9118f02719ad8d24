/** A rack of twins: the demo sequencer and a voltage source, with a device on them. */
import { createDevices } from '../../../main/device/device'
import type { DeviceParts } from '../../../main/device/device-options'
import { createCommandLog } from '../../../main/instruments/exchange/command-log'
import { InstrumentError } from '../../../main/instruments/model/fault'
import type { InstrumentPorts } from '../../../main/instruments/registry/ports'
import { createRegistry } from '../../../main/instruments/registry/registry'
import type { LimitedOutput } from '../../../main/instruments/safety/output-limits'
import type { Breach } from '../../../main/instruments/safety/preconditions'
import { openTwin } from '../../../main/instruments/transport/twin'
import type { SequencerProfile } from '../../../main/sequencer/profile/profile'
import { type FaultyTwin, withFaults } from '../../../main/twins/faults/with-faults'
import type { ByteTwin } from '../../../main/twins/model/byte-twin'
import { createDc205Twin } from '../../../main/twins/sources/dc205'
import { driverOf, TWIN } from '../instruments/table'
import { ADDRESS, DEMO, twinOf } from '../twins/sequencer/rig'

export interface RackOptions extends Partial<DeviceParts> {
  readonly profile?: SequencerProfile
  readonly sequencer?: ByteTwin
  /** What the lab keeps the voltage source to. */
  readonly outputs?: readonly LimitedOutput[]
}

/** One batch has 100 shots of so many slots. */
export const smallBins = (slots: number): SequencerProfile => ({ ...DEMO, bins: 100 * slots })

export async function rackOf({ profile = DEMO, sequencer = twinOf(), outputs = [], ...parts }: RackOptions = {}) {
  const twins: Record<string, FaultyTwin> = {
    seq: withFaults(sequencer, { seed: 3, clock: TWIN.clock }),
    bias: withFaults(createDc205Twin(TWIN), { seed: 4, clock: TWIN.clock }),
  }
  const gone = new Set<string>()
  for (const [name, twin] of Object.entries(twins)) twin.onUnplug(() => gone.add(name))
  const ports: InstrumentPorts = {
    list: async () => ({ found: [], problems: [] }),
    async open(address) {
      const { name } = address as { name: string }
      if (gone.has(name)) throw new InstrumentError('port_missing', 'there is no such twin', name)
      return openTwin(twins[name]!, { path: `twin:${name}`, reportBytes: null })
    },
  }
  const log = createCommandLog()
  const one = (id: string, driver: string) => ({
    id,
    label: id,
    driver,
    serial_number: null,
    address: { kind: 'twin' as const, name: id },
  })
  const registry = createRegistry({
    configured: [one('seq', 'pentad-sequencer'), one('bias', 'srs-dc205')],
    drivers: new Map(['pentad-sequencer', 'srs-dc205'].map(id => [id, driverOf(id)])),
    ports,
    log,
  })
  await registry.look()
  const devices = createDevices({
    registry,
    log: { error: () => {} },
    now: Date.now,
    sequencers: [
      {
        id: 'seq',
        label: 'Sequencer',
        backend_ids: ['dev-b'],
        profile,
        simulated: true,
        decay: 'twirled' as const,
        ...ADDRESS,
        instruments: [{ id: 'bias', label: 'Flux bias', role: 'flux_bias', outputs }],
      },
    ],
    ...parts,
  })
  return { registry, log, twins, device: devices.deviceOf('dev-b')!, devices }
}

export const holderOf = (id: string, kind: 'run' | 'job' | 'entropy' = 'run') => ({ id, kind, label: `${kind} ${id}` })

export const BREACH: Breach = {
  precondition: {
    id: 'cold',
    label: 'Mixing chamber',
    instrument: 'fridge',
    parameter: 'temperature',
    channel: '6',
    below: 0.02,
    above: null,
    unit: 'K',
    max_age_s: 60,
    for_s: 30,
  },
  code: 'limit_breached',
  message: 'temperature 6 of fridge is 0.4 K, above 0.02 K',
}
