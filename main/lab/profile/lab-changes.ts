/**
 * Changes beside the lab file: `lab-changes.json` of the data folder, written whole or not at all. They are applied to the lab file
 * at each start; a change that no longer fits is left out and reported.
 */
import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { readText } from '../../backends/devices/device-profile'
import { writeDocument } from '../../backends/files/document'
import { parseJsonFile, read } from '../../backends/files/json'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import type { DriverFile } from '../../instruments/drivers/schema'
import { memberMisfits } from './by-driver'
import { type Change, KeptChange, withChange } from './changes'
import { type Lab, membersOf } from './lab-file'

export interface LabChanges {
  /** The lab with all changes. */
  readonly lab: Lab
  /** Oldest first. */
  readonly kept: readonly KeptChange[]
  /** Path of the file; null while there is no change. */
  readonly file: string | null
  /** Changes that did not fit, files that could not be read. */
  readonly problems: readonly string[]
  /** Throws `conflict` or `not_found`, and nothing has changed then. */
  make(change: Change, about: { readonly actor: string; readonly text: string }): void
  /** Takes the newest back. Throws `conflict` where there is none. */
  undo(): KeptChange
}

const File = z.strictObject({
  format: z.literal('pentad-lab-changes/1'),
  labs: z.record(z.string(), z.array(KeptChange).max(10_000)),
})
type File = z.infer<typeof File>

interface LabChangesOptions {
  readonly base: Lab
  /** The data folder. */
  readonly data: string
  /** The folder of the labs that come with the program: an update may move it. */
  readonly shipped: string
  readonly drivers: ReadonlyMap<string, DriverFile>
  readonly now: () => number
}

export function openLabChanges({ base, data, shipped, drivers, now }: LabChangesOptions): LabChanges {
  const path = join(data, 'lab-changes.json')
  const path_of_base = resolve(base.file)
  const key = dirname(path_of_base) === resolve(shipped) ? `shipped:${basename(path_of_base)}` : path_of_base
  const problems: string[] = []
  const file = opened(path, problems, now)
  let kept: KeptChange[] = []
  let lab = base
  /** The lab with a change; throws where this does not fit the lab or the driver. */
  const changed = (change: Change): Lab => {
    const next = withChange(lab, change)
    const id = change.kind === 'add' ? change.instrument.id : change.id
    const member = membersOf(next).find(one => one.id === id)
    const driver = member && drivers.get(member.driver)
    const faults = driver ? memberMisfits(member, driver) : []
    if (faults.length > 0)
      throw new AppError('invalid_request', faults.map(({ message }) => message).join(' '), { faults })
    return next
  }
  for (const change of file.labs[key] ?? []) {
    try {
      lab = changed(change.change)
      kept.push(change)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push(`“${change.text}” of ${isoTime(change.at)} is left out: ${error.message}`)
    }
  }
  const keep = (next: KeptChange[]) => {
    const labs = { ...file.labs, [key]: next }
    writeDocument(path, { format: 'pentad-lab-changes/1', labs })
    file.labs = labs
    kept = next
  }
  return {
    get lab() {
      return lab
    },
    get kept() {
      return kept
    },
    get file() {
      return kept.length > 0 ? path : null
    },
    problems,
    make(change, about) {
      const next = changed(change)
      keep([...kept, { at: now(), ...about, change }])
      lab = next
    },
    undo() {
      const last = kept.at(-1)
      if (!last) throw new AppError('conflict', 'No change of the lab is known that could be taken back')
      const before = kept.slice(0, -1)
      const next = before.reduce((one, { change }) => withChange(one, change), base)
      keep(before)
      lab = next
      return last
    },
  }
}

/** Opens the file; a damaged one is set aside and stops neither the service nor the next change. */
function opened(path: string, problems: string[], now: () => number): File {
  const empty: File = { format: 'pentad-lab-changes/1', labs: {} }
  if (!existsSync(path)) return empty
  try {
    return read(File, parseJsonFile(readText(path)), { file: path })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const aside = `${path}.damaged-${now()}`
    renameSync(path, aside)
    problems.push(`${error.message} It was put aside as ${aside}; the lab is as its file says.`)
    return empty
  }
}
