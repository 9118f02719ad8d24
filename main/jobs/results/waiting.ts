/** Long polls: callers are answered once a job, or every job of a batch, is over. */
import { AppError } from '../../contract/model/errors'
import type { EventReader } from '../../events/event-log'
import type { JobAbout } from '../model/job'

/** A query of a job or batch; `signal` ends its wait. */
export interface JobRead<Query> {
  readonly query: Query
  readonly signal?: AbortSignal | undefined
}

/** Seconds to wait; left out: none. */
export type MayWait = { readonly wait?: number }

/** Requests of one key that wait at once; each holds a connection of its client. */
export const MAX_WAITING = 64

export interface WaitOptions {
  readonly seconds: number
  /** The key, null for the account holder. */
  readonly owner: string | null
  /** Aborted when the client goes away. */
  readonly signal?: AbortSignal | undefined
}

export interface JobWaits {
  /**
   * Resolves once `isOver` returns true or the time is up; `isOver` is called at every event of the job, or of a job of
   * the batch. Rejects with what `isOver` throws, with the signal's reason, and with `too_many_waiting`.
   */
  until(id: string, isOver: () => boolean, options: WaitOptions): Promise<void>
  /** Answers all waiting callers with the current state, and later ones at once. */
  answerAll(): void
}

export function createJobWaits(events: EventReader<JobAbout>): JobWaits {
  const watch = createWatch(events)
  const limit = createWaitingLimit()
  const ends = new Set<() => void>()
  let isEnding = false

  const over = (id: string, isOver: () => boolean, { seconds, signal }: WaitOptions): Promise<void> =>
    new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        for (const undo of [unwatch, () => clearTimeout(timer), () => ends.delete(end)]) undo()
        signal?.removeEventListener('abort', leaves)
        settle()
      }
      const end = () => finish(resolve)
      const leaves = () => finish(() => reject(signal!.reason))
      const unwatch = watch(id, () => {
        try {
          if (isOver()) end()
        } catch (error) {
          finish(() => reject(error))
        }
      })
      const timer = setTimeout(end, seconds * 1_000)
      ends.add(end)
      signal?.addEventListener('abort', leaves)
    })

  return {
    async until(id, isOver, options) {
      options.signal?.throwIfAborted()
      if (isEnding || options.seconds <= 0 || isOver()) return
      limit.enter(options.owner)
      try {
        await over(id, isOver, options)
      } finally {
        limit.leave(options.owner)
      }
    },
    answerAll() {
      isEnding = true
      for (const end of [...ends]) end()
    },
  }
}

/** Calls `look` at every event of the job, or of a job of the batch, until the returned function is called. */
type WatchJob = (id: string, look: () => void) => () => void

function createWatch(events: EventReader<JobAbout>): WatchJob {
  const looks = new Map<string, Set<() => void>>()
  let seen = events.newest()

  /** One listener for all waiting callers: an event costs nothing where no one waits for its job. */
  events.listen(() => {
    for (const newest = events.newest(); seen < newest; ) {
      seen += 1
      const about = looks.size > 0 ? events.at(seen)?.about : undefined
      if (about) for (const id of [about.job_uuid, about.batch_id ?? null]) for (const look of looksOf(id)) look()
    }
  })

  const looksOf = (id: string | null): readonly (() => void)[] => [...((id !== null && looks.get(id)) || [])]

  return (id, look) => {
    const all = looks.get(id) ?? new Set()
    looks.set(id, all.add(look))
    return () => {
      all.delete(look)
      if (all.size === 0) looks.delete(id)
    }
  }
}

interface WaitingLimit {
  /** Throws `too_many_waiting`. */
  enter(owner: string | null): void
  leave(owner: string | null): void
}

function createWaitingLimit(): WaitingLimit {
  const waiting = new Map<string | null, number>()
  return {
    enter(owner) {
      const count = waiting.get(owner) ?? 0
      if (count >= MAX_WAITING)
        throw new AppError(
          'too_many_waiting',
          `${MAX_WAITING} requests of this key wait already: ask without wait, or wait for one of them to be answered`,
          { details: { most: MAX_WAITING } },
        )
      waiting.set(owner, count + 1)
    },
    leave(owner) {
      const left = waiting.get(owner)! - 1
      if (left > 0) waiting.set(owner, left)
      else waiting.delete(owner)
    },
  }
}
