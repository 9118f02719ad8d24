/** The form for drawing random bytes: the call it makes, or its faults. */
import type { z } from 'zod'
import type {
  DrawRequest,
  EntropyPolicyName,
  MultiDrawRequest,
  PolicyDrawRequest,
} from '../../../../main/contract/entropy/draw'
import { thousands } from '../../../../main/contract/numbers/number-text'

export const DRAW_WAYS = ['policy', 'pool', 'source', 'custom', 'multi'] as const
export type DrawWay = (typeof DRAW_WAYS)[number]

export const DRAW_WAY_TEXT: Readonly<Record<DrawWay, string>> = {
  policy: 'by a policy',
  pool: 'from a custom pool',
  source: 'from one source',
  custom: 'exclusive or of several sources',
  multi: 'extracted from several sources',
}

export interface DrawDraft {
  readonly way: DrawWay
  readonly bytes: string
  readonly policy: EntropyPolicyName
  readonly pool: string
  readonly source: string
  readonly sources: readonly string[]
  readonly method: 'circulant' | 'xor'
  readonly log2_eps: string
  readonly user_data: string
}

export const FIRST_DRAFT: DrawDraft = {
  way: 'policy',
  bytes: '32',
  policy: 'default',
  pool: '',
  source: 'src-a',
  sources: [],
  method: 'circulant',
  log2_eps: '-128',
  user_data: '',
}

/** The route of a draw, with its body. */
export type DrawCall =
  | { readonly route: 'requestEntropy'; readonly body: z.input<typeof PolicyDrawRequest> }
  | { readonly route: 'drawEntropy'; readonly body: z.input<typeof DrawRequest> }
  | { readonly route: 'drawMultiSource'; readonly body: z.input<typeof MultiDrawRequest> }

export interface EnteredDraw {
  /** Null where something is wrong. */
  readonly call: DrawCall | null
  /** Faults by the name of the field. */
  readonly faults: Readonly<Partial<Record<keyof DrawDraft, string>>>
  /** Entropy credits; null while the number of bytes is none. */
  readonly credits: number | null
}

/** Most bytes of one draw; API A (source, custom) serves fewer. */
const MAX_BYTES: Readonly<Record<DrawWay, number>> = {
  policy: 65_536,
  pool: 65_536,
  multi: 65_536,
  source: 4_096,
  custom: 4_096,
}
const BYTES_A_CREDIT = 256

export function enteredDraw(draft: DrawDraft): EnteredDraw {
  const bytes = wholeNumber(draft.bytes)
  const faults = faultsOf(draft, bytes)
  const credits = bytes === null || bytes < 1 ? null : Math.ceil(bytes / BYTES_A_CREDIT)
  return { call: Object.keys(faults).length > 0 ? null : callOf(draft, bytes!), faults, credits }
}

const wholeNumber = (text: string): number | null => (/^-?\d{1,9}$/.test(text.trim()) ? Number(text) : null)

function faultsOf(draft: DrawDraft, bytes: number | null): EnteredDraw['faults'] {
  const { way, pool, sources, method, log2_eps, user_data } = draft
  const most = MAX_BYTES[way]
  const isMany = way === 'custom' || way === 'multi'
  const eps = wholeNumber(log2_eps)
  return {
    ...((bytes === null || bytes < 1 || bytes > most) && {
      bytes: `a whole number from 1 to ${thousands(most)}`,
    }),
    ...(way === 'pool' && pool === '' && { pool: 'choose a pool' }),
    ...(isMany && (sources.length < 2 || sources.length > 8) && { sources: 'choose two to eight sources' }),
    ...(way === 'multi' &&
      method === 'circulant' &&
      (eps === null || eps < -1024 || eps > -32) && { log2_eps: 'a whole number from −1024 to −32' }),
    ...(user_data.length > 256 && { user_data: 'at most 256 characters' }),
  }
}

function callOf(draft: DrawDraft, bytes: number): DrawCall {
  const { way, policy, pool, source: id, sources, method } = draft
  const common = { bytes, ...(draft.user_data !== '' && { user_data: draft.user_data }) }
  switch (way) {
    case 'policy':
      return { route: 'requestEntropy', body: { ...common, policy } }
    case 'pool':
      return { route: 'requestEntropy', body: { ...common, pool } }
    case 'source':
      return { route: 'drawEntropy', body: { ...common, mode: 'source', id } }
    case 'custom':
      return { route: 'drawEntropy', body: { ...common, mode: 'custom', ids: [...sources] } }
    case 'multi': {
      const eps = method === 'circulant' ? { log2_eps: Number(draft.log2_eps) } : {}
      return { route: 'drawMultiSource', body: { ...common, sources: [...sources], method, ...eps } }
    }
  }
}
