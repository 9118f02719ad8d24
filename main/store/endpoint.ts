import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../files/durable-file'

/** How other programs of the same user find the running service: `endpoint.json` in the data folder. */
export const Endpoint = z.object({
  url: z.url(),
  pid: z.int(),
  started_at: z.iso.datetime(),
  version: z.string(),
  /** The path segment in place of `svc`. */
  segment: z.string(),
})
export type Endpoint = z.infer<typeof Endpoint>

/** Writes endpoint.json and local-token, both readable by the owner only. Returns the function that removes both. */
export function publishEndpoint(dataDir: string, endpoint: Endpoint, localToken: string): () => void {
  const files = { 'local-token': localToken, 'endpoint.json': `${JSON.stringify(endpoint, null, 2)}\n` }
  for (const [name, text] of Object.entries(files)) replaceFile(join(dataDir, name), text)
  return () => {
    for (const name of Object.keys(files)) rmSync(join(dataDir, name), { force: true })
  }
}

/**
 * The endpoint and local token that a running service published; null where there are none. A killed service leaves its
 * files behind, so a connection to it may still fail.
 */
export function readEndpoint(dataDir: string): { endpoint: Endpoint; localToken: string } | null {
  try {
    const endpoint = Endpoint.parse(JSON.parse(readFileSync(join(dataDir, 'endpoint.json'), 'utf8')))
    return { endpoint, localToken: readFileSync(join(dataDir, 'local-token'), 'utf8') }
  } catch {
    return null
  }
}
