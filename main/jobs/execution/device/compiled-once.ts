/** Programs of circuits that one job executes more than once: for pilots and values, and for the readout of each row. */
import { jsonText } from '../../../worker/json'
import { type ExecutionRequest, jsonOf } from '../../model/execution'
import type { CompiledJob } from './sweep-compiler'

/** Maximum bytes of a circuit whose program is cached, and maximum characters of the keys of all cached programs. */
const MAX_BYTES = 2 ** 16
const MAX_CHARACTERS = 2 ** 20

type Compile = (request: ExecutionRequest) => Promise<CompiledJob>

/** Caches `compile` by calibration, layout and circuit; a cached program gets the shots of the request. */
export function compiledOnce(compile: Compile, calibrationOf: (request: ExecutionRequest) => string): Compile {
  const known = new Map<string, CompiledJob>()
  let characters = 0

  function cache(key: string, compiled: CompiledJob): void {
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
    cache(key, compiled)
    return compiled
  }
}
