/** Bytes that came without a request: taken out of the way and written down. */
import { InstrumentError } from '../model/fault'
import type { Cause, LogOwner } from '../model/request'
import type { CommandLog } from './command-log'
import { MAX_UNREAD, type PortLine } from './port-line'

/** Takes away and logs bytes that came unrequested. Returns whether any of them are a fault: reports that may come at any time are none. */
export function takeUnrequested(
  { log, inbox, streams, isPassing }: PortLine,
  { owner, cause }: { readonly owner: LogOwner; readonly cause: Cause | null },
): boolean {
  if (streams || inbox.length === 0) return false
  const pieces = inbox.clear()
  // A line end behind a block is no answer.
  if (pieces.every(piece => piece.every(byte => byte === 10 || byte === 13))) return false
  const isUnexpected = !isPassing || !pieces.every(isPassing)
  logUnrequested(log, pieces, { ...owner, cause, outcome: isUnexpected ? 'reply_unexpected' : null })
  return isUnexpected
}

function logUnrequested(
  log: CommandLog,
  pieces: readonly Uint8Array[],
  { outcome, ...entry }: LogOwner & { readonly cause: Cause | null; readonly outcome: string | null },
): void {
  const count = pieces.reduce((sum, { length }) => sum + length, 0)
  const bytes = count > MAX_UNREAD ? Buffer.from(pieces[0]!.subarray(0, MAX_UNREAD)) : Buffer.concat(pieces)
  log.add({ ...entry, direction: 'received', bytes, outcome })
  if (bytes.length < count) log.add({ ...entry, direction: 'note', text: `${count} bytes in all` })
}

/** Longest wait for a quiet line, in milliseconds. */
const DRAIN_MS = 3_000

/** Waits until nothing has come for `quiet` milliseconds, and throws away what came. */
export async function drain(
  { transport, inbox, clearLine, isPassing = () => false }: PortLine,
  quiet: number,
): Promise<void> {
  if (clearLine) await transport.write(clearLine)
  const begun = performance.now()
  for (let since = begun; performance.now() - since < quiet; ) {
    const piece = await inbox.next(since + quiet - performance.now())
    if (piece && !isPassing(piece)) since = performance.now()
    if (since - begun > DRAIN_MS)
      throw new InstrumentError('reply_unexpected', `bytes that nobody asked for still come after ${DRAIN_MS} ms`)
  }
  await transport.flush()
  inbox.clear()
}
