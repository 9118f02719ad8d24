/** Opens the lab's instruments, their twins, records and safe states. */
import { randomInt } from 'node:crypto'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Backends } from '../backends/backends'
import type { Config } from '../config/config'
import { createDevices, type Devices } from '../device/device'
import type { DeviceParts } from '../device/device-options'
import { createInstrumentEvents, type InstrumentEvents } from '../events/instrument-events'
import { type LabRecords, openLabRecords } from '../instruments/records/lab-records'
import { createPorts } from '../instruments/registry/ports'
import { type AutomaticSafeStates, createAutomaticSafeStates } from '../instruments/safety/automatic-safe-states'
import { createRunLimits, type RunLimits } from '../instruments/safety/limits'
import { isLimited } from '../instruments/safety/output-limits'
import { createInstruments, type Instruments } from '../lab/control/instruments'
import { createKeptRecords, type KeptRecords, preconditionState } from '../lab/control/kept-records'
import { logOperatorAct } from '../lab/control/operator-acts'
import { policiesOf } from '../lab/control/safe-drives'
import { type Drivers, openDrivers } from '../lab/model/drivers'
import { refuseMisfits } from '../lab/profile/by-driver'
import { isSimulated } from '../lab/profile/changes'
import { type LabChanges, openLabChanges } from '../lab/profile/lab-changes'
import { instrumentsOf, type Lab, type LoadedSequencer, loadLab, membersOf } from '../lab/profile/lab-file'
import { pendingDriveTable } from '../lab/storage/pending-drive-table'
import { settingsTable } from '../lab/storage/settings-table'
import { createOutputStates } from '../lab/view/output-states'
import type { Logger } from '../log/log'
import { defaultNativeDirs } from '../simulation/addon/load'
import type { Store } from '../store/store'
import { TWIN_MODELS } from '../twins/thread/models'
import { createTwinHost, type TwinHost } from '../twins/thread/twin-host'
import { threadScript } from '../worker/offload'

export interface OpenedLab {
  readonly base: Lab
  readonly drivers: Drivers
}

type LabConfig = Pick<Config, 'lab' | 'devices' | 'data' | 'resources'>

/**
 * Reads the lab file and all files that it names, before anything is stored. Throws `invalid_file` naming the faulty
 * field.
 */
export function openLab({ lab: file, devices, data, resources }: LabConfig): OpenedLab {
  const base = loadLab(file, { profiles: devices, sequencers: join(resources, 'sequencers') })
  const drivers = openDrivers({
    shipped: join(resources, 'instruments'),
    own: [join(data, 'drivers'), ...base.driver_folders],
    twins: new Set(Object.keys(TWIN_MODELS)),
  })
  refuseMisfits(base, drivers)
  return { base, drivers }
}

/** The lab including the changes made in the window. */
export const openChanges = (
  { base, drivers }: OpenedLab,
  { data, resources }: LabConfig,
  now: () => number,
): LabChanges => openLabChanges({ base, data, shipped: join(resources, 'labs'), drivers: drivers.all, now })

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
  /** Devices of live backends, used by runs and jobs. */
  readonly devices: Devices
  readonly events: InstrumentEvents
  readonly records: LabRecords
  readonly kept: KeptRecords
  /** Preconditions, checked before and during a run. */
  readonly limits: RunLimits
  readonly automatic: AutomaticSafeStates
  /** Connects the instruments and starts checking preconditions. */
  start(): void
  /** Drives the safe states that the lab defines for quitting, then closes the ports. */
  close(): Promise<void>
}

/**
 * One lock folder for all services of a user, whatever their data folders: a second program that opens a HID port takes
 * its reports away.
 */
const portLocks = (): string => join(tmpdir(), `pentad-ports-${userInfo().uid}`)

