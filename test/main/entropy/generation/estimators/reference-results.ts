import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const FOLDER = 'test/vectors/entropy/sp800-90b'

/** What the reference tool printed, by estimator and by its name for the figure; of the symbols, or of their bits. */
export interface ReferenceResults {
  readonly literal: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly bitstring: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly h_original: number
  readonly h_bitstring: number | null
  readonly assessed: number
  readonly symbols: number
}

export const referenceInput = (name: string): Uint8Array => gunzipSync(readFileSync(`${FOLDER}/${name}.bin.gz`))

export function referenceResults(name: string): ReferenceResults {
  const text = readFileSync(`${FOLDER}/${name}.res`, 'utf8')
  const tables: Record<string, Record<string, Record<string, number>>> = { Literal: {}, Bitstring: {} }
  for (const [, kind, estimator, figure, value] of text.matchAll(
    /^(Literal|Bitstring) ([\w -]+?)(?: Prediction)? Estimate: (.+?) = (\S+)$/gm,
  ))
    tables[kind!]![estimator!] = { ...tables[kind!]![estimator!], [figure!]: Number(value) }
  const figure = (label: RegExp) => Number(text.match(label)?.[1] ?? Number.NaN)
  const h_bitstring = figure(/^H_bitstring\s*[=:] (\S+)/m)
  return {
    literal: tables.Literal!,
    bitstring: tables.Bitstring!,
    h_original: figure(/^H_original\s*[=:] (\S+)/m),
    h_bitstring: Number.isNaN(h_bitstring) ? null : h_bitstring,
    assessed: figure(/^Assessed min entropy: (\S+)/m),
    symbols: figure(/of (\d+) distinct/),
  }
}

/** Our estimator and figure for the tool's. */
export const ESTIMATOR_NAMES: Readonly<Record<string, string>> = {
  'Most Common Value': 'most_common_value',
  Collision: 'collision',
  Markov: 'markov',
  Compression: 'compression',
  't-Tuple': 't_tuple',
  LRS: 'lrs',
  MultiMCW: 'multi_mcw',
  Lag: 'lag',
  MultiMMC: 'multi_mmc',
  LZ78Y: 'lz78y',
}
export const FIGURE_NAMES: Readonly<Record<string, string>> = {
  'Mode count': 'mode_count',
  'p-hat': 'p_hat',
  p_u: 'p_u',
  'p-hat_max': 'p_max',
  v: 'v',
  'Sum t_i': 'sum',
  'X-bar': 'mean',
  'sigma-hat': 'sigma',
  "X-bar'": 'mean_bound',
  p: 'p',
  P_0: 'p_0',
  P_1: 'p_1',
  'P_{0,0}': 'p_00',
  'P_{0,1}': 'p_01',
  'P_{1,0}': 'p_10',
  'P_{1,1}': 'p_11',
  t: 't',
  u: 'u',
  C: 'c',
  r: 'r',
  N: 'n',
  P_global: 'p_global',
  "P_global'": 'p_global_bound',
  P_local: 'p_local',
}
