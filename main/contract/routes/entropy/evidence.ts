/** Evidence: keys, receipts, their log and the beacon. */
import {
  BeaconFrame,
  BeaconInfo,
  CertificateParam,
  ChainPulseParam,
  LastChainPulseParam,
  NistPulse,
  PulseParam,
  PulseQuery,
  PulseTimeParam,
  SkipListQuery,
} from '../../entropy/beacon'
import { ConsistencyProof, LogNotes, ReceiptProof, SkipListProof } from '../../entropy/evidence-files'
import {
  ConsistencyQuery,
  EmsHealth,
  KeyChange,
  KeyExport,
  ReceiptListQuery,
  ReceiptParam,
  TileParam,
} from '../../entropy/issuing'
import { KeyRecord, PublicKeys } from '../../entropy/key-record'
import { PublishedPulse } from '../../entropy/pulse'
import { Receipt } from '../../entropy/receipt'
import { VerificationReply, VerificationRequest } from '../../entropy/verification'
import { page } from '../../model/primitives'
import { Bytes, MB, OPERATOR, route } from '../define-route'

const READ_RECEIPTS = ['entropy', 'operator'] as const

export const evidenceRoutes = {
  emsHealth: route('GET /ems/healthz', 'evidence', {
    access: 'public',
    summary: 'Whether receipts can be signed, how far the log and the beacon are',
    reply: EmsHealth,
  }),
  getPublicKeys: route('GET /ems/v1/pubkey', 'evidence', {
    access: 'public',
    summary:
      'The active signature algorithm and key, all keys before it with their endorsements, and the keys of the log',
    reply: PublicKeys,
    errors: ['signing_unavailable', 'storage_full'],
  }),
  getReceipt: route('GET /ems/v1/receipts/:request_id', 'evidence', {
    access: READ_RECEIPTS,
    summary: 'One receipt, for the key that drew it and for operators',
    params: ReceiptParam,
    reply: Receipt,
    errors: ['not_found'],
  }),
  getReceiptProof: route('GET /ems/v1/receipts/:request_id/proof', 'evidence', {
    access: READ_RECEIPTS,
    summary: 'A file that proves offline that the receipt is in the log under a signed checkpoint',
    params: ReceiptParam,
    reply: ReceiptProof,
    errors: ['not_found', 'signing_unavailable', 'storage_full'],
  }),
  listReceipts: route('GET /ems/api/v1/receipts', 'evidence', {
    access: OPERATOR,
    summary: 'All receipts, newest first, or those of a mode, a source or a time',
    query: ReceiptListQuery,
    reply: page(Receipt),
  }),
  changeSigningKey: route('POST /ems/api/v1/keys', 'evidence', {
    access: OPERATOR,
    summary: 'Rotate the signing key, or make a new one after a loss, which enters the log',
    body: KeyChange,
    reply: KeyRecord,
    status: 201,
    errors: ['signing_unavailable', 'storage_full', 'conflict'],
    example: { action: 'rotate' },
  }),
  exportSigningKeys: route('POST /ems/api/v1/keys/export', 'evidence', {
    access: 'session',
    summary: 'The signing keys in a file under a passphrase, to sign again after a restore elsewhere; in the audit log',
    body: KeyExport,
    reply: Bytes,
    binary: true,
    errors: ['signing_unavailable', 'storage_full'],
    example: { passphrase: 'a dozen characters or more' },
  }),
  verifyEvidence: route('POST /ems/v1/verify', 'evidence', {
    access: 'signed_in',
    summary:
      'Verify receipts, proofs, checkpoints and pulses of this service or another, as `npm run verify` does offline',
    body: VerificationRequest,
    reply: VerificationReply,
    body_limit: 16 * MB,
    errors: ['signing_unavailable', 'storage_full'],
    example: { documents: [{ name: 'receipt.json', text: '{}' }], trust_service: false },
  }),
  getCheckpoint: route('GET /ems/v1/log/checkpoint', 'evidence', {
    access: 'public',
    summary: 'The signed checkpoint of the log of receipts, a C2SP signed note',
    reply: Bytes,
    binary: true,
    media_type: 'text/plain; charset=utf-8',
    errors: ['signing_unavailable', 'storage_full'],
  }),
  getConsistencyProof: route('GET /ems/v1/log/consistency', 'evidence', {
    access: 'public',
    summary: 'A file that proves offline that the log continues an earlier checkpoint of so many entries',
    query: ConsistencyQuery,
    reply: ConsistencyProof,
    errors: ['not_found', 'signing_unavailable', 'storage_full'],
  }),
  getLogNotes: route('GET /ems/v1/log/notes', 'evidence', {
    access: 'public',
    summary: 'The entries of the log that are no receipts, with the texts that they are the hashes of',
    reply: LogNotes,
  }),
  getLogTile: route('GET /ems/v1/log/tile/*path', 'evidence', {
    access: 'public',
    summary: 'A tile or bundle of the log by its path, C2SP tlog-tiles; hashes only',
    params: TileParam,
    reply: Bytes,
    binary: true,
    errors: ['not_found'],
  }),
  getBeacon: route('GET /ems/v1/beacon', 'beacon', {
    access: 'public',
    summary: 'The beacon: period, chain, last pulse, certificate',
    reply: BeaconInfo,
  }),
  getLatestPulse: route('GET /ems/v1/beacon/latest', 'beacon', {
    access: 'public',
    summary: 'The latest signed pulse',
    reply: PublishedPulse,
    errors: ['not_found'],
  }),
  getPulse: route('GET /ems/v1/beacon/pulse/:pulse_index', 'beacon', {
    access: 'public',
    summary: 'A pulse of the last chain, or of the one named',
    params: PulseParam,
    query: PulseQuery,
    reply: PublishedPulse,
    errors: ['not_found'],
  }),
  getSkipList: route('GET /ems/v1/beacon/skip-list', 'beacon', {
    access: 'public',
    summary: 'The fewest pulses that lead from a later one back to an earlier one',
    query: SkipListQuery,
    reply: SkipListProof,
    errors: ['not_found'],
  }),
  streamPulses: route('GET /ems/v1/beacon/stream', 'beacon', {
    access: 'public',
    summary: 'WebSocket: each pulse when it is published; limited per address',
    reply: BeaconFrame,
    status: 101,
    errors: ['upgrade_required', 'rate_limited'],
  }),
  nistLastPulse: route('GET /beacon/2.0/pulse/last', 'beacon', {
    access: 'public',
    summary: 'The latest pulse, at the path of NIST',
    reply: NistPulse,
    errors: ['not_found'],
  }),
  nistPulseAt: route('GET /beacon/2.0/pulse/time/:time_ms', 'beacon', {
    access: 'public',
    summary: 'The first pulse at or after a time in milliseconds since 1970',
    params: PulseTimeParam,
    reply: NistPulse,
    errors: ['not_found'],
  }),
  nistLastChainPulse: route('GET /beacon/2.0/chain/last/pulse/:pulse_index', 'beacon', {
    access: 'public',
    summary: 'A pulse of the last chain, `last` for its latest',
    params: LastChainPulseParam,
    reply: NistPulse,
    errors: ['not_found'],
  }),
  nistPulse: route('GET /beacon/2.0/chain/:chain_index/pulse/:pulse_index', 'beacon', {
    access: 'public',
    summary: 'A pulse by chain and index, `last` for the latest of the chain',
    params: ChainPulseParam,
    reply: NistPulse,
    errors: ['not_found'],
  }),
  nistCertificate: route('GET /beacon/2.0/certificate/:certificate_id', 'beacon', {
    access: 'public',
    summary: 'The certificate of the beacon, PEM',
    params: CertificateParam,
    reply: Bytes,
    binary: true,
    media_type: 'application/pem-certificate-chain',
    errors: ['not_found'],
  }),
} as const
