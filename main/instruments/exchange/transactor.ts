/** A port and the queue before it; instruments that share it, as modules of one mainframe do, take turns there. */
import type { Dialogue } from '../framing/dialogue'
import { InstrumentError, isFault } from '../model/fault'
import { createInbox } from './inbox'
import { createSession, MOST_UNREAD, type PortOptions, type Speaker, type Work } from './session'

/** An instrument's only way to its port: one exchange at a time, in the order of asking. */
export interface Transactor {
  /** Rejects with a named fault that says where. */
  run<T>(work: Work<T>): Promise<T>
  /** What waits and what is under way fails as `preempted`, except what is urgent. Of others at the port, nothing. */
  preempt(): void
  /** Null while it serves; else why every request is refused until the port is opened again. */
  readonly failure: InstrumentError | null
  readonly queued: number
  /** Called once, when it stops serving for good. */
  onFailure(listener: (cause: InstrumentError) => void): void
  /** Leaves the port; the last one closes it. */
  close(): Promise<void>
}

interface MemberOptions {
  readonly instrument: string
  readonly resync: () => Dialogue<void>
}

/** An open port with one queue for all instruments on it. */
export interface Port {
  join(member: MemberOptions): Transactor
  /** Null while it is open. */
  readonly failure: InstrumentError | null
  /** Ends it for everyone. */
  close(): Promise<void>
}

interface Member extends Speaker {
  readonly instrument: string
  readonly listeners: ((cause: InstrumentError) => void)[]
  failure: InstrumentError | null
}

interface Waiting {
  readonly member: Member
  readonly work: Work<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** A port of one instrument. */
export const createTransactor = ({ instrument, resync, ...port }: PortOptions & MemberOptions): Transactor =>
  createPort(port).join({ instrument, resync })

export function createPort(options: PortOptions): Port {
  const { transport, log } = options
  const inbox = createInbox(MOST_UNREAD)
  const session = createSession(options, inbox)
  const members = new Set<Member>()
  const queue = createQueue()
  let failure: InstrumentError | null = null

  const failOne = (member: Member, cause: InstrumentError): void => {
    if (member.failure) return
    const reason = cause.at(member.instrument)
    member.failure = reason
    if (queue.current()?.member === member) inbox.interrupt(reason)
    for (const { reject } of queue.takeOut(one => one.member === member)) reject(reason)
    for (const listener of member.listeners) listener(reason)
  }
  const failAll = (cause: InstrumentError): void => {
    failure ??= cause
    for (const member of members) failOne(member, cause)
  }
  const note = (cause: InstrumentError | null) => {
    const text = { direction: 'note', text: cause?.message ?? 'closed', outcome: cause?.fault ?? 'closed' } as const
    for (const { place } of members) log.add({ ...place, ...text })
  }
  const end = async (cause: InstrumentError): Promise<void> => {
    failAll(cause)
    await transport.close()
  }
  const leave = async (member: Member, cause: InstrumentError): Promise<void> => {
    const isLast = [...members].every(one => one === member)
    if (isLast) return await end(cause)
    members.delete(member)
    failOne(member, cause)
  }
  transport.onData(bytes => inbox.push(bytes))
  transport.onClose(cause => {
    note(cause)
    failAll(cause ?? closed())
  })

  /** Answers what tells whoever asked. */
  const carryOut = async ({ member, work, resolve, reject }: Waiting): Promise<() => void> => {
    try {
      const answer = await session.carryOut(member, work)
      return () => resolve(answer)
    } catch (error) {
      if (isFault(error, 'resync_failed', 'write_timeout')) void end(error)
      else if (isFault(error, 'identity_mismatch', 'module_missing')) void leave(member, error)
      // A port that ended shows as whatever was being waited for: the cause is what ended it.
      const reason = member.failure && isFault(error) ? member.failure : error
      return () => reject(isFault(reason) ? reason.at(member.instrument) : reason)
    }
  }

  const add = <T>(member: Member, work: Work<T>): Promise<T> => {
    const { instrument } = member
    if (member.failure) return Promise.reject(member.failure)
    const waiting = queue.waiting(member)
    if (waiting >= (options.maxQueue ?? MAX_QUEUE) && !work.urgent)
      return Promise.reject(new InstrumentError('queue_full', `${waiting} requests wait`, instrument))
    return new Promise<T>((resolve, reject) => {
      queue.add({ member, work, resolve: value => resolve(value as T), reject })
      void queue.pump(carryOut)
    })
  }
  const preempt = (member: Member): void => {
    const error = new InstrumentError(
      'preempted',
      'the instrument is taken to its safe state before anything else',
      member.instrument,
    )
    for (const { reject } of queue.takeOut(one => one.member === member && !one.work.urgent)) reject(error)
    const current = queue.current()
    if (current?.member === member && !current.work.urgent) inbox.interrupt(error)
  }

  return {
    join({ instrument, resync }) {
      const place = { instrument, simulated: transport.simulated }
      const member: Member = { instrument, resync, place, listeners: [], failure: failure?.at(instrument) ?? null }
      if (!failure) members.add(member)
      return {
        run: work => add(member, work),
        preempt: () => preempt(member),
        get failure() {
          return member.failure
        },
        get queued() {
          return queue.waiting(member) + (queue.current()?.member === member ? 1 : 0)
        },
        onFailure: listener => {
          if (member.failure) listener(member.failure)
          else member.listeners.push(listener)
        },
        close: () => leave(member, closed()),
      }
    },
    get failure() {
      return failure
    },
    close: () => end(closed()),
  }
}

const closed = () => new InstrumentError('closed', 'the connection was closed')
const MAX_QUEUE = 1_000

/** In the order of asking, what is urgent before everything else. */
function createQueue() {
  let entries: Waiting[] = []
  let current: Waiting | null = null
  return {
    current: () => current,
    waiting: (member: Member) => entries.filter(one => one.member === member).length,
    add(entry: Waiting): void {
      const place = entry.work.urgent ? entries.findIndex(other => !other.work.urgent) : -1
      if (place < 0) entries.push(entry)
      else entries.splice(place, 0, entry)
    },
    takeOut(isWanted: (entry: Waiting) => boolean): Waiting[] {
      const taken = entries.filter(isWanted)
      entries = entries.filter(entry => !isWanted(entry))
      return taken
    },
    async pump(carryOut: (entry: Waiting) => Promise<() => void>): Promise<void> {
      if (current) return
      for (let next = entries.shift(); next; next = entries.shift()) {
        current = next
        const tell = await carryOut(next)
        tell()
      }
      current = null
    },
  }
}
