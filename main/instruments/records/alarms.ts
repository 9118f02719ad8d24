/** Alarms, kept over restarts until acknowledged. One line for each change, folded when the file is opened. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Alarm } from '../../contract/instruments/limits'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import { type Page, pageOf, positionBefore } from '../../contract/model/page'
import { appendDurably, replaceFile } from '../../files/durable-file'
import { makeFolders } from '../../files/folders'
import { Listeners } from '../model/listeners'

type NewAlarm = Pick<Alarm, 'code' | 'message'> &
  Partial<Pick<Alarm, 'instrument_id' | 'precondition_id' | 'simulated' | 'work'>>

export interface Alarms {
  /** Raises an alarm. Returns the open one where there is one for the same code, instrument, precondition and work. */
  raise(alarm: NewAlarm): Alarm
  /** Throws `not_found`; one that is acknowledged stays as it is. */
  acknowledge(alarm_id: string, actor: string): Alarm
  /** Newest first. Throws `invalid_request` for an invalid cursor. */
  list(query: { limit: number; cursor?: string | undefined; open?: boolean | undefined }): Page<Alarm>
  /** Called when an alarm is raised or acknowledged. */
  onChange(listener: (alarm: Alarm) => void): () => void
}

/** Number of acknowledged alarms that are kept. */
const MAX_CLOSED = 1_000

export function openAlarms({ folder, now }: { folder: string; now: () => number }): Alarms {
  makeFolders(folder)
  const path = join(folder, 'alarms.jsonl')
  const alarms = new Map(foldedLines(path).map(alarm => [alarm.alarm_id, alarm]))
  replaceFile(path, [...alarms.values()].map(lineOf).join(''))
  const listeners = new Listeners<Alarm>()
  const keep = (alarm: Alarm): Alarm => {
    alarms.set(alarm.alarm_id, alarm)
    appendDurably(path, lineOf(alarm))
    listeners.notify(alarm)
    return alarm
  }
  return {
    raise({ code, message, instrument_id = null, precondition_id = null, simulated = false, work = null }) {
      const reason = { code, instrument_id, precondition_id, work }
      const open = [...alarms.values()].find(one => one.acknowledged_at === null && isFor(one, reason))
      if (open) return open
      const unacknowledged = { acknowledged_at: null, acknowledged_by: null }
      return keep({ alarm_id: randomUUID(), at: isoTime(now()), ...reason, message, simulated, ...unacknowledged })
    },
    acknowledge(alarm_id, actor) {
      const alarm = alarms.get(alarm_id)
      if (!alarm) throw new AppError('not_found', `There is no alarm ${alarm_id}`)
      return alarm.acknowledged_at === null
        ? keep({ ...alarm, acknowledged_at: isoTime(now()), acknowledged_by: actor })
        : alarm
    },
    list({ limit, cursor, open }) {
      const before = positionBefore(cursor)
      const rows = [...alarms.values()]
        .map((alarm, index) => ({ alarm, position: index + 1 }))
        .filter(({ alarm, position }) => position < before && (!open || alarm.acknowledged_at === null))
        .reverse()
      const options = { limit, positionOf: (row: (typeof rows)[number]) => row.position }
      return pageOf(rows.slice(0, limit + 1), { ...options, show: ({ alarm }) => alarm })
    },
    onChange: listeners.add,
  }
}

const isFor = (alarm: Alarm, reason: Pick<Alarm, 'code' | 'instrument_id' | 'precondition_id' | 'work'>): boolean =>
  alarm.code === reason.code &&
  alarm.instrument_id === reason.instrument_id &&
  alarm.precondition_id === reason.precondition_id &&
  alarm.work === reason.work

/** The last state of each, oldest first; half a line at the end is none. */
function foldedLines(path: string): Alarm[] {
  if (!existsSync(path)) return []
  const alarms = new Map<string, Alarm>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const alarm = alarmIn(line)
    if (alarm) alarms.set(alarm.alarm_id, alarm)
  }
  const closed = [...alarms.values()].filter(({ acknowledged_at }) => acknowledged_at !== null)
  for (const { alarm_id } of closed.slice(0, Math.max(0, closed.length - MAX_CLOSED))) alarms.delete(alarm_id)
  return [...alarms.values()]
}

function alarmIn(line: string): Alarm | null {
  try {
    return line === '' ? null : (JSON.parse(line) as Alarm)
  } catch {
    return null
  }
}

const lineOf = (alarm: Alarm): string => `${JSON.stringify(alarm)}\n`
