/** Keys, balance and ledger. */
import { itemsOf, page } from '../model/primitives'
import {
  AccountSummary,
  ApiKey,
  Caller,
  CreateKey,
  KeyParam,
  LedgerQuery,
  LedgerTransaction,
  NewKey,
  PurchaseTokens,
} from '../service/account'
import { route } from './define-route'

export const accountRoutes = {
  whoami: route('GET /api/svc/quantum/whoami', 'account', {
    access: 'signed_in',
    summary: 'Who is calling, with which roles',
    reply: Caller,
  }),
  listKeys: route('GET /api/svc/quantum/keys', 'account', {
    access: 'session',
    summary: 'All API keys, without their secrets',
    reply: itemsOf(ApiKey),
  }),
  createKey: route('POST /api/svc/quantum/keys', 'account', {
    access: 'session',
    summary: 'Create an API key; the secret is shown only in this reply',
    body: CreateKey,
    reply: NewKey,
    status: 201,
    example: { name: 'ci', roles: ['jobs', 'qec'] },
  }),
  rotateKey: route('POST /api/svc/quantum/keys/:key_id/rotate', 'account', {
    access: 'session',
    summary: 'Replace the secret at once; id and jobs stay',
    params: KeyParam,
    reply: NewKey,
    errors: ['not_found', 'conflict'],
  }),
  revokeKey: route('DELETE /api/svc/quantum/keys/:key_id', 'account', {
    access: 'session',
    summary: 'Revoke the key for good',
    params: KeyParam,
    reply: ApiKey,
    errors: ['not_found'],
  }),
  getAccount: route('GET /api/svc/quantum/account', 'account', {
    access: 'signed_in',
    summary: 'Balances of compute tokens and entropy credits',
    reply: AccountSummary,
  }),
  listLedger: route('GET /api/svc/quantum/account/ledger', 'account', {
    access: 'signed_in',
    summary: 'Movements of tokens and credits, newest first; a key sees those of its own jobs, runs and draws',
    query: LedgerQuery,
    reply: page(LedgerTransaction),
  }),
  purchaseTokens: route('POST /api/svc/quantum/account/purchases', 'account', {
    access: 'session',
    summary:
      'Buy compute tokens or entropy credits; only in the demo lab and others whose profile says may_purchase, where they cost nothing',
    body: PurchaseTokens,
    reply: AccountSummary,
    status: 201,
    errors: ['conflict'],
    example: { tokens: 1000 },
  }),
} as const
