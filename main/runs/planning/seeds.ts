import { createHash } from 'node:crypto'

/**
 * The 64-bit seed of one circuit: the first eight bytes (big-endian) of
 * SHA-256("pentad-run/1 <seed> <kind> <state> <rounds> <index>"), with `-` for what does not apply. The index is the
 * qubit of a baseline or its pilot, the number of a later piece of an encoded circuit, or, of the baseline at the wall times,
 * the qubit times 16 plus the number of the group of shots.
 * Circuits thus draw independently of one another and of which others the run has.
 */
export function subSeed(
  seed: number,
  kind: 'encoded' | 'baseline' | 'pilot' | 'wall-time' | 'gain-best' | 'gain-median' | 'prediction',
  state: string = '-',
  rounds: number | '-' = '-',
  index: number | '-' = '-',
): bigint {
  const text = `pentad-run/1 ${seed} ${kind} ${state} ${rounds} ${index}`
  return createHash('sha256').update(text).digest().readBigUInt64BE()
}
