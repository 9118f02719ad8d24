/** Checkpoints of a log, C2SP tlog-checkpoint: origin, size and root hash as the text of a signed note. */
import { base64Bytes, base64Text } from '../encoding/bytes'
import { NoteError } from './signed-note'

export interface LogCheckpoint {
  /** The log's name, also that of its keys. */
  readonly origin: string
  readonly size: bigint
  readonly root: Uint8Array
}

export const checkpointText = ({ origin, size, root }: LogCheckpoint): string =>
  `${origin}\n${size}\n${base64Text(root)}\n`

/** Parses the text of a note, ignoring further lines. Throws NoteError `malformed`. */
export function parseCheckpoint(text: string): LogCheckpoint {
  const [origin, size, encoded, end] = text.split('\n')
  const root = base64Bytes(encoded ?? '')
  if (!origin || !/^(0|[1-9]\d{0,19})$/.test(size ?? '') || root?.length !== 32 || end === undefined)
    throw new NoteError('malformed', 'no checkpoint: its first lines are not origin, size and root hash')
  return { origin, size: BigInt(size!), root }
}
