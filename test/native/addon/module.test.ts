import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import type { NativeAddon } from '../../../main/simulation/addon/interface'
import { computedSince, findAddon, outcomeOf, REFUSED } from '../../main/simulation/engine-fixtures'

const addon = findAddon()
const file = resolve('native/build/Release/pentad_native.node')

type FrameCall = Parameters<NativeAddon['sampleFrames']>[0]
type CircuitCall = Parameters<NativeAddon['runCircuit']>[0]

const frames = (changes: object = {}): FrameCall => ({
  qubits: 2,
  bits: 1,
  registers: 1,
  inputs: 0,
  ops: Int32Array.of(1, 0, 0, 0),
  rates: new Float64Array(3),
  shots: 100,
  seed: 1n,
  planes: new Uint8Array(),
  threads: 1,
  ...changes,
})
const circuit = (changes: object = {}): CircuitCall => ({
  qubits: 2,
  slots: 1,
  ops: Int32Array.of(0, 0, 1, -1, 0, -1, 1, 0, -1, -1, 0, -1),
  matrices: Float64Array.of(0, 0, 1, 0, 1, 0, 0, 0),
  conditions: Int32Array.of(1, 1),
  shots: 100,
  seed: 1n,
  kept_bytes: 0,
  precision: 64,
  threads: 1,
  ...changes,
})

/** Each round turns a qubit, ties the next one to it and resets that, whose outcome is open. */
function resets({ qubits, rounds, ...changes }: { qubits: number; rounds: number } & Partial<CircuitCall>) {
  const [c, s] = [Math.cos(0.5), Math.sin(0.5)]
  const ops = Array.from({ length: rounds }, (_, i) => {
    const [a, b] = [i % qubits, (i + 1) % qubits]
    return [...[0, a, -1, -1, 0, -1], ...[0, b, a, -1, 1, -1], ...[2, b, -1, -1, 0, -1]]
  })
  return circuit({
    qubits,
    ops: Int32Array.from([...ops.flat(), ...[1, 0, -1, -1, 0, -1]]),
    matrices: Float64Array.of(c, 0, -s, 0, s, 0, c, 0, 0, 0, 1, 0, 1, 0, 0, 0),
    ...changes,
  })
}

/** Two seconds or more of resets that often flip, each measured, which no compiler can optimise away. */
const LONG = `{ qubits: 2, bits: 1, registers: 0, inputs: 0,
  ops: Int32Array.from({ length: 400000 }, (_, i) => [0, 0, 0, 0, 4, 0, 0, 0][i % 8]),
  rates: new Float64Array(300000).fill(0.3), shots: 2 ** 26, seed: 1n, planes: new Uint8Array(), threads: 2 }`

