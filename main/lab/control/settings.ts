/** Snapshots of the settings of instruments: taken, compared, restored by the lab's ramps. */
import { randomUUID } from 'node:crypto'
import type {
  CompareReply,
  RestoreReply,
  RestoreSettings,
  SettingsSnapshot,
  SettingsSummary,
  TakeSettings,
} from '../../contract/instruments/settings-snapshot'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import type { Page } from '../../contract/model/page'
import type { Caller } from '../../contract/service/account'
import { parameterNamed } from '../../instruments/drivers/parameter-spec'
import { driverHash, snapshotHash } from '../../instruments/drivers/snapshot'
import { isFault } from '../../instruments/model/fault'
import type { Registry } from '../../instruments/registry/registry'
import { actorOf, causeOf, holderIdOf } from '../model/actor'
import { problemOfFault, unknownInstrument, withAppErrors } from '../model/app-errors'
import type { SettingsTable } from '../storage/settings-table'
import { wireReading } from '../view/forms'
import type { Summaries } from '../view/summaries'
import { createRestoreSteps, type RestoreStep } from './restore-steps'
import { compareItems, type ParameterOf, type SettingsItem } from './settings-differences'

export interface KeptSettings {
  take(request: TakeSettings, caller: Caller): Promise<SettingsSnapshot>
  list(query: { readonly limit: number; readonly cursor?: string | undefined }): Page<SettingsSummary>
  /** Throws `not_found`, as all below. */
  get(snapshot_id: string): SettingsSnapshot
  remove(snapshot_id: string): void
  /** Compares with another snapshot; with null, with the present settings. */
  compare(snapshot_id: string, other: string | null, caller: Caller): Promise<CompareReply>
  restore(snapshot_id: string, request: RestoreSettings, caller: Caller): Promise<RestoreReply>
}

interface SettingsParts {
  readonly registry: Registry
  readonly summaries: Summaries
  readonly table: SettingsTable
  readonly now: () => number
  readonly onRestored: (snapshot: SettingsSummary, steps: RestoreReply['steps'], caller: Caller) => void
}

export function createSettings({ registry, summaries, table, now, onRestored }: SettingsParts): KeptSettings {
  const found = (snapshot_id: string): SettingsSnapshot => {
    const snapshot = table.get(snapshot_id)
    if (snapshot) return snapshot
    throw new AppError('not_found', `There is no snapshot ${snapshot_id}`, { details: { snapshot_id } })
  }
  const chosen = (ids: readonly string[] | undefined): readonly string[] => {
    const known = registry.list().map(({ id }) => id)
    const unknown = ids?.find(id => !known.includes(id))
    if (unknown !== undefined) throw unknownInstrument(unknown, known)
    return ids ?? known
  }
  const readItem = async (id: string, caller: Caller): Promise<SettingsItem> => {
    const status = registry.list().find(one => one.id === id)!
    const about = {
      instrument_id: id,
      driver: status.driver,
      driver_sha256: status.instrument ? driverHash(status.instrument.driver) : '',
      serial_number: status.instrument?.identity.serial_number ?? null,
      simulated: summaries.isSimulated(id),
    }
    try {
      const instrument = registry.use(id, holderIdOf(caller))
      const readings = await instrument.snapshot({ cause: causeOf(caller) })
      const settings_sha256 = snapshotHash(instrument.driver, readings)
      return { ...about, settings_sha256, readings: readings.map(wireReading), problem: null }
    } catch (error) {
      if (!isFault(error)) throw error
      return { ...about, settings_sha256: null, readings: [], problem: problemOfFault(error) }
    }
  }
  const readAllItems = (ids: readonly string[], caller: Caller) => Promise.all(ids.map(id => readItem(id, caller)))

  const parameterOf: ParameterOf = (id, parameter) => {
    const driver = registry.list().find(one => one.id === id)?.instrument?.driver
    return driver && parameterNamed(driver, parameter)
  }
  const connectedOf = (ids: readonly string[]) => {
    const known = new Set(registry.list().map(({ id }) => id))
    return ids.filter(id => known.has(id))
  }
  const steps = createRestoreSteps(registry, summaries)

  return {
    take: ({ label, instruments }, caller) =>
      withAppErrors(async () => {
        const items = await readAllItems(chosen(instruments), caller)
        const snapshot: SettingsSnapshot = {
          snapshot_id: randomUUID(),
          label,
          at: isoTime(now()),
          actor: actorOf(caller),
          instruments: items.map(({ instrument_id }) => instrument_id),
          simulated: items.some(({ simulated }) => simulated),
          items,
        }
        table.insert(snapshot)
        return snapshot
      }),
    list: table.list,
    get: found,
    remove(snapshot_id) {
      found(snapshot_id)
      table.remove(snapshot_id)
    },
    compare: (snapshot_id, other, caller) =>
      withAppErrors(async () => {
        const { items, instruments } = found(snapshot_id)
        const after = other === null ? await readAllItems(connectedOf(instruments), caller) : found(other).items
        return { snapshot_id, with: other, ...compareItems(items, after, parameterOf) }
      }),
    restore: (snapshot_id, { dry_run, instruments }, caller) =>
      withAppErrors(async () => {
        const snapshot = found(snapshot_id)
        const wanted = instruments ? chosen(instruments) : snapshot.instruments
        const items = snapshot.items.filter(({ instrument_id }) => wanted.includes(instrument_id))
        const ids = connectedOf(items.map(({ instrument_id }) => instrument_id))
        for (const id of ids) registry.leases.check(id, holderIdOf(caller))
        const { differences, problems } = compareItems(items, await readAllItems(ids, caller), parameterOf)
        const planned = differences.filter(({ settable, before }) => settable && before !== null).map(steps.planned)
        if (dry_run) return { snapshot_id, dry_run, steps: planned, problems }
        const done: RestoreStep[] = []
        // Steps go one after another: a value that is set may limit the next.
        for (const step of planned) done.push(step.outcome === 'left' ? step : await steps.carriedOut(step, caller))
        onRestored(snapshot, done, caller)
        return { snapshot_id, dry_run, steps: done, problems }
      }),
  }
}
