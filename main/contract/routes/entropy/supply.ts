/** Random bytes: sources, draws and pools (API A at /entropy, API B at /ems), and their operators' routes. */
import { DrawRequest, MultiDrawRequest, PolicyDrawRequest, PublishedPolicy } from '../../entropy/draw'
import {
  CreateCustomPool,
  CustomPool,
  EntropyAuditEntry,
  EntropyAuditQuery,
  EntropyPageQuery,
  PoolLevels,
  SourcePoolLevel,
  UpdateCustomPool,
} from '../../entropy/pool'
import { DrawReply } from '../../entropy/receipt'
import {
  EntropySource,
  QualityHistory,
  QualityHistoryQuery,
  SampleExportQuery,
  SourceParam,
  SourceQuality,
  SourceQuery,
  UpdateSource,
} from '../../entropy/source'
import { EntropyFrame, EntropyStreamQuery } from '../../entropy/stream'
import type { ErrorCode } from '../../model/errors'
import { itemsOf, page } from '../../model/primitives'
import { Bytes, ENTROPY, OPERATOR, route } from '../define-route'

const DRAW_ERRORS: readonly ErrorCode[] = [
  'source_empty',
  'insufficient_credits',
  'policy_refused',
  'bytes_expired',
  'idempotency_conflict',
  'idempotency_in_flight',
  'signing_unavailable',
  'storage_full',
]

export const entropyRoutes = {
  listEntropySources: route('GET /entropy/api/v1/sources', 'entropy', {
    access: ENTROPY,
    summary: 'Sources of random bytes, whether each can serve, and why not',
    reply: itemsOf(EntropySource),
  }),
  drawEntropy: route('POST /entropy/api/v1/entropy', 'entropy', {
    access: ENTROPY,
    summary: 'Draw 1 to 4096 bytes from one source, or the exclusive or of several; needs an Idempotency-Key',
    body: DrawRequest,
    reply: DrawReply,
    idempotent: true,
    rate: 'draws',
    errors: DRAW_ERRORS,
    example: { mode: 'source', bytes: 32, id: 'src-a' },
  }),
  requestEntropy: route('POST /ems/v1/entropy/request', 'entropy', {
    access: ENTROPY,
    summary: 'Draw 1 to 65,536 bytes by a policy, or from a custom pool',
    body: PolicyDrawRequest,
    reply: DrawReply,
    idempotent: true,
    rate: 'draws',
    errors: ['not_found', 'insufficient_entropy', ...DRAW_ERRORS],
    example: { bytes: 32, policy: 'default' },
  }),
  drawMultiSource: route('POST /ems/v1/entropy/multi', 'entropy', {
    access: ENTROPY,
    summary: 'Draw 1 to 65,536 bytes from two to eight named sources by the circulant extractor or exclusive or',
    body: MultiDrawRequest,
    reply: DrawReply,
    idempotent: true,
    rate: 'draws',
    errors: ['insufficient_entropy', ...DRAW_ERRORS],
    example: { bytes: 32, sources: ['src-a', 'src-b'], method: 'circulant' },
  }),
  streamEntropy: route('GET /ems/v1/entropy/stream', 'entropy', {
    access: ENTROPY,
    summary:
      'WebSocket: a frame of random bytes every so often, each drawn, charged and signed for this listener alone',
    query: EntropyStreamQuery,
    reply: EntropyFrame,
    status: 101,
    errors: ['upgrade_required'],
  }),
  listPoolLevels: route('GET /ems/v1/entropy/pools', 'entropy', {
    access: ENTROPY,
    summary: 'What each source has in store, and the custom pools',
    reply: PoolLevels,
  }),
  listEntropyPolicies: route('GET /ems/v1/policies', 'entropy', {
    access: ENTROPY,
    summary: 'What each policy asks of sources, in this lab',
    reply: itemsOf(PublishedPolicy),
  }),
  listSourceSummaries: route('GET /ems/v1/sources', 'entropy', {
    access: ENTROPY,
    summary: 'Sources of random bytes, whether each can serve, and why not',
    reply: itemsOf(EntropySource),
  }),
  getSourceQuality: route('GET /ems/v1/sources/:id/quality', 'entropy', {
    access: ENTROPY,
    summary: 'Live quality of a source: health tests, assessed min-entropy, failures, bytes tested',
    params: SourceParam,
    reply: SourceQuality,
    errors: ['not_found'],
  }),
  getQualityHistory: route('GET /ems/v1/sources/:id/quality/history', 'entropy', {
    access: ENTROPY,
    summary: 'The quality of a source over the last six hours since the service started, for plots',
    params: SourceParam,
    query: QualityHistoryQuery,
    reply: QualityHistory,
    errors: ['not_found'],
  }),
  listSourceRegistry: route('GET /ems/api/v1/sources', 'entropy', {
    access: OPERATOR,
    summary: 'Every source with its quality, claims and budget',
    query: SourceQuery,
    reply: page(SourceQuality),
  }),
  updateSource: route('PATCH /ems/api/v1/sources/:id', 'entropy', {
    access: OPERATOR,
    summary: 'Change state, daily budget or claims of a source, reset it, or set the faults of its twin',
    params: SourceParam,
    body: UpdateSource,
    reply: SourceQuality,
    errors: ['not_found', 'not_a_twin'],
    example: { state: 'disabled' },
  }),
  exportSamples: route('GET /ems/api/v1/sources/:id/samples', 'entropy', {
    access: OPERATOR,
    summary:
      'Fresh samples for outside test suites: raw, one to a byte, or conditioned; tested, never served, and failed windows left out',
    params: SourceParam,
    query: SampleExportQuery,
    reply: Bytes,
    binary: true,
    errors: ['not_found', 'source_empty', 'conflict'],
  }),
  listSourcePools: route('GET /ems/api/v1/pools', 'entropy', {
    access: OPERATOR,
    summary: 'The pool of each source',
    query: EntropyPageQuery,
    reply: page(SourcePoolLevel),
  }),
  listCustomPools: route('GET /ems/api/v1/custom-pools', 'entropy', {
    access: OPERATOR,
    summary: 'Pools of several sources',
    query: EntropyPageQuery,
    reply: page(CustomPool),
  }),
  createCustomPool: route('POST /ems/api/v1/custom-pools', 'entropy', {
    access: OPERATOR,
    summary: 'Name a pool of two to eight sources of different physical groups',
    body: CreateCustomPool,
    reply: CustomPool,
    status: 201,
    errors: ['policy_refused', 'conflict'],
    example: { pool_id: 'vault', sources: ['src-a', 'src-b'] },
  }),
  updateCustomPool: route('PATCH /ems/api/v1/custom-pools', 'entropy', {
    access: OPERATOR,
    summary: 'Change sources, label or state of a custom pool; one that is no longer wanted is disabled',
    body: UpdateCustomPool,
    reply: CustomPool,
    errors: ['not_found', 'policy_refused'],
    example: { pool_id: 'vault', state: 'disabled' },
  }),
  listEntropyAudit: route('GET /ems/api/v1/audit-log', 'entropy', {
    access: OPERATOR,
    summary: 'Changes of sources and custom pools, by whom and when, newest first',
    query: EntropyAuditQuery,
    reply: page(EntropyAuditEntry),
  }),
} as const
