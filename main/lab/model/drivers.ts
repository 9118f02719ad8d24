/** Driver files: the program's and the lab's own, read again whenever somebody looks. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loadDrivers } from '../../instruments/driver-files/load'
import type { DriverFile } from '../../instruments/drivers/schema'
import type { InstrumentError } from '../../instruments/model/fault'

export interface Drivers {
  /** One map, which `reload` updates: instruments that connect later use the new files. */
  readonly all: ReadonlyMap<string, DriverFile>
  /** Files that cannot be used. */
  problems(): readonly InstrumentError[]
  /** What is worth a look in files that can be used. */
  warnings(): readonly InstrumentError[]
  isShipped(driver: DriverFile): boolean
  /** Where new files of the lab belong. */
  readonly newFiles: string
  hasTwin(driver: string): boolean
  reload(): void
}

interface DriversOptions {
  /** Folder of the program's files. */
  readonly shipped: string
  /** Folders of the lab's files: later ones take precedence, and the first is the place for new files. */
  readonly own: readonly string[]
  /** Drivers that have a twin. */
  readonly twins: ReadonlySet<string>
}

export function openDrivers({ shipped, own, twins }: DriversOptions): Drivers {
  const all = new Map<string, DriverFile>()
  let problems: readonly InstrumentError[] = []
  let warnings: readonly InstrumentError[] = []
  let ofProgram: ReadonlySet<DriverFile> = new Set()
  let seen = ''
  const reload = () => {
    const now = stampOf([shipped, ...own])
    if (now === seen) return
    seen = now
    const base = loadDrivers([shipped])
    const lab = loadDrivers(own)
    all.clear()
    for (const [id, driver] of [...base.drivers, ...lab.drivers]) all.set(id, driver)
    ofProgram = new Set(base.drivers.values())
    problems = [...base.problems, ...lab.problems]
    warnings = [...base.warnings, ...lab.warnings]
  }
  reload()
  return {
    all,
    problems: () => problems,
    warnings: () => warnings,
    isShipped: driver => ofProgram.has(driver),
    newFiles: own[0] ?? shipped,
    hasTwin: driver => twins.has(driver),
    reload,
  }
}

/** Names, sizes and times of the files: they differ after a change. */
const stampOf = (folders: readonly string[]): string =>
  folders
    .flatMap(folder =>
      namesIn(folder).map(name => {
        const found = statSync(join(folder, name), { throwIfNoEntry: false })
        return `${folder}/${name} ${found?.mtimeMs} ${found?.size}`
      }),
    )
    .join('\n')

/** Why a folder cannot be read is reported where its drivers are loaded. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    return [String((error as NodeJS.ErrnoException).code)]
  }
}
