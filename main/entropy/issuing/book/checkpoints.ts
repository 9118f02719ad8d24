import type { ConsistencyProof, ReceiptProof } from '../../../contract/entropy/evidence-files'
import type { PublicKeys } from '../../../contract/entropy/key-record'
import type { Receipt } from '../../../contract/entropy/receipt'
import { AppError } from '../../../contract/model/errors'
import type { Runner } from '../../../worker/runner'
import { base64Text } from '../../evidence/encoding/bytes'
import { consistencyProof, inclusionProof, type LogTree, treeRoot } from '../../evidence/merkle/tree'
import { checkpointText } from '../../evidence/notes/checkpoint'
import { vkeyText } from '../../evidence/notes/note-keys'
import { COMPOSITE_ALGORITHM } from '../../evidence/signatures/composite'
import { ed25519Key } from '../../evidence/signatures/ed25519'
import type { KeyRing } from '../keys/key-ring'
import type { SigningTasks } from '../signing/tasks'
import type { LogStore } from './log-store'
import type { StoredCheckpoint } from './stored-checkpoints'

/** Published checkpoints of the log. */
export interface Checkpoints {
  /** Checkpoint of the current log; at most a second old while receipts keep coming. Throws `signing_unavailable`. */
  latest(): Promise<PublishedCheckpoint>
  /**
   * Proof that a receipt is in its log. Throws `signing_unavailable`, and `not_found` for a log without a checkpoint that covers
   * it.
   */
  prove(receipt: Receipt): Promise<ReceiptProof>
  /**
   * Proof that the log of an older published checkpoint, with `from` entries, is the beginning of the current log. Throws
   * `not_found` and `signing_unavailable`.
   */
  consistency(from: number): Promise<ConsistencyProof>
  /** A file of the current log; null where there is none. */
  tile(path: string): Uint8Array | null
  /** Throws `signing_unavailable` where a folder has no keys, and none can be made. */
  keys(): Promise<PublicKeys>
}

interface PublishedCheckpoint extends StoredCheckpoint {
  readonly origin: string
  /** The signed text of the note. */
  readonly text: string
}

interface CheckpointOptions {
  readonly log: LogStore
  readonly keys: KeyRing
  readonly runner: Runner<SigningTasks>
  readonly now: () => number
}

/** Requests within this time get the previous checkpoint, so that strangers cannot cause a signature each. */
const AFRESH_MS = 1_000

/**
 * Returns a function for a checkpoint of the current log with at least `least` entries, which is less than a second old or covers
 * the whole log.
 */
function newestCovering({ log, keys, runner, now }: CheckpointOptions): (least: number) => Promise<StoredCheckpoint> {
  let signed_at = Number.NEGATIVE_INFINITY
  let signing: Promise<StoredCheckpoint> | null = null

  async function signNow(): Promise<StoredCheckpoint> {
    const { signing: key, log_seed } = await keys.open()
    const { origin } = log.current()
    log.addVkey(vkeyText(origin, ed25519Key(log_seed).publicKey))
    const tree = log.tree(origin)!
    const { size } = tree
    const task = { origin, size, root: treeRoot(tree), key, log_seed }
    const note = await runner.run('signCheckpoint', task, { always_queued: true })
    const checkpoint = { size, note }
    log.addCheckpoint(origin, checkpoint)
    signed_at = now()
    return checkpoint
  }

  async function covering(least: number): Promise<StoredCheckpoint> {
    const { origin, size } = log.current()
    const newest = log.checkpoint(origin, least)
    const isFresh = newest && (newest.size === size || Math.abs(now() - signed_at) < AFRESH_MS)
    if (isFresh) return newest
    signing ??= signNow().finally(() => {
      signing = null
    })
    const checkpoint = await signing
    return checkpoint.size >= least ? checkpoint : covering(least)
  }

  return covering
}

export function createCheckpoints({ log, keys, runner, now }: CheckpointOptions): Checkpoints {
  const covering = newestCovering({ log, keys, runner, now })

  function need(origin: string): LogTree {
    const tree = log.tree(origin)
    if (!tree) throw new AppError('not_found', `There is no log ${origin}`)
    return tree
  }

  /**
   * Adds the log's public key. Where the private keys do not open, the public ones are served all the same, unless there are none
   * yet.
   */
  async function publishLogKey(): Promise<void> {
    try {
      const { log_seed } = await keys.open()
      log.addVkey(vkeyText(log.current().origin, ed25519Key(log_seed).publicKey))
    } catch (error) {
      if (keys.records().length === 0) throw error
    }
  }

  return {
    async latest() {
      const checkpoint = await covering(0)
      const { origin } = log.current()
      const tree = truncated(need(origin), checkpoint.size)
      const text = checkpointText({ origin, size: BigInt(checkpoint.size), root: treeRoot(tree) })
      return { ...checkpoint, origin, text }
    },
    async prove(receipt) {
      const { origin } = receipt.log
      const index = Number(receipt.log.index)
      const isCurrent = origin === log.current().origin
      const checkpoint = isCurrent ? await covering(index + 1) : log.checkpoint(origin, index + 1)
      if (!checkpoint)
        throw new AppError('not_found', `No checkpoint of ${origin}, a log before a restore, covers entry ${index}`)
      const tree = truncated(need(origin), checkpoint.size)
      return {
        format: 'pentad-receipt-proof/1',
        receipt,
        proof: texts(inclusionProof(tree, index)),
        checkpoint: checkpoint.note,
      }
    },
    async consistency(from) {
      const { origin } = log.current()
      const older = log.checkpointOf(origin, from)
      if (!older || from < 1)
        throw new AppError('not_found', `No checkpoint of ${from} entries of ${origin} was published`)
      const newer = await covering(from)
      return {
        format: 'pentad-consistency-proof/1',
        old_checkpoint: older.note,
        new_checkpoint: newer.note,
        proof: texts(consistencyProof(truncated(need(origin), newer.size), from)),
      }
    },
    tile: path => need(log.current().origin).read(path),
    async keys() {
      await publishLogKey()
      const records = keys.records()
      const record = records.find(({ status }) => status === 'active')!
      return {
        format: 'pentad-keys/1',
        kid: record.kid,
        alg: COMPOSITE_ALGORITHM,
        pub: record.pub,
        keys: records,
        logs: log.all().flatMap(one => one.vkeys.map(vkey => ({ origin: one.origin, vkey }))),
      }
    },
  }
}

const truncated = ({ read }: LogTree, size: number): LogTree => ({ size, read })
const texts = (hashes: readonly Uint8Array[]): string[] => hashes.map(base64Text)
