import { createHash } from 'node:crypto'
import type { Receipt } from '../../contract/entropy/receipt'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { Caller } from '../../contract/service/account'
import type { Beacon } from '../../entropy/issuing/beacon/beacon'
import type { Checkpoints } from '../../entropy/issuing/book/checkpoints'
import type { LogStore } from '../../entropy/issuing/book/log-store'
import type { ReceiptBook } from '../../entropy/issuing/book/receipt-book'
import type { KeyChanges } from '../../entropy/issuing/operations/key-changes'
import type { Verify } from '../../entropy/issuing/operations/verification'
import { type CallContext, type Handler, handle, handleStream, workContextOf } from '../request/call'

interface EvidenceParts {
  readonly book: Pick<ReceiptBook, 'of' | 'list' | 'ready'>
  readonly checkpoints: Checkpoints
  readonly log: Pick<LogStore, 'current' | 'notes'>
  readonly beacon: Beacon
  readonly keyChanges: KeyChanges
  readonly verify: Verify
}

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
const FOREVER = 'public, max-age=31536000, immutable'

/** Keys, receipts, their log and the beacon. */
export function evidenceHandlers({ book, checkpoints, log, beacon, keyChanges, verify }: EvidenceParts): Handler[] {
  /** A receipt of another key is answered as if it did not exist. */
  function receiptOf(request_id: string, caller: Caller): Receipt {
    const receipt = book.of(request_id.toLowerCase())
    if (!receipt || !mayRead(receipt, caller)) throw new AppError('not_found', `No receipt ${request_id}`)
    return receipt
  }

  /**
   * Sets the caching of a reply to `directives`, but of a failure such as `not_found` only until the next pulse, which
   * may bring the resource.
   */
  function lasting<T>({ cacheFor }: Caching, read: () => T, directives = FOREVER): T {
    cacheFor(`public, max-age=${beacon.nextIn()}`)
    const found = read()
    cacheFor(directives)
    return found
  }
  const changing = <T>(context: Caching, read: () => T): T =>
    lasting(context, read, `public, max-age=${beacon.nextIn()}`)
  const alone = ({ pulse }: ReturnType<Beacon['latest']>) => ({ pulse })

  return [
    handle(routes.emsHealth, () => healthOf(book, log, beacon)),
    handle(routes.getPublicKeys, checkpoints.keys),
    handle(routes.getReceipt, ({ params }, { caller }) => receiptOf(params.request_id, caller!)),
    handle(routes.getReceiptProof, ({ params }, { caller }) =>
      checkpoints.prove(receiptOf(params.request_id, caller!)),
    ),
    handle(routes.listReceipts, ({ query }) => book.list(query)),
    handle(routes.changeSigningKey, ({ body }, { caller }) => keyChanges.change(body.action, caller!)),
    handle(routes.exportSigningKeys, ({ body }, { caller }) => keyChanges.export(body.passphrase, caller!)),
    handle(routes.verifyEvidence, ({ body }, context) => verify(body, workContextOf(context))),
    handle(routes.getCheckpoint, async () => bytesOf((await checkpoints.latest()).note)),
    handle(routes.getConsistencyProof, ({ query }) => checkpoints.consistency(query.from)),
    handle(routes.getLogNotes, () => log.notes()),
    handle(routes.getLogTile, ({ params }, context) => {
      const path = `tile/${params.path.join('/')}`
      const bytes = checkpoints.tile(path)
      if (!bytes) throw new AppError('not_found', `The log has no ${path.slice(0, 100)}`)
      context.cacheFor(FOREVER)
      return bytes
    }),
    handle(routes.getBeacon, beacon.info),
    handle(routes.getLatestPulse, (_, context) => changing(cachingOf(context), beacon.latest)),
    handle(routes.getPulse, ({ params, query }, context) => {
      const read = () => beacon.pulse(query.chain ?? null, params.pulse_index)
      // Without `chain` the newest chain is read, which changes.
      return query.chain === undefined ? changing(cachingOf(context), read) : lasting(cachingOf(context), read)
    }),
    handle(routes.getSkipList, ({ query }) => beacon.skipList({ ...query, chain: query.chain ?? null })),
    handleStream(routes.streamPulses),
    handle(routes.nistLastPulse, (_, context) => changing(cachingOf(context), () => alone(beacon.latest()))),
    handle(routes.nistPulseAt, ({ params }, context) =>
      lasting(cachingOf(context), () => alone(beacon.from(params.time_ms))),
    ),
    handle(routes.nistLastChainPulse, ({ params: { pulse_index } }, context) =>
      changing(cachingOf(context), () =>
        alone(pulse_index === 'last' ? beacon.latest() : beacon.pulse(null, pulse_index)),
      ),
    ),
    handle(routes.nistPulse, ({ params: { chain_index, pulse_index } }, context) =>
      pulse_index === 'last'
        ? changing(cachingOf(context), () => alone(beacon.lastOf(chain_index)))
        : lasting(cachingOf(context), () => alone(beacon.pulse(chain_index, pulse_index))),
    ),
    handle(routes.nistCertificate, ({ params }, context) =>
      lasting(cachingOf(context), () => bytesOf(beacon.certificate(params.certificate_id))),
    ),
  ]
}

type Caching = Pick<CallContext, 'cacheFor'>
const cachingOf = (context: CallContext): Caching => ({ cacheFor: directives => context.cacheFor(directives) })

function healthOf(book: Pick<ReceiptBook, 'ready'>, log: Pick<LogStore, 'current'>, beacon: Beacon) {
  const signing = book.ready()
  const { chain, last_pulse, failing } = beacon.info()
  const { origin, epoch, size } = log.current()
  return {
    status: signing.ok && !failing ? ('ok' as const) : ('degraded' as const),
    signing: { ok: signing.ok, reason: signing.ok ? null : signing.message },
    log: { origin, epoch, size },
    beacon: { chain, last_pulse, failing },
  }
}

/** Whether the caller may read the receipt: a receipt contains the hash of its key's id, as draws write it. */
function mayRead({ key_hash }: Receipt, { kind, key_id, roles }: Caller): boolean {
  const own = createHash('sha256')
    .update(key_id ?? 'session')
    .digest('hex')
  return kind === 'session' || roles.includes('operator') || key_hash === own
}
