/** Everything that is done with the instruments of a lab, put together over one registry. */
import type { InstrumentProblem, InstrumentSummary } from '../../contract/instruments/instrument'
import type { SafeStateReply } from '../../contract/instruments/limits'
import type { RestoreReply, SettingsSummary } from '../../contract/instruments/settings-snapshot'
import type { Caller } from '../../contract/service/account'
import type { CommandLog } from '../../instruments/exchange/command-log'
import type { SetResult } from '../../instruments/model/request'
import type { InstrumentPorts } from '../../instruments/registry/ports'
import { createRegistry, type Registry } from '../../instruments/registry/registry'
import { holderIdOf } from '../model/actor'
import { problemOfFault, withAppErrors } from '../model/app-errors'
import type { Drivers } from '../model/drivers'
import type { LabChanges } from '../profile/lab-changes'
import { type Lab, membersOf } from '../profile/lab-file'
import type { SettingsTable } from '../storage/settings-table'
import { type Announcements, createAnnouncements, type InstrumentStream } from '../view/announcements'
import { createSummaries, type Summaries } from '../view/summaries'
import { createFinding, type Finding } from './finding'
import { createFlux, type Flux } from './flux'
import { type LabTwins, twinOf } from './lab-twins'
import { configuredOf, createMembers, type Members } from './members'
import { createOperatorLeases, type OperatorLeases } from './operator-leases'
import { type ConsoleExchange, createParameters, type Parameters } from './parameters'
import { createSafeDrives, type SafeDrives } from './safe-drives'
import { createSettings, type KeptSettings } from './settings'
import { createTwinFaults, type TwinFaults } from './twin-faults'

/** Acts of operators, for the experiment log. */
export type OperatorAct =
  | { readonly kind: 'safe_state'; readonly reply: SafeStateReply; readonly caller: Caller }
  | {
      readonly kind: 'restored'
      readonly snapshot: SettingsSummary
      readonly steps: RestoreReply['steps']
      readonly caller: Caller
    }
  | ({ readonly kind: 'console'; readonly instrument: string } & ConsoleExchange)
  | { readonly kind: 'refused'; readonly instrument: string; readonly refused: SetResult }
  | { readonly kind: 'reopened'; readonly instrument: string; readonly caller: Caller }
  | { readonly kind: 'profile'; readonly actor: string; readonly text: string; readonly instrument: string | null }

interface InstrumentsOptions {
  readonly changes: LabChanges
  readonly drivers: Drivers
  readonly ports: InstrumentPorts
  readonly twins: LabTwins
  readonly log: CommandLog
  readonly stream: InstrumentStream
  readonly settings: SettingsTable
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onAct?: (act: OperatorAct) => void
}

export interface Instruments {
  readonly registry: Registry
  /** The lab with all changes. */
  lab(): Lab
  readonly drivers: Drivers
  readonly summaries: Summaries
  readonly members: Members
  readonly parameters: Parameters
  readonly leases: OperatorLeases
  readonly finding: Finding
  readonly faults: TwinFaults
  readonly safe: SafeDrives
  readonly settings: KeptSettings
  readonly flux: Flux
  readonly announcements: Announcements
  list(): { items: InstrumentSummary[]; problems: InstrumentProblem[] }
  /** Closes the port and opens it again. */
  reopen(id: string, caller: Caller): Promise<void>
  close(): Promise<void>
}

export function createInstruments(options: InstrumentsOptions): Instruments {
  const { changes, drivers, ports, twins, log, stream, now, onAct = () => undefined } = options
  const lab = () => changes.lab
  const named = new Set<string>()
  for (const member of membersOf(lab())) {
    const twin = twinOf(member, drivers.all)
    // A member without a twin is reported in the list: nothing is plugged in at its address. Several members may share a twin.
    if (twin && drivers.hasTwin(twin.driver) && !named.has(twin.name)) twins.add(twin)
    if (twin) named.add(twin.name)
  }
  const registry = createRegistry({ configured: membersOf(lab()).map(configuredOf), drivers: drivers.all, ports, log })
  const safe = createSafeDrives({
    registry,
    labNow: lab,
    now,
    onDriven: (reply, caller) => onAct({ kind: 'safe_state', reply, caller }),
    onStatus: id => announcements.changed(id),
  })
  const leases = createOperatorLeases(registry.leases, now, id => announcements.changed(id))
  const summaries = createSummaries({ registry, labNow: lab, drivers, leases, safe })
  const announcements = createAnnouncements({ registry, summaries, stream })
  const stops = [
    registry.onChange(leases.changed),
    registry.onSet(safe.wasChanged),
    registry.onChange(id => {
      if (registry.list().find(one => one.id === id)?.state === 'lost') safe.wasChanged(id)
    }),
  ]
  const members = createMembers({
    registry,
    changes,
    drivers,
    twins,
    onChange(change) {
      announcements.lab()
      onAct({ kind: 'profile', ...change })
    },
  })
  const settings = createSettings({
    registry,
    summaries,
    table: options.settings,
    now,
    onRestored: (snapshot, steps, caller) => onAct({ kind: 'restored', snapshot, steps, caller }),
  })
  const onRefused = (instrument: string, refused: SetResult) => onAct({ kind: 'refused', instrument, refused })
  return {
    registry,
    lab,
    drivers,
    summaries,
    members,
    leases,
    safe,
    settings,
    announcements,
    parameters: createParameters({
      registry,
      summaries,
      now,
      onConsole(instrument, exchange) {
        safe.wasChanged(instrument)
        onAct({ kind: 'console', instrument, ...exchange })
      },
      onRefused,
    }),
    finding: createFinding({ registry, drivers, twins }),
    faults: createTwinFaults({ twins, labNow: lab, look: registry.look }),
    flux: createFlux({ registry, labNow: lab, summaries, onRefused }),
    list: () => ({ items: summaries.list(), problems: registry.problems().map(problemOfFault) }),
    async reopen(id, caller) {
      summaries.requireKnown(id)
      await withAppErrors(async () => {
        registry.leases.check(id, holderIdOf(caller))
        onAct({ kind: 'reopened', instrument: id, caller })
        drivers.reload()
        await registry.reopen(id)
      })
    },
    async close() {
      for (const stop of stops) stop()
      leases.close()
      announcements.close()
      await registry.close()
    },
  }
}
