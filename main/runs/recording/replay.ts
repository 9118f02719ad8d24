/** A simulated record run again from its plan and seed: whether the same bits come out. */
import type { Warning } from '../../contract/model/primitives'
import type { Replay, RunRecord } from '../../contract/runs/record'
import type { EncodedResult } from '../execute'

/** What is known before the replay has run. */
export const pendingReplay = (of: string): Replay => ({ of, identical: null, differing: [] })

/**
 * Compares the SHA-256 of every bit file. Bits are promised for the same engine version only: under another one a replay
 * is never called identical, and `replay_other_engine` says why.
 */
export function replayOf(original: RunRecord, engine: string, encoded: readonly EncodedResult[]): Replay {
  const hashesNow = new Map(
    encoded.map(({ state, rounds, files }) => [`${state} ${rounds}`, files.map(({ sha256 }) => sha256).join()]),
  )
  const circuits = new Map(original.shot_files.map(({ state, rounds }) => [`${state} ${rounds}`, { state, rounds }]))
  const hashesThen = (name: string) =>
    original.shot_files
      .filter(({ state, rounds }) => `${state} ${rounds}` === name)
      .map(({ sha256 }) => sha256)
      .join()
  const differing = [...circuits].filter(([name]) => hashesNow.get(name) !== hashesThen(name)).map(([, at]) => at)
  return {
    of: original.run_id,
    identical: differing.length === 0 && original.engine === engine && hashesNow.size === circuits.size,
    differing,
  }
}

export function replayWarnings(original: RunRecord, engine: string): Warning[] {
  if (original.engine === engine) return []
  const message =
    `Run ${original.run_id} was simulated by ${original.engine}, this one by ${engine}: ` +
    'bits are reproducible with the same engine version only, so the replay is not called identical.'
  return [{ code: 'replay_other_engine', message }]
}
