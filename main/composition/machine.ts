/** The instruments of the lab and the twins behind them, put together. */
import { randomInt } from 'node:crypto'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Backends } from '../backends/backends'
import type { Config } from '../config/config'
import { createDevices, type DeviceParts, type Devices } from '../device/device'
import { createInstrumentEvents, type InstrumentEvents } from '../events/instrument-events'
import { type LabRecords, openLabRecords } from '../instruments/records/lab-records'
import { createPorts } from '../instruments/registry/ports'
import { createRunLimits, type RunLimits } from '../instruments/safety/limits'
import { createSafeOccasions, type SafeOccasions } from '../instruments/safety/occasions'
import { logHappening } from '../lab/control/happenings'
import { createInstruments, type Instruments } from '../lab/control/instruments'
import { createKeptRecords, type KeptRecords, preconditionState } from '../lab/control/kept-records'
import { policiesOf } from '../lab/control/safe-drives'
import { openSettingsTable } from '../lab/control/settings-table'
import { refuseMisfits } from '../lab/profile/by-driver'
import { isSimulated } from '../lab/profile/changes'
import { type LabChanges, openLabChanges } from '../lab/profile/lab-changes'
import { instrumentsOf, type Lab, loadLab, membersOf } from '../lab/profile/lab-file'
import { type Drivers, openDrivers } from '../lab/view/drivers'
import type { Logger } from '../log/log'
import { defaultNativeDirs } from '../simulation/addon/load'
import type { Store } from '../store/store'
import { TWIN_MODELS } from '../twins/thread/models'
import { createTwinHost } from '../twins/thread/twin-host'
import { threadScript } from '../worker/offload'

export interface OpenedLab {
  readonly base: Lab
  readonly drivers: Drivers
}

type LabConfig = Pick<Config, 'lab' | 'devices' | 'data' | 'resources'>

/** The lab file with all that it names, before anything is stored. Throws `invalid_file` with the place that is wrong. */
export function openLab({ lab: file, devices, data, resources }: LabConfig): OpenedLab {
  const base = loadLab(file, { profiles: devices, sequencers: join(resources, 'sequencers') })
  const drivers = openDrivers({
    shipped: join(resources, 'instruments'),
    own: [join(data, 'drivers'), ...base.driver_folders],
    twins: new Set(Object.keys(TWIN_MODELS)),
  })
  refuseMisfits(base, drivers.all)
  return { base, drivers }
}

/** The lab with the changes that were made in the window. */
export const openChanges = ({ base }: OpenedLab, { data, resources }: LabConfig, now: () => number): LabChanges =>
  openLabChanges({ base, data, shipped: join(resources, 'labs'), now })

interface MachineParts {
  readonly lab: OpenedLab
  readonly changes: LabChanges
  readonly data: string
  readonly store: Store
  readonly backends: Backends
  readonly log: Logger
  readonly now: () => number
}

export interface Machine {
  readonly instruments: Instruments
  /** For runs and jobs on live backends. */
  readonly devices: Devices
  readonly events: InstrumentEvents
  readonly records: LabRecords
  readonly kept: KeptRecords
  /** Preconditions, before a run and through it. */
  readonly limits: RunLimits
  readonly occasions: SafeOccasions
  /** Connects, and looks at the preconditions from now on. */
  start(): void
  /** Drives what the lab wants safe at quitting, then closes the ports. */
  close(): Promise<void>
}

/** One for all services of a user, whatever their data folders: a second program on a HID port steals its reports. */
const portLocks = (): string => join(tmpdir(), `pentad-ports-${userInfo().uid}`)

