/** The published files this project was given to judge its importers by; they lie beside the checkout, where they exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { NamedText } from '../../../main/backends/files/json'

const FOLDER = fileURLToPath(new URL('../../../../shared/calibration/', import.meta.url))

/** Google's Willow, which lies in a folder of its own. */
export const WILLOW = 'google_willow_pink_2024-08-16'

export const SNAPSHOTS: readonly string[] = existsSync(FOLDER)
  ? [...readdirSync(`${FOLDER}normalized`).map(file => file.replace(/\.json$/, '')), WILLOW]
  : []

const rawFolder = (snapshot: string): string => `${FOLDER}${snapshot === WILLOW ? 'willow' : 'raw'}`

/** The raw files of a snapshot under their original names. */
export const rawFiles = (snapshot: string): NamedText[] =>
  readdirSync(rawFolder(snapshot))
    .filter(file => file.startsWith(`${snapshot}__`))
    .map(file => ({
      name: file.slice(snapshot.length + 2),
      content: readFileSync(`${rawFolder(snapshot)}/${file}`, 'utf8'),
    }))

type Numbers = 't1_us' | 't2_us' | 't2_echo_us' | 'fidelity_1q' | 'readout_fidelity' | 'reset_fidelity'
type Length = 'gate_1q_length_ns' | 'readout_length_ns' | 'reset_length_ns'

export interface Normalized {
  readonly device: string
  readonly vendor: string
  readonly calibrated_at: string | null
  readonly qubits: readonly (Record<Numbers | Length, number | null> & { id: string | number; index: number })[]
  readonly edges: readonly {
    a: string | number
    b: string | number
    gate: string
    fidelity: number | null
    duration_ns: number | null
  }[]
}

export const normalized = (snapshot: string): Normalized =>
  JSON.parse(
    readFileSync(
      snapshot === WILLOW ? `${FOLDER}willow/normalized.json` : `${FOLDER}normalized/${snapshot}.json`,
      'utf8',
    ),
  ) as Normalized

export const recipeFolder = `${FOLDER}raw`
