/** A port and the queue before it; instruments that share it, as modules of one mainframe do, take turns there. */
import type { Dialogue } from '../framing/dialogue'
import { InstrumentError, isFault } from '../model/fault'
import { createInbox } from './inbox'
import { MAX_UNREAD } from './logged-line'
import { createPortMembers, type PortMember, type PortMembers } from './port-members'
import { createPortQueue, type PortQueue, type PortRequest } from './port-queue'
import { createSession, type PortOptions, type Work } from './session'

/** An instrument's only way to its port: one exchange at a time, in the order of asking. */
export interface Transactor {
  /** Rejects with a named fault that says where. */
  run<T>(work: Work<T>): Promise<T>
  /** Waiting and current requests fail as `preempted`, except urgent ones; those of other instruments at the port do not. */
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

export function createPort(options: PortOptions): Port {
  const { transport, log } = options
  const inbox = createInbox(MAX_UNREAD)
  const queue = createPortQueue<PortMember>()
  const members = createPortMembers(queue, inbox)
  const lines = createLines({ options, queue, members, carryOut: createSession(options, inbox).carryOut })
  transport.onData(bytes => inbox.push(bytes))
  transport.onClose(cause => {
    const text = { direction: 'note', text: cause?.message ?? 'closed', outcome: cause?.fault ?? 'closed' } as const
    for (const { place } of members.all) log.add({ ...place, ...text })
    members.failAll(cause ?? closed())
  })
  return {
    join({ instrument, resync }) {
      const place = { instrument, simulated: transport.simulated }
      return transactorOf(members.join({ instrument, resync, place }), { queue, members, lines })
    },
    get failure() {
      return members.failure
    },
    close: () => lines.end(closed()),
  }
}

/** How requests go to the port, and how it ends. */
interface Lines {
  request<T>(member: PortMember, work: Work<T>): Promise<T>
  /** Ends the port for everyone. */
  end(cause: InstrumentError): Promise<void>
  /** One leaves; the last one ends the port. */
  leave(member: PortMember, cause: InstrumentError): Promise<void>
}

interface LinesParts {
  readonly options: PortOptions
  readonly queue: PortQueue<PortMember>
  readonly members: PortMembers
  carryOut<T>(member: PortMember, work: Work<T>): Promise<T>
}

function createLines({ options, queue, members, carryOut }: LinesParts): Lines {
  const end = async (cause: InstrumentError): Promise<void> => {
    members.failAll(cause)
    await options.transport.close()
  }
  const leave = async (member: PortMember, cause: InstrumentError): Promise<void> => {
    if (members.leave(member)) members.failOne(member, cause)
    else await end(cause)
  }
  /** Returns the function that answers the caller. */
  const serve = async ({ member, work, resolve, reject }: PortRequest<PortMember>): Promise<() => void> => {
    try {
      const answer = await carryOut(member, work)
      return () => resolve(answer)
    } catch (error) {
      if (isFault(error, 'resync_failed', 'write_timeout')) void end(error)
      else if (isFault(error, 'identity_mismatch', 'module_missing')) void leave(member, error)
      // A port that ended shows as whatever was being waited for: the cause is what ended it.
      const reason = member.failure && isFault(error) ? member.failure : error
      return () => reject(isFault(reason) ? reason.at(member.instrument) : reason)
    }
  }
  return {
    end,
    leave,
    request<T>(member: PortMember, work: Work<T>) {
      const refusal = member.failure ?? fullFault(queue.countOf(member), { member, work, options })
      if (refusal) return Promise.reject(refusal)
      return new Promise<T>((resolve, reject) => {
        queue.add({ member, work, resolve: value => resolve(value as T), reject })
        void queue.pump(serve)
      })
    },
  }
}

const MAX_QUEUE = 1_000

function fullFault(
  waiting: number,
  { member, work, options }: { member: PortMember; work: Pick<Work<unknown>, 'urgent'>; options: PortOptions },
): InstrumentError | null {
  if (work.urgent || waiting < (options.maxQueue ?? MAX_QUEUE)) return null
  return new InstrumentError('queue_full', `${waiting} requests wait`, member.instrument)
}

function transactorOf(
  member: PortMember,
  { queue, members, lines }: { queue: PortQueue<PortMember>; members: PortMembers; lines: Lines },
): Transactor {
  return {
    run: work => lines.request(member, work),
    preempt: () => members.preempt(member),
    get failure() {
      return member.failure
    },
    get queued() {
      return queue.countOf(member) + (queue.current?.member === member ? 1 : 0)
    },
    onFailure: listener => {
      if (member.failure) listener(member.failure)
      else member.listeners.push(listener)
    },
    close: () => lines.leave(member, closed()),
  }
}

const closed = () => new InstrumentError('closed', 'the connection was closed')
