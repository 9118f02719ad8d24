import type { LinkTiming } from '../model/timing'
import type { Transport } from '../transport/transport'
import type { CommandLog } from './command-log'
import type { Inbox } from './inbox'

export interface PortOptions {
  readonly transport: Transport
  readonly log: CommandLog
  readonly timing: LinkTiming
  /** Ends whatever the instrument is sending (Pfeiffer: ETX); null where there is no such thing. */
  readonly clearLine: Uint8Array | null
  /** The longest answer; so much and a little more may wait while somebody reads. */
  readonly maxReplyBytes?: number
  /** An entropy source sends continuously: unrequested bytes are no fault. */
  readonly streams: boolean
  /** Whether these bytes may come at any time and are no fault: status reports; left out: none may. */
  readonly isPassing?: ((bytes: Uint8Array) => boolean) | undefined
  /** Longest queue of each instrument. */
  readonly maxQueue?: number
}

/** An open port with the bytes that came in. */
export interface PortLine extends PortOptions {
  readonly inbox: Inbox
  /** When the last message went out or came in; kept from one exchange to the next. */
  readonly silence: { since: number }
}

/** Bytes that may wait unread: the newest of a stream, or unrequested bytes of any other instrument. */
export const MAX_UNREAD = 65_536
