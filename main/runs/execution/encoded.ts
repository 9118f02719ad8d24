/** The encoded circuits: sampled piece by piece, decoded, and their bits stored. */
import { setImmediate } from 'node:timers/promises'
import type { Decoder } from '../../contract/model/protocols'
import type { Kept } from '../../qec/prediction/kept-shots'
import {
  addOutcomes,
  type CircuitDecoder,
  circuitDecoders,
  decodePlanes,
  noOutcomes,
} from '../decoding/circuit-decoder'
import { protocolRow } from '../decoding/protocols'
import type { BitFile, EncodedResult } from '../model/results'
import { type Circuit, circuitOf, programOf } from '../planning/circuit'
import { predictedAcceptance } from '../prediction/acceptance'
import { piecesOf, shotsOfPiece } from '../sampling/pieces'
import { circuitPoints, type Stage, type StageContext } from './stage'
import { wallClock } from './wall-time'

/** One stage for each circuit; its result is added to `results`. */
export function encodedStages(context: StageContext, decoders: readonly Decoder[], results: EncodedResult[]): Stage[] {
  const { plan, settings, host } = context
  const kept = predictedAcceptance(plan, settings)
  const operations = plan.compiled.flagged.reduce((sum, { ops }) => sum + ops.length, plan.compiled.repeat.ops.length)
  const decoderOf = circuitDecoders(protocolRow(settings.protocol), plan, decoders, host.engines.frames)
  return circuitPoints(settings).map(({ rounds, state }) => ({
    name: `encoded, state ${state}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`,
    weight: operations * (rounds + 1),
    async run(onProgress) {
      const circuit = circuitOf(plan, settings, state, rounds)
      const decoder = { ...decoderOf(circuit), wall: wallClock(circuit) }
      results.push(await encodedCircuit(circuit, context, { kept, decoder }, onProgress))
    },
  }))
}

async function encodedCircuit(
  circuit: Circuit,
  { settings, engine, host }: StageContext,
  { kept, decoder }: { readonly kept: Kept; readonly decoder: CircuitDecoder },
  onProgress: (fraction: number) => void,
): Promise<EncodedResult> {
  const { state, rounds } = circuit
  const { shots, seed } = settings
  const { writeBits, signal } = host
  const program = programOf(circuit)
  const bits_per_shot = program.program.bits
  await setImmediate()
  const files: BitFile[] = []
  let sum = noOutcomes(decoder.decode.length)
  for (const piece of piecesOf(shots, shotsOfPiece(bits_per_shot, engine.piece_bits), { state, rounds, seed })) {
    const done = (fraction: number) => onProgress((sum.shots + fraction * piece.shots) / shots)
    const planes = await engine.sample(program, piece.shots, piece.seed, {
      signal,
      onProgress: fraction => done(engine.sampling * fraction),
    })
    signal.throwIfAborted()
    const decoded = await decodePlanes(planes, decoder, signal, fraction =>
      done(engine.sampling + (1 - engine.sampling) * fraction),
    )
    sum = addOutcomes(sum, decoded)
    files.push({ ...piece, sha256: await writeBits(planes.data) })
    signal.throwIfAborted()
  }
  const { accepted, failures } = sum.outcomes[0]!
  const predicted = kept(state, rounds)
  return { state, rounds, ...sum, shots, accepted, failures, files, bits_per_shot, predicted }
}
