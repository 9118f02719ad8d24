import { type BitPlanes, type FrameProgram, strideOf } from '../../qec/program/frame'
import type { NativeAddon } from '../addon/interface'
import { withAbort } from '../addon/task'
import { encodeFrames, encodePlanes } from '../encoding/frames'
import type { FrameOptions, Simulator } from '../model/simulator'
import { checkFrames } from './check'

/** Samples frame programs on the addon; only encoding runs on the calling thread. */
export function nativeFrames(addon: NativeAddon, threads: number): Simulator['sampleFrames'] {
  return async (program: FrameProgram, { shots, seed, inputs = [], ...options }: FrameOptions): Promise<BitPlanes> => {
    checkFrames(program, { shots, seed, inputs })
    options.signal?.throwIfAborted()
    const stride = strideOf(shots)
    const planes = encodePlanes(inputs, stride)
    const task = addon.sampleFrames({ ...encodeFrames(program), shots, seed, planes, threads })
    return { data: await withAbort(task, options), planes: program.bits, shots, stride }
  }
}
