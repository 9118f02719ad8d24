/** The stored bits of a run: decoded anew beside the record's own decoder, or as outcomes, where a device measured them. */
import { createHash } from 'node:crypto'
import { AppError } from '../../contract/model/errors'
import { type CardinalState, type Decoder, STATE_TEXT } from '../../contract/model/protocols'
import type { Comparison } from '../../contract/runs/comparison'
import type { RunRecord } from '../../contract/runs/record'
import type { Redecoding } from '../../contract/runs/run'
import type { ShotSlots } from '../../contract/runs/shot-export'
import { logicalError } from '../../qec/comparison/compare'
import type { CircuitCount } from '../../qec/comparison/counts'
import { compareWithSurvival, type VerdictCounts } from '../../qec/comparison/survival-verdict'
import { gainsAgain } from '../../qec/comparison/wall-time-baseline'
import { strideOf } from '../../qec/program/frame'
import { type ExportedB8, exportB8 } from '../../sequencer/bins/export-b8'
import { addDecoded, type CircuitDecoder, type DecodedShots, decodePlanes, nothingDecoded } from '../decoding/decode'
import { circuitDecoders, decoderVersion } from '../decoding/protocols'
import { encodedProgram } from '../measuring/programs'
import type { PlannedRun } from '../model/plan'
import type { Cancellation, DecodingKernels } from '../model/run-engine'
import { memoryCircuit } from '../planning/circuits'
import { gainSeeds } from './comparison'

interface FinishedRun extends PlannedRun {
  readonly record: RunRecord
}

interface RedecodeContext extends Cancellation {
  readonly readFile: (sha256: string) => Promise<Uint8Array>
  readonly kernels: DecodingKernels
}

type ShotFile = RunRecord['shot_files'][number]

/** Throws `conflict` where bits are missing or damaged; rejects once cancelled. */
export async function redecode(
  { record, settings, plan }: FinishedRun,
  decoder: Decoder,
  context: RedecodeContext,
): Promise<Redecoding> {
  const decoderFor = circuitDecoders(plan, {
    protocol: settings.protocol,
    decoders: [settings.decoder, decoder],
    kernels: context.kernels,
  })
  const counts: CircuitCount[] = []
  let [changed_shots, total_shots] = [0, 0]
  for (const files of byCircuit(record.shot_files)) {
    const { state, rounds } = files[0]!
    const decode = decoderFor(memoryCircuit(plan, settings, { state, rounds }))
    const { outcomes, shots } = await decodedCircuit(files, decode, { ...context, run_id: record.run_id })
    const [before, after] = [outcomes[0]!, outcomes.at(-1)!]
    refuseIrreproducible(record, { state, rounds, shots, accepted: before.accepted, failures: before.failures })
    counts.push({ state, rounds, shots, accepted: after.accepted, failures: after.failures })
    changed_shots += after.changed
    total_shots += shots
  }
  const comparison = comparisonOfRedecoding(record, counts, context.checkpoint)
  return {
    run_id: record.run_id,
    decoder,
    decoder_version: decoderVersion({ protocol: settings.protocol, decoder }),
    recorded: {
      decoder: record.decoder,
      decoder_version: record.decoder_version,
      logical_error: record.logical_error,
    },
    changed_shots,
    total_shots,
    logical_error: logicalError(comparison),
    comparison,
  }
}

/** The files of each circuit in order, circuits in the order of the record. */
function byCircuit(files: readonly ShotFile[]): ShotFile[][] {
  const circuits = new Map<string, ShotFile[]>()
  for (const file of files) {
    const name = `${file.state} ${file.rounds}`
    circuits.set(name, [...(circuits.get(name) ?? []), file])
  }
  return [...circuits.values()]
}

async function decodedCircuit(
  files: readonly ShotFile[],
  decoder: CircuitDecoder,
  { run_id, readFile, signal, checkpoint }: RedecodeContext & { readonly run_id: string },
): Promise<DecodedShots> {
  let sum = nothingDecoded(2)
  for (const file of files) {
    const data = await bitsOf(file, run_id, readFile)
    const planes = { data, planes: file.bits_per_shot, shots: file.shots, stride: strideOf(file.shots) }
    sum = addDecoded(sum, await decodePlanes(planes, { decoder, signal, checkpoint }))
  }
  return sum
}

