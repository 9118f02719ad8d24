/** The instruments on a port: each may fail by itself, and all do where the port ends. */
import { InstrumentError } from '../model/fault'
import type { Inbox } from './inbox'
import type { PortQueue, PortRequest } from './port-queue'
import type { Speaker } from './session'

export interface PortMember extends Speaker {
  readonly instrument: string
  readonly listeners: ((cause: InstrumentError) => void)[]
  /** Null while it is served. */
  failure: InstrumentError | null
}

export interface PortMembers {
  readonly all: ReadonlySet<PortMember>
  /** Null while the port serves. */
  readonly failure: InstrumentError | null
  join(asked: Speaker & { readonly instrument: string }): PortMember
  /** Takes it out; whether others are left. */
  leave(member: PortMember): boolean
  /** Everything that it asked for, now and later, is rejected with the cause. */
  failOne(member: PortMember, cause: InstrumentError): void
  failAll(cause: InstrumentError): void
  /** Rejects what waits and what is under way as preempted, except what is urgent. */
  preempt(member: PortMember): void
}

export function createPortMembers(queue: PortQueue<PortMember>, inbox: Inbox): PortMembers {
  const all = new Set<PortMember>()
  let failure: InstrumentError | null = null
  const reject = (isWanted: (entry: PortRequest<PortMember>) => boolean, cause: InstrumentError) => {
    if (queue.current && isWanted(queue.current)) inbox.interrupt(cause)
    for (const waiting of queue.takeOut(isWanted)) waiting.reject(cause)
  }
  const failOne = (member: PortMember, cause: InstrumentError): void => {
    if (member.failure) return
    const reason = cause.at(member.instrument)
    member.failure = reason
    reject(entry => entry.member === member, reason)
    for (const listener of member.listeners) listener(reason)
  }
  return {
    all,
    get failure() {
      return failure
    },
    join(asked) {
      const member: PortMember = { ...asked, listeners: [], failure: failure?.at(asked.instrument) ?? null }
      if (!failure) all.add(member)
      return member
    },
    leave(member) {
      const others = [...all].some(one => one !== member)
      if (others) all.delete(member)
      return others
    },
    failOne,
    failAll(cause) {
      failure ??= cause
      for (const member of all) failOne(member, cause)
    },
    preempt(member) {
      reject(entry => entry.member === member && !entry.work.urgent, preempted(member))
    },
  }
}

const preempted = ({ instrument }: PortMember) =>
  new InstrumentError('preempted', 'the instrument is taken to its safe state before anything else', instrument)
