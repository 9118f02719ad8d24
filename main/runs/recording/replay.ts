/** A simulated record run again from its plan and seed: whether the same bits come out. */
import type { Warning } from '../../contract/model/primitives'
import type { Replay, RunRecord } from '../../contract/runs/record'
import type { EncodedResult } from '../model/run'

/** Replay field before the replay has run. */
export const pendingReplay = (of: string): Replay => ({ of, identical: null, differing: [] })

/**
 * Compares the SHA-256 of every bit file. Bits are promised for the same engine version only: under another one a replay
 * is never called identical, and `replay_other_engine` says why. Circuits with 0 rounds, which records of earlier versions
 * lack, count where the original has them.
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
  const added = encoded.filter(({ state, rounds }) => rounds > 0 && !circuits.has(`${state} ${rounds}`))
  const differing = [...circuits].filter(([name]) => hashesNow.get(name) !== hashesThen(name)).map(([, at]) => at)
  return {
    of: original.run_id,
    identical: differing.length === 0 && original.engine === engine && added.length === 0,
    differing,
  }
}

interface Versions {
  readonly engine: string
  /** Left out for a long record of an earlier version, whose file would have to be read for it. */
  readonly decoder_version?: string | undefined
}

export function replayWarnings(
  { run_id, ...then }: Versions & Pick<RunRecord, 'run_id'>,
  now: Required<Versions>,
): Warning[] {
  const engine =
    `Run ${run_id} was simulated by ${then.engine}, this one by ${now.engine}: ` +
    'bits are reproducible with the same engine version only, so the replay is not called identical.'
  const decoder =
    `Run ${run_id} was decoded by ${then.decoder_version}, this one by ${now.decoder_version}: ` +
    'outcomes of the same bits may differ.'
  const otherDecoder = then.decoder_version !== undefined && then.decoder_version !== now.decoder_version
  return [
    ...(then.engine === now.engine ? [] : [{ code: 'replay_other_engine', message: engine }]),
    ...(otherDecoder ? [{ code: 'replay_other_decoder', message: decoder }] : []),
  ]
}
