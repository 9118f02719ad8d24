import { AppError } from '../../contract/model/errors'
import { strideOf } from '../../qec/program/frame'
import { createYielder } from '../../worker/yielder'
import type { NativeAddon } from '../addon/interface'
import { withAbort } from '../addon/task'
import { type NativeOptions, threadsOf } from '../addon/threads'
import { MAX_SIMULATED_SHOTS, needInteger, needSeed } from '../model/arguments'
import { type SlotCounts, toBitstrings } from '../model/counts'
import type { SampleOptions } from '../model/run-options'
import {
  bitWidthOf,
  type EncodedStabilizer,
  MAX_COUNT_CHARACTERS,
  MAX_STABILIZER_QUBITS,
  type PackedShots,
  type StabilizerProgram,
  type StabilizerSimulator,
} from '../model/stabilizer'
import { encodeStabilizer } from './program'

/** Bytes of planes or packed shots of one call; the counts need none of them. */
const MAX_SHOT_BYTES = 2 ** 30

const checkRun = (shots: number, seed: bigint) => {
  needInteger('shots', shots, { least: 1, most: MAX_SIMULATED_SHOTS })
  needSeed(seed)
}

function needBytes(bytes: number, shots: number, clbits: number): void {
  if (bytes > MAX_SHOT_BYTES)
    throw new RangeError(`${shots} shots of ${clbits} bits would take more than ${MAX_SHOT_BYTES} bytes`)
}

/** The bytes followed by zeros up to the length. */
function zeroPadded(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length === length) return bytes
  const all = new Uint8Array(length)
  all.set(bytes)
  return all
}

/** The shots with bits that hold 0 above the others. */
function withExtraBits({ data, shots, width }: PackedShots, clbits: number): PackedShots {
  const wide = Math.ceil(clbits / 8)
  if (wide === width) return { data, shots, clbits, width }
  const all = new Uint8Array(wide * shots)
  for (let shot = 0; shot < shots; shot++) all.set(data.subarray(shot * width, (shot + 1) * width), shot * wide)
  return { data: all, shots, clbits, width: wide }
}

/**
 * Most bytes of packed outcomes whose bitstrings fit: a key takes 64 bits to a word and a count, a bitstring a byte a
 * bit.
 */
const keyBytes = (clbits: number) => {
  const most = Math.floor(MAX_COUNT_CHARACTERS / Math.max(1, clbits))
  return most * 8 * (Math.ceil(clbits / 64) + 1)
}

function refuseTooManyOutcomes(error: unknown, clbits: number): never {
  if (!(error instanceof Error) || !error.message.startsWith('the distinct outcomes take')) throw error
  const message = `The outcomes of ${clbits} bits differ too much to be counted; use fewer shots, or ask for bit planes`
  throw new AppError('invalid_request', message, { details: { clbits, most_characters: MAX_COUNT_CHARACTERS } })
}

/** The engine on the addon; the result does not depend on `threads`. */
export function createNativeStabilizer(addon: NativeAddon, options: NativeOptions = {}): StabilizerSimulator {
  const threads = threadsOf(options)
  async function samplePlanes(program: StabilizerProgram, { shots, seed, ...options }: SampleOptions) {
    checkRun(shots, seed)
    options.signal?.throwIfAborted()
    const [stride, width] = [strideOf(shots), bitWidthOf(program)]
    needBytes(stride * width, shots, width)
    const task = addon.sampleStabilizer({ ...encodeStabilizer(program), shots, seed, threads })
    const { planes } = await withAbort(task, options)
    return { data: zeroPadded(planes, stride * width), planes: width, shots, stride }
  }

  async function packEncoded(program: EncodedStabilizer, { shots, seed, ...options }: SampleOptions) {
    checkRun(shots, seed)
    options.signal?.throwIfAborted()
    const { clbits } = program
    const width = Math.ceil(clbits / 8)
    needBytes(width * shots, shots, clbits)
    const task = addon.packStabilizer({ ...program, shots, seed, threads })
    return { data: (await withAbort(task, options)).packed, shots, clbits, width }
  }

  async function sampleShots(program: StabilizerProgram, { shots, seed, ...options }: SampleOptions) {
    const width = bitWidthOf(program)
    needBytes(Math.ceil(width / 8) * shots, shots, width)
    return withExtraBits(await packEncoded(encodeStabilizer(program), { shots, seed, ...options }), width)
  }

  async function countEncoded(
    program: EncodedStabilizer,
    { shots, seed, ...options }: SampleOptions,
  ): Promise<SlotCounts> {
    checkRun(shots, seed)
    options.signal?.throwIfAborted()
    const { clbits, width } = program
    const call = { ...program, shots, seed, threads, most_bytes: keyBytes(clbits) }
    const packed = await withAbort(addon.countStabilizer(call), options).catch(error =>
      refuseTooManyOutcomes(error, clbits),
    )
    const clbit_of = Array.from({ length: clbits }, (_, bit) => bit)
    return { ...packed, clbit_of, clbits: width }
  }

  async function countOutcomes(program: StabilizerProgram, { shots, seed, ...options }: SampleOptions) {
    const packed = await countEncoded(encodeStabilizer(program), { shots, seed, ...options })
    return toBitstrings(packed, createYielder({ signal: options.signal }))
  }

  return {
    kind: 'native',
    stabilizer_engine: 'native-stabilizer/2',
    max_qubits: MAX_STABILIZER_QUBITS,
    samplePlanes,
    sampleShots,
    packEncoded,
    countOutcomes,
    countEncoded,
  }
}