export async function openMachine(parts: MachineParts): Promise<Machine> {
  const { changes, data, log, now } = parts
  const onProblem = (message: string) => log.warn(message)
  const records = await openLabRecords({ folder: join(data, 'instruments'), now, onProblem })
  const twins = openTwins(parts)
  const events = createInstrumentEvents(now)
  const instruments = openInstruments(parts, { records, twins, events })
  const { registry, summaries } = instruments
  const unfollow = records.follow(registry)
  const limits = createRunLimits({ registry, preconditions: () => changes.lab.preconditions, records, now })
  const automatic = createAutomaticSafeStates({
    registry,
    policies: () => policiesOf(changes.lab),
    records,
    pending: pendingDriveTable(parts.store, onProblem),
  })
  streamRecords(events, records, limits)
  return {
    instruments,
    events,
    records,
    limits,
    automatic,
    devices: openDevices(parts, { instruments, records, limits, automatic }),
    kept: createKeptRecords({
      records,
      limits,
      summaries,
      now,
      outputs: createOutputStates({ registry, summaries, labNow: () => changes.lab }),
    }),
    start() {
      registry.start()
      limits.start()
      void automatic.drivePending()
    },
    async close() {
      limits.close()
      await automatic.quit()
      automatic.close()
      await instruments.close()
      unfollow()
      await records.close()
      await twins.close()
    },
  }
}

/** Starts the thread of twins; a twin sequencer uses the current calibration of its device. */
function openTwins({ changes, backends, log }: MachineParts): TwinHost {
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
  return twins
}

interface RecordedMachine {
  readonly records: LabRecords
  readonly twins: TwinHost
  readonly events: InstrumentEvents
}

function openInstruments(
  { lab, changes, store, now }: MachineParts,
  { records, twins, events }: RecordedMachine,
): Instruments {
  const simulatedHosts = {
    has: (host: string) =>
      membersOf(changes.lab).some(
        ({ address }) => address.kind === 'tcp' && address.simulated && address.host === host,
      ),
  }
  const instruments: Instruments = createInstruments({
    changes,
    drivers: lab.drivers,
    twins,
    now,
    ports: createPorts({ lockFolder: portLocks(), openPeer: twins.openPeer, simulatedHosts }),
    log: records.log,
    stream: events,
    settings: settingsTable(store),
    onAct: act => logOperatorAct(records.experiment, instruments.summaries, act),
  })
  return instruments
}

/** Devices of the live backends, each with the sequencer that the lab names for it. */
function openDevices(
  { lab: { drivers }, changes, log, now }: MachineParts,
  { instruments, records, limits, automatic }: Pick<Machine, 'instruments' | 'records' | 'limits' | 'automatic'>,
): Devices {
  const { registry, summaries, announcements } = instruments
  return createDevices({
    registry,
    log,
    now,
    guards: limits,
    /** Computed at each access, as the lab may change. */
    get sequencers(): DeviceParts['sequencers'] {
      return changes.lab.sequencers.map(sequencer => deviceSequencer(changes.lab, sequencer, drivers))
    },
    onProgress: announcements.progress,
    onTraffic: records.log.onEntry,
    onEvent({ id, label }, instrument_id, text) {
      const simulated = summaries.isSimulated(instrument_id)
      records.experiment.add({ event: 'run', text, actor: label, work: id, instrument_id, simulated })
    },
    onDrivePending: automatic.addPending,
    onDriveCleared: automatic.clearPending,
    whenPendingDriven: automatic.whenPendingDriven,
    onBrokenOff: (work, ids) => void automatic.aborted(work, ids),
  })
}

function deviceSequencer(
  lab: Lab,
  { id, label, device_id, limits, options, driver, address, decay }: LoadedSequencer,
  drivers: Drivers,
): DeviceParts['sequencers'][number] {
  const simulated = isSimulated({ address })
  const numbers: Readonly<Record<string, number>> = { ...drivers.all.get(driver)?.options, ...options }
  return {
    id,
    label,
    backend_ids: [device_id],
    profile: limits,
    simulated,
    decay: simulated ? decay : null,
    slot: numbers.slot ?? 1,
    sequencer: numbers.sequencer ?? 0,
    instruments: instrumentsOf(lab, device_id)
      .filter(({ role }) => role !== 'entropy_source')
      .map(({ id, label, role }) => ({
        id,
        label,
        role,
        outputs: lab.channels.filter(channel => channel.instrument === id && isLimited(channel)),
      })),
  }
}

/** Publishes every record on the event stream. */
function streamRecords(
  events: InstrumentEvents,
  { commands, experiment, alarms }: LabRecords,
  limits: RunLimits,
): void {
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
