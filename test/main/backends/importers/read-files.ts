import type { NamedText } from '../../../../main/backends/files/json'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'

export const read = (...files: NamedText[]) => importSnapshot(files).snapshot

/** What the files are refused with. */
export const fault = (...files: NamedText[]) => {
  try {
    read(...files)
  } catch (error) {
    return error as Error & { code: string; details: Record<string, unknown> }
  }
  throw new Error('the file was taken')
}
