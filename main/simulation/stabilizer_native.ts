import { availableParallelism } from 'node:os'
import { AppError } from '../contract/errors'
import { strideOf } from '../qec/frame'
import { needInteger, needSeed } from './check'
import { toBitstrings } from './counts'
import { follow } from './follow'
import type { NativeAddon } from './native'
import { createPace } from './pace'
import type { RunOptions } from './simulator'
import {
  MAX_COUNT_CHARACTERS,
  MAX_STABILIZER_QUBITS,
  type StabilizerProgram,
  type StabilizerSimulator,
} from './stabilizer'
import { encodeStabilizer } from './stabilizer_encode'

/** Most shots of one call, as the kernels count them. */
const MAX_SHOTS = 2 ** 32
/** Bytes of planes of one call; the counts need none of them. */
const MAX_PLANE_BYTES = 2 ** 30

const checkRun = (shots: number, seed: bigint) => {
  needInteger('shots', shots, 1, MAX_SHOTS)
  needSeed(seed)
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
    if (stride * program.clbits > MAX_PLANE_BYTES)
      throw new RangeError(`${shots} shots of ${program.clbits} bits would take more than ${MAX_PLANE_BYTES} bytes`)
    const task = addon.sampleStabilizer({ ...encodeStabilizer(program), shots, seed, threads })
    return { data: (await follow(task, options)).planes, planes: program.clbits, shots, stride }
  }

  async function countOutcomes(program: StabilizerProgram, shots: number, seed: bigint, options: RunOptions = {}) {
    checkRun(shots, seed)
    options.signal?.throwIfAborted()
    const { clbits } = program
    const call = { ...encodeStabilizer(program), shots, seed, threads, most_bytes: keyBytes(clbits) }
    const packed = await follow(addon.countStabilizer(call), options).catch(error => tooMany(error, clbits))
    const slots = Array.from({ length: clbits }, (_, bit) => bit)
    return toBitstrings(packed, slots, clbits, createPace({ signal: options.signal }))
  }

  return {
    kind: 'native',
    stabilizer_engine: 'native-stabilizer/1',
    max_qubits: MAX_STABILIZER_QUBITS,
    samplePlanes,
    countOutcomes,
  }
}
