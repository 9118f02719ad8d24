import { z } from 'zod'
import { SettingsSnapshot, type SettingsSummary } from '../../contract/instruments/settings-snapshot'
import { type Page, pageOf, positionBefore } from '../../contract/model/page'
import type { Store } from '../../store/store'

/** Snapshots of settings on the disk. */
export interface SettingsTable {
  insert(snapshot: SettingsSnapshot): void
  get(snapshot_id: string): SettingsSnapshot | null
  list(query: { readonly limit: number; readonly cursor?: string | undefined }): Page<SettingsSummary>
  /** False where there is none. */
  remove(snapshot_id: string): boolean
}

const Row = z.object({ position: z.int(), snapshot: z.string() })
type Row = z.infer<typeof Row>

export function settingsTable({ db }: Pick<Store, 'db'>): SettingsTable {
  const insert = db.prepare('INSERT INTO instrument_settings (snapshot_id, snapshot) VALUES (?, ?)')
  const one = db.prepare<[string], string>('SELECT snapshot FROM instrument_settings WHERE snapshot_id = ?').pluck()
  const below = db.prepare<[number, number], Row>(
    'SELECT position, snapshot FROM instrument_settings WHERE position < ? ORDER BY position DESC LIMIT ?',
  )
  const remove = db.prepare('DELETE FROM instrument_settings WHERE snapshot_id = ?')
  const parsed = (text: string): SettingsSnapshot => SettingsSnapshot.parse(JSON.parse(text))
  return {
    insert: snapshot => void insert.run(snapshot.snapshot_id, JSON.stringify(snapshot)),
    get(snapshot_id) {
      const text = one.get(snapshot_id)
      return text === undefined ? null : parsed(text)
    },
    list: ({ limit, cursor }) =>
      pageOf(below.all(positionBefore(cursor), limit + 1), {
        limit,
        positionOf: ({ position }) => position,
        show: ({ snapshot }) => {
          const { items: _, ...summary } = parsed(snapshot)
          return summary
        },
        weigh: ({ snapshot }) => snapshot.length,
      }),
    remove: snapshot_id => remove.run(snapshot_id).changes > 0,
  }
}
