/** Circuits that one job executes again: pilots and the shots that count, and those that measure the readout of each row. */
import { jsonText } from '../../../worker/json'
import { type ExecutionRequest, jsonOf } from '../../model/execution-request'
import type { CompiledJob } from './sweep-compiler'

/** Bytes of one circuit, and characters of all, whose programs are in memory. */
const MAX_BYTES = 2 ** 16
const MAX_CHARACTERS = 2 ** 20

type Compile = (request: ExecutionRequest) => Promise<CompiledJob>

/** The same programs, with the shots that are asked for; each compiled once, under one calibration. */
export function compiledOnce(compile: Compile, calibrationOf: (request: ExecutionRequest) => string): Compile {
  const known = new Map<string, CompiledJob>()
  let characters = 0

  function keep(key: string, compiled: CompiledJob): void {
    known.set(key, compiled)
    characters += key.length
    for (const oldest of known.keys()) {
      if (characters <= MAX_CHARACTERS) break
      known.delete(oldest)
      characters -= oldest.length
    }
  }

  return async request => {
    const json = jsonOf(request)
    if (json.length > MAX_BYTES) return compile(request)
    const key = JSON.stringify([calibrationOf(request), request.layout ?? null, jsonText(json)])
    const found = known.get(key)
    if (found) return { ...found, program: { ...found.program, shots: request.shots } }
    const compiled = await compile(request)
    keep(key, compiled)
    return compiled
  }
}