const hostileFrames: [string, unknown][] = [
  ['no argument', undefined],
  ['a number', 7],
  ['nothing in it', {}],
  ['a hole where ops should be', frames({ ops: undefined })],
  ['ops of the wrong type', frames({ ops: new Float64Array(4) })],
  ['a plain array for ops', frames({ ops: [1, 0, 0, 0] })],
  ['half an op', frames({ ops: Int32Array.of(1, 0) })],
  ['too few rates', frames({ rates: new Float64Array(2) })],
  ['an unknown code', frames({ ops: Int32Array.of(77, 0, 0, 0) })],
  ['a negative code', frames({ ops: Int32Array.of(-1, 0, 0, 0) })],
  ['a qubit out of range', frames({ ops: Int32Array.of(1, 2 ** 31 - 1, 0, 0) })],
  ['a bit out of range', frames({ ops: Int32Array.of(4, 0, -5, 0) })],
  ['a source out of range', frames({ ops: Int32Array.of(11, 0, 9, 1) })],
  ['a rate that is no number', frames({ rates: Float64Array.of(Number.NaN, 0, 0) })],
  ['an infinite rate', frames({ rates: Float64Array.of(0, Number.POSITIVE_INFINITY, 0) })],
  ['a negative size', frames({ qubits: -1 })],
  ['a huge size', frames({ bits: 1e300 })],
  ['a size that is no number', frames({ registers: Number.NaN })],
  ['no shots', frames({ shots: 0 })],
  ['planes that would fill the memory', frames({ bits: 2 ** 20, shots: 2 ** 32 })],
  ['input planes that are missing', frames({ inputs: 3 })],
  ['input planes of another size', frames({ inputs: 1, planes: new Uint8Array(15) })],
  ['a seed that is a number', frames({ seed: 1 })],
  ['a seed too wide', frames({ seed: 1n << 64n })],
  ['a negative seed', frames({ seed: -1n })],
  ['no threads', frames({ threads: 0 })],
]
const hostileCircuits: [string, unknown][] = [
  ['nothing in it', {}],
  ['too many qubits', circuit({ qubits: 31 })],
  ['a target out of range', circuit({ ops: Int32Array.of(0, 2, -1, -1, 0, -1) })],
  ['a control that is the target', circuit({ ops: Int32Array.of(0, 1, 1, -1, 0, -1) })],
  ['a control out of range', circuit({ ops: Int32Array.of(0, 1, -2, -1, 0, -1) })],
  ['a matrix out of range', circuit({ ops: Int32Array.of(0, 1, 0, -1, 1, -1) })],
  ['a slot out of range', circuit({ ops: Int32Array.of(1, 1, -1, -1, 1, -1) })],
  ['an unknown code', circuit({ ops: Int32Array.of(3, 1, -1, -1, 0, -1) })],
  ['half an op', circuit({ ops: Int32Array.of(0, 1, -1) })],
  ['one control twice', circuit({ qubits: 3, ops: Int32Array.of(0, 0, 1, 1, 0, -1) })],
  ['a condition out of range', circuit({ ops: Int32Array.of(2, 0, -1, -1, 0, 1) })],
  ['a condition on a slot out of range', circuit({ conditions: Int32Array.of(1, 2) })],
  ['half a condition', circuit({ conditions: Int32Array.of(2, 1) })],
  ['a condition of less than nothing', circuit({ conditions: Int32Array.of(-1) })],
  ['another precision', circuit({ precision: 16 })],
  ['no threads', circuit({ threads: 0 })],
  ['a matrix that is not finite', circuit({ matrices: new Float64Array(8).fill(Number.NaN) })],
  ['half a matrix', circuit({ matrices: new Float64Array(4) })],
]