async function bitsOf(
  { sha256, state, rounds, bits_per_shot, shots }: ShotFile,
  run_id: string,
  readFile: (sha256: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const details = { run_id, sha256, state, rounds }
  const where = `state |${STATE_TEXT[state]}⟩ with ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of run ${run_id}`
  const bytes = await readFile(sha256).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    const reason = error.code === 'not_found' ? 'missing_bits' : 'damaged_bits'
    const what = error.code === 'not_found' ? 'are no longer on the disk' : 'were changed on the disk'
    throw new AppError('conflict', `The bits of ${where} ${what}; a replay makes them anew`, {
      details: { ...details, reason },
    })
  })
  if (bytes.byteLength === bits_per_shot * strideOf(shots)) return bytes
  throw new Error(`the bits of ${where} do not have the length that the record says`)
}

/** The record's own decoder must find what the record says before another one is compared with it. */
function refuseIrreproducible({ run_id, comparison, decoder, decoder_version }: RunRecord, count: CircuitCount): void {
  const { state, rounds, accepted, failures } = count
  const point = comparison.encoded.points.find(one => one.state === state && one.rounds === rounds)
  if (point?.accepted === accepted && point.failures === failures) return
  throw new AppError(
    'conflict',
    `${decoder} as it is now does not reproduce the record of run ${run_id}, which ${decoder_version} decoded`,
    {
      details: {
        run_id,
        state,
        rounds,
        recorded: point ?? null,
        now: { accepted, failures },
        reason: 'other_decoder_version',
      },
    },
  )
}

/** The comparison of the new outcomes with the record's baselines. */
function comparisonOfRedecoding(
  record: RunRecord,
  counts: readonly CircuitCount[],
  checkpoint: () => void,
): Comparison {
  const { physical, acceptance, error, selection = null } = record.comparison
  const again: VerdictCounts = {
    encoded: counts,
    physical: physical.map(({ qubit, role, skipped, points }) => ({
      qubit,
      role,
      skipped,
      counts: points.map(({ state, ...point }) => ({ ...point, state: state! })),
    })),
    predicted: rounds => acceptance.find(one => one.rounds === rounds)?.predicted ?? null,
    predicted_error: error?.predicted ?? null,
    seeds: gainSeeds(record.seed),
    selection,
    discards: record.mode === 'detection',
    crossing: record.comparison.survival_verdict?.crossing ?? null,
    ...(record.qubit_labels && { labels: record.qubit_labels }),
  }
  return withWallTimeGains(again, record, checkpoint)
}

/** The wall times depend on the bits and not on the decoder: only the gains change. */
function withWallTimeGains(again: VerdictCounts, record: RunRecord, checkpoint: () => void): Comparison {
  const comparison = compareWithSurvival(again, checkpoint)
  const { physical_wall_time: wall } = record.comparison
  if (!wall) return comparison
  checkpoint()
  return {
    ...comparison,
    physical_wall_time: gainsAgain(wall, { encoded: again.encoded, comparison, seeds: again.seeds }),
  }
}

/** A file of an encoded circuit. */
export interface EncodedFile {
  readonly state: CardinalState
  readonly rounds: number
  readonly shots: number
}

export interface ExportedShots extends Pick<ExportedB8, 'data' | 'mask'> {
  readonly slots: ShotSlots
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** `bits` are as stored. Throws Error where their length does not fit the shots of the file. */
export function exportShots(
  { plan, settings, file }: PlannedRun & { readonly file: EncodedFile },
  bits: Uint8Array,
  checkpoint: () => void,
): ExportedShots {
  const { state, rounds, shots } = file
  const { program, reference } = encodedProgram(plan, settings, { state, rounds })
  const planes = { data: bits, planes: program.slots, shots, stride: strideOf(shots) }
  if (bits.byteLength !== planes.planes * planes.stride)
    throw new Error(`${bits.byteLength} bytes are not ${shots} shots of ${program.slots} slots`)
  const packed = exportB8(program, { planes, reference, sha256, checkpoint })
  const { data, mask, bytes_per_shot, data_sha256, mask_sha256 } = packed
  const slots = packed.slots.map((name, slot) => ({
    name,
    reference: reference[slot] === 1 ? (1 as const) : (0 as const),
  }))
  return {
    data,
    mask,
    slots: { state, rounds, shots, bytes_per_shot, slots, b8_sha256: data_sha256, mask_sha256 },
  }
}
