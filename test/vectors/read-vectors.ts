import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const inVectors = (name: string): string => join(import.meta.dirname, name)

export const vectorBytes = (name: string): Uint8Array => {
  const bytes = readFileSync(inVectors(name))
  return Uint8Array.from(name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
}

/** The parsed JSON of a file under this folder, unpacked if its name ends in .gz. */
export const vectorJson = <T>(name: string): T => JSON.parse(new TextDecoder().decode(vectorBytes(name))) as T