describe.skipIf(!addon)('the addon', () => {
  it.each(hostileFrames)('refuses a frame call with %s', async (_, call) => {
    await expect(outcomeOf(() => addon!.sampleFrames(call as FrameCall))).rejects.toThrow(REFUSED)
  })

  it.each(hostileCircuits)('refuses a circuit call with %s', async (_, call) => {
    await expect(outcomeOf(() => addon!.runCircuit(call as CircuitCall))).rejects.toThrow(REFUSED)
  })

  it('rejects a circuit whose matrices are not unitary', async () => {
    const call = circuit({ matrices: new Float64Array(8), ops: Int32Array.of(0, 0, -1, -1, 0, -1) })
    await expect(addon!.runCircuit(call).promise).rejects.toThrow('not unitary')
  })

  it('copies its arguments in', async () => {
    const call = frames({ ops: Int32Array.of(7, 0, 1, 0, 8, 0, 0, 0), rates: new Float64Array(6) })
    const task = addon!.sampleFrames(call)
    call.ops.fill(99)
    expect((await task.promise).subarray(0, 8)).toEqual(new Uint8Array(8).fill(255))
  })

  it('stops its kernels soon after a cancel, and says so', async () => {
    const task = addon!.sampleFrames(
      frames({
        ops: Int32Array.from({ length: 400_000 }, (_, i) => [0, 0, 0, 0, 4, 0, 0, 0][i % 8]!),
        rates: new Float64Array(300_000).fill(0.3),
        shots: 2 ** 26,
      }),
    )
    await expect.poll(() => task.progress()).toBeGreaterThan(0)
    const start = process.cpuUsage()
    task.cancel()
    await expect(task.promise).rejects.toThrow('cancelled')
    expect(computedSince(start)).toBeLessThan(2_000)
    task.cancel()
  })

  it('reports how far it is in a long row of resets, and stops there', async () => {
    const task = addon!.runCircuit(resets({ qubits: 20, rounds: 100_000, shots: 64, threads: 2 }))
    const seen = [0]
    const further = () => {
      seen.push(task.progress())
      return new Set(seen).size
    }
    await expect.poll(further).toBeGreaterThan(3)
    task.cancel()
    await expect(task.promise).rejects.toThrow('cancelled')
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBeLessThan(1)
  })

  it.each([0, 2 ** 28])('takes no progress back while branches take turns, %i bytes kept', async kept_bytes => {
    const task = addon!.runCircuit(resets({ qubits: 11, rounds: 14, shots: 100, kept_bytes }))
    const seen: number[] = []
    let running = true
    const ended = task.promise.finally(() => {
      running = false
    })
    while (running) {
      const fraction = task.progress()
      if (fraction !== seen.at(-1)) seen.push(fraction)
      await setImmediate()
    }
    const { counts } = await ended
    expect(counts.reduce((sum, one) => sum + one)).toBe(100)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    for (const fraction of seen) expect(fraction >= 0 && fraction <= 1).toBe(true)
  })

  const source = `require(${JSON.stringify(file)}).sampleFrames(${LONG});`

  it('survives a process that exits while a kernel runs', () => {
    const run = spawnSync(process.execPath, ['-e', `${source} setTimeout(() => process.exit(3), 100)`])
    expect(run).toMatchObject({ status: 3, signal: null })
  })

  it('survives a process that throws while a kernel runs', () => {
    const run = spawnSync(process.execPath, ['-e', `${source} setTimeout(() => { throw new Error('boom') }, 100)`])
    expect(run).toMatchObject({ status: 1, signal: null })
  })

  it('survives workers that end in the middle of a call', () => {
    const calling = `const { parentPort } = require('node:worker_threads')
      const addon = require(${JSON.stringify(file)})
      const call = { qubits: 2, bits: 1, registers: 1, inputs: 0, ops: Int32Array.of(1, 0, 0, 0), rates: new Float64Array(3),
        shots: 100, seed: 1n, planes: new Uint8Array(), threads: 1 }
      parentPort.postMessage('calling')
      for (;;) addon.sampleFrames(call).progress()`
    const ending = `const { Worker } = require('node:worker_threads')
      ;(async () => {
        for (let i = 0; i < 12; i++) {
          const worker = new Worker(${JSON.stringify(calling)}, { eval: true })
          await new Promise(resolve => worker.once('message', resolve))
          await new Promise(resolve => setTimeout(resolve, i % 7))
          await worker.terminate()
        }
      })()`
    const { status, signal, stderr } = spawnSync(process.execPath, ['-e', ending], { encoding: 'utf8' })
    expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' })
  })

  it('survives workers that end while kernels run', async () => {
    for (let i = 0; i < 2; i++) {
      const worker = new Worker(`${source} require('node:worker_threads').parentPort.postMessage('started')`, {
        eval: true,
      })
      await new Promise(started => worker.once('message', started))
      await worker.terminate()
    }
  })

  it('survives workers that end just when a kernel has finished', async () => {
    const short = `const addon = require(${JSON.stringify(file)}); for (let i = 0; i < 12; i++)
      addon.sampleFrames({ ...${LONG}, shots: 1 }); require('node:worker_threads').parentPort.postMessage('started')`
    for (let i = 0; i < 3; i++) {
      const worker = new Worker(short, { eval: true })
      await new Promise(started => worker.once('message', started))
      await new Promise(later => setTimeout(later, i * 10))
      await worker.terminate()
    }
  })
})