export async function openMachine(parts: MachineParts): Promise<Machine> {
  const {
    lab: { drivers },
    changes,
    data,
    store,
    backends,
    log,
    now,
  } = parts
  const onProblem = (message: string) => log.warn(message)
  const records = await openLabRecords({ folder: join(data, 'instruments'), now, onProblem })
  const sequencerOf = (twin: string) =>
    changes.lab.sequencers.find(({ address }) => address.kind === 'twin' && address.name === twin)
  const twins = createTwinHost({
    twins: [],
    calibrationOf(name) {
      const { profile, current } = backends.device(sequencerOf(name)!.device_id)
      return { profile, snapshot: current }
    },
    seed: randomInt(2 ** 32),
    script: threadScript('twin-thread.cjs'),
    native_dirs: defaultNativeDirs(),
    report: error => log.error({ err: error }, 'a thread of twins died'),
  })
  backends.onSnapshot(({ device }) => {
    for (const { device_id, address } of changes.lab.sequencers)
      if (device_id === device.device_id && address.kind === 'twin') twins.recalibrated(address.name)
  })
  const events = createInstrumentEvents(now)
  const simulatedHosts = {
    has: (host: string) =>
      membersOf(changes.lab).some(
        ({ address }) => address.kind === 'tcp' && address.simulated && address.host === host,
      ),
  }
  const ports = createPorts({ lockFolder: portLocks(), openPeer: twins.openPeer, simulatedHosts })
  const instruments = createInstruments({
    ...{ changes, drivers, ports, twins, now },
    log: records.log,
    stream: events,
    settings: openSettingsTable(store),
    onHappening: happening => logHappening(records.experiment, instruments.summaries, happening),
  })
  const { registry, summaries } = instruments
  const unfollow = records.follow(registry)
  const limits = createRunLimits({ registry, preconditions: () => changes.lab.preconditions, records, now })
  const occasions = createSafeOccasions({ registry, policies: () => policiesOf(changes.lab), records })
  tellRecords(events, records, limits)
  const devices = createDevices({
    ...{ registry, log, now, guards: limits },
    /** As the lab is now. */
    get sequencers(): DeviceParts['sequencers'] {
      return changes.lab.sequencers.map(({ id, label, device_id, limits, options, driver, address, decay }) => ({
        ...{ id, label, backend_ids: [device_id], profile: limits },
        decay: isSimulated({ address }) ? decay : null,
        ...{ simulated: isSimulated({ address }), slot: options?.slot ?? drivers.all.get(driver)?.options?.slot ?? 1 },
        sequencer: 0,
        instruments: instrumentsOf(changes.lab, device_id).filter(({ role }) => role !== 'entropy_source'),
      }))
    },
    onProgress: progress => instruments.announcements.machine(progress),
    onTraffic: records.log.onEntry,
    onHappening({ id, label }, instrument_id, text) {
      const simulated = summaries.isSimulated(instrument_id)
      records.experiment.add({ event: 'run', text, actor: label, work: id, instrument_id, simulated })
    },
    onBrokenOff: (work, ids) => void occasions.aborted(work, ids),
  })
  return {
    instruments,
    devices,
    events,
    ...{ records, limits, occasions },
    kept: createKeptRecords({ records, limits, summaries, now }),
    start() {
      registry.start()
      limits.start()
    },
    async close() {
      limits.close()
      await occasions.quit()
      occasions.close()
      await instruments.close()
      unfollow()
      await records.close()
      await twins.close()
    },
  }
}

/** What is written down is streamed too. */
function tellRecords(events: InstrumentEvents, { commands, experiment, alarms }: LabRecords, limits: RunLimits): void {
  commands.onEntry(entry => {
    const { instrument_id, work } = entry
    events.publish({ type: 'command', entry }, { instrument_id, work, is_command: true })
  })
  experiment.onEntry(entry => {
    const { instrument_id, work } = entry
    events.publish({ type: 'experiment', entry }, { instrument_id, work, is_command: false })
  })
  alarms.onChange(alarm => {
    const { instrument_id, work } = alarm
    events.publish({ type: 'alarm', alarm }, { instrument_id, work, is_command: false })
  })
  limits.onChange(state => {
    const precondition = preconditionState(state)
    events.publish(
      { type: 'precondition', precondition },
      { instrument_id: precondition.instrument, work: null, is_command: false },
    )
  })
}
