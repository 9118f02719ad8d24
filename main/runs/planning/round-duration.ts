/** How long a round lasts, conditional repeats included. */
import type { RoundTimes } from '../../qec/decoding/wall-time'
import type { CompiledRound } from '../../qec/model/round'
import type { EncodedResult } from '../model/results'
import type { Passes } from './circuit'

/** Mean over shots and rounds: a trigger at k skips the later extractions and adds the repeat. Null in detection mode and with cyclic-window. */
export function meanRoundDuration(
  compiled: CompiledRound,
  { mode, protocol }: Passes,
  encoded: readonly Pick<EncodedResult, 'rounds' | 'shots' | 'triggers'>[],
): number | null {
  if (mode === 'detection' || protocol === 'cyclic-window') return null
  const rounds = encoded.reduce((sum, result) => sum + result.rounds * result.shots, 0)
  const added = roundTimes(compiled).triggered_ns.reduce(
    (sum, longer, k) => sum + longer * encoded.reduce((total, result) => total + result.triggers[k]!, 0),
    0,
  )
  return compiled.duration_ns + added / rounds
}

/** How long a round lasts, by whether and where it triggers: the later extractions are skipped, the repeat is added. */
export function roundTimes({ duration_ns, flagged, repeat }: CompiledRound): RoundTimes {
  const skipped = (k: number) => flagged.slice(k + 1).reduce((total, one) => total + one.duration_ns, 0)
  return {
    round_ns: duration_ns,
    triggered_ns: [0, 1, 2, 3].map(k => repeat.duration_ns - skipped(k)),
    tail_ns: repeat.duration_ns,
  }
}
