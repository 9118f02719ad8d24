/** A circuit's shots are sampled, kept and decoded in pieces, so that memory stays bounded however many there are. */
import type { CardinalState } from '../../contract/model/protocols'
import type { Piece } from '../model/results'
import { subSeed } from '../planning/seeds'

/** Whole words of shots that so many bits hold. */
export const shotsOfPiece = (bits_per_shot: number, piece_bits: number): number =>
  Math.max(64, Math.floor(piece_bits / bits_per_shot / 64) * 64)

interface Drawn {
  readonly state: CardinalState
  readonly rounds: number
  /** Of the run. */
  readonly seed: number
}

/** `most` shots in every piece but the last; the first draws as a circuit that needs no second one does. */
export function piecesOf(shots: number, most: number, { state, rounds, seed }: Drawn): Piece[] {
  return Array.from(
    { length: Math.ceil(shots / most) },
    (_, piece): Piece => ({
      piece,
      shots: Math.min(most, shots - piece * most),
      seed: subSeed(seed, 'encoded', state, rounds, piece === 0 ? '-' : piece),
    }),
  )
}
