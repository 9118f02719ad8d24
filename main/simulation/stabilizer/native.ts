import { availableParallelism } from 'node:os'
import { AppError } from '../../contract/model/errors'
import { strideOf } from '../../qec/program/frame'
import { needInteger, needSeed } from '../frames/check'
import { type PackedOutcomes, toBitstrings } from '../model/counts'
import { follow } from '../addon/task'
import type { NativeAddon } from '../native'
import { createPace } from '../pace'
import type { RunOptions } from '../model/simulator'
import {
  MAX_COUNT_CHARACTERS,
  MAX_STABILIZER_QUBITS,
  type StabilizerProgram,
  type StabilizerSimulator,
} from '../model/stabilizer'
import { type EncodedStabilizer, encodeStabilizer } from '../encoding/stabilizer'

/** Most shots of one call, as the kernels count them. */
const MAX_SHOTS = 2 ** 32
/** Bytes of planes or packed shots of one call; the counts need none of them. */
const MAX_SHOT_BYTES = 2 ** 30

const checkRun = (shots: number, seed: bigint) => {
  needInteger('shots', shots, 1, MAX_SHOTS)
  needSeed(seed)
}

function needBytes(bytes: number, shots: number, clbits: number): void {
  if (bytes > MAX_SHOT_BYTES)
    throw new RangeError(`${shots} shots of ${clbits} bits would take more than ${MAX_SHOT_BYTES} bytes`)
}

/** Keys are packed 64 bits to a word with a count beside them, whereas bitstrings take a byte a bit. */
const keyBytes = (clbits: number) => {
  const most = Math.floor(MAX_COUNT_CHARACTERS / Math.max(1, clbits))
  return most * 8 * (Math.ceil(clbits / 64) + 1)
}

function tooMany(error: unknown, clbits: number): never {
  if (!(error instanceof Error) || !error.message.startsWith('the distinct outcomes take')) throw error
  const message = `The outcomes of ${clbits} bits differ too much to be counted; use fewer shots, or ask for bit planes`
  throw new AppError('invalid_request', message, { clbits, most_characters: MAX_COUNT_CHARACTERS })
}

/** The engine on the addon; the result does not depend on `threads`. */
export function createNativeStabilizer(
  addon: NativeAddon,
  { threads = Math.min(2, availableParallelism()) }: { readonly threads?: number } = {},
): StabilizerSimulator {
  async function samplePlanes(program: StabilizerProgram, shots: number, seed: bigint, options: RunOptions = {}) {
    checkRun(shots, seed)
    options.signal?.throwIfAborted()
    const stride = strideOf(shots)
    needBytes(stride * program.clbits, shots, program.clbits)
    const task = addon.sampleStabilizer({ ...encodeStabilizer(program), shots, seed, threads })
    return { data: (await follow(task, options)).planes, planes: program.clbits, shots, stride }
  }

  async function packEncoded(program: EncodedStabilizer, shots: number, seed: bigint, options: RunOptions = {}) {
    checkRun(shots, seed)
    options.signal?.throwIfAborted()
    const { clbits } = program
    const width = Math.ceil(clbits / 8)
    needBytes(width * shots, shots, clbits)
    const task = addon.packStabilizer({ ...program, shots, seed, threads })
    return { data: (await follow(task, options)).packed, shots, clbits, width }
  }

  async function countEncoded(
    program: EncodedStabilizer,
    width: number,
    shots: number,
    seed: bigint,
    options: RunOptions = {},
  ): Promise<PackedOutcomes> {
    checkRun(shots, seed)
    options.signal?.throwIfAborted()
    const { clbits } = program
    const call = { ...program, shots, seed, threads, most_bytes: keyBytes(clbits) }
    const packed = await follow(addon.countStabilizer(call), options).catch(error => tooMany(error, clbits))
    const clbit_of = Array.from({ length: clbits }, (_, bit) => bit)
    return { ...packed, clbit_of, clbits: Math.max(clbits, width) }
  }

  async function countOutcomes(program: StabilizerProgram, shots: number, seed: bigint, options: RunOptions = {}) {
    const packed = await countEncoded(encodeStabilizer(program), 0, shots, seed, options)
    return toBitstrings(packed, createPace({ signal: options.signal }))
  }

  return {
    kind: 'native',
    stabilizer_engine: 'native-stabilizer/2',
    max_qubits: MAX_STABILIZER_QUBITS,
    samplePlanes,
    sampleShots: async (program, shots, seed, options) => packEncoded(encodeStabilizer(program), shots, seed, options),
    packEncoded,
    countOutcomes,
    countEncoded,
  }
}
