/** A receipt as a sheet to read, and a list of receipts as a table to keep. */
import type { Receipt } from '../../../../main/contract/entropy/receipt'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { DataTable } from '../charts/chart'
import { count, countWithNoun } from '../format/quantity'
import { utcSecond } from '../format/time'

const CONSTRUCTIONS: Readonly<Record<Receipt['construction'], string>> = {
  conditioner: 'conditioned samples',
  xor: 'exclusive or of conditioned samples',
  hmac_drbg: 'HMAC_DRBG',
  rbg3_xor: 'conditioned samples exclusive or HMAC_DRBG, as RBG3(XOR)',
  circulant: 'circulant extractor on raw bits',
}

export const isSimulatedDraw = ({ sources }: Pick<Receipt, 'sources'>): boolean =>
  sources.some(({ simulated }) => simulated)

/** `policy default`, `multi`, `custom vault`. */
export const drawKindText = ({ mode, policy, type }: Pick<Receipt, 'mode' | 'policy' | 'type'>): string =>
  `${type === 'stream_frame' ? 'stream, ' : ''}${mode}${policy === null ? '' : ` ${policy.replace('pool:', '')}`}`

const kindOfId = (id: string): string => id.split(':').slice(3).join(':')
export const sourcesText = ({ sources }: Pick<Receipt, 'sources'>): string =>
  sources.map(({ id }) => kindOfId(id)).join(', ')

function extractorText({ extractor }: Receipt): string | null {
  if (extractor === null) return null
  const { method, log2_eps, steps } = extractor
  if (method === 'xor') return 'exclusive or'
  const sizes = steps.map(({ n, m }) => `n = ${count(n)}, ${countWithNoun(m, 'bit')} out`).join('; ')
  return `circulant, ε ≤ 2^${log2_eps ?? 0}; ${sizes}`.replace('^-', '^−')
}

/** The fields of the receipt in words, without its sources and its signature. */
export function receiptSheet(receipt: Receipt): (readonly [string, string | null])[] {
  const { beacon, log, h_in, h_out, key_hash } = receipt
  return [
    ['Request', receipt.request_id],
    ['Issued', utcSecond(receipt.issued_at)],
    ['Draw', drawKindText(receipt)],
    ['Bytes', count(receipt.bytes)],
    ['Price', countWithNoun(receipt.credits, 'credit')],
    ['Made of', CONSTRUCTIONS[receipt.construction]],
    ['Extractor', extractorText(receipt)],
    ['Min-entropy', `${significant(h_in, 6)} bits in, ${significant(h_out, 6)} bits out`],
    ['Serial', `${receipt.serial} in epoch ${receipt.epoch}`],
    ['Receipt before it', receipt.prev_receipt_sha256],
    ['Commits to', `SHA-256 of salt and bytes: ${receipt.output_commitment}`],
    ['Drawn by', `the key whose id hashes to ${key_hash}`],
    [
      'Beacon',
      beacon === null ? 'no pulse was there yet' : `pulse ${beacon.index} of chain ${beacon.chain}: ${beacon.output}`,
    ],
    ['Bound to it', receipt.user_data],
    ['Log', `entry ${log.index} of ${log.origin}`],
    ['Signed with', `${receipt.alg}, key ${receipt.kid}`],
  ]
}

/** The sources of a receipt, with their raw bits and min-entropy. */
export const receiptSources = ({ sources }: Receipt): DataTable => ({
  columns: ['Source', 'Kind', 'Simulated', 'Raw bits', 'Claimed, bits a raw bit', 'Assessed'],
  rows: sources.map(source => [
    source.id,
    source.kind.replaceAll('_', ' '),
    source.simulated ? 'SIMULATED' : 'no',
    source.raw_bits,
    source.h_claimed,
    source.h_assessed ?? 'not assessed',
  ]),
})
