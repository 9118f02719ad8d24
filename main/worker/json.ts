/** JSON as sent to threads and stored on disk: text, or UTF-8 bytes where it is large. */
export type Json = string | Uint8Array

const decoder = new TextDecoder()
const encoder = new TextEncoder()

export const jsonText = (json: Json): string => (typeof json === 'string' ? json : decoder.decode(json))

export const parsed = <T>(json: Json): T => JSON.parse(jsonText(json)) as T

export const jsonBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** Longer JSON is sent to threads as bytes and stored in a file: as a text, or in the database, it would hold the event loop. */
const MAX_TEXT = 65_536

export const isLargeJson = (json: Json): boolean => json.length > MAX_TEXT

interface JsonColumnOptions {
  /** Characters; longer JSON lies in a file. */
  readonly limit?: number
  /** Settles when the bytes are safe on the disk, with the name of their file. */
  readonly writeFile: (bytes: Uint8Array) => Promise<string>
  /** Content of the column that stands for a file; no JSON that fits into the column begins like it. */
  readonly refer: (file: string) => string
}

/** What to write into a column of JSON: itself, or where it is long what stands for the file that holds it. */
export async function jsonColumn(
  json: Json,
  { limit = MAX_TEXT, writeFile, refer }: JsonColumnOptions,
): Promise<string> {
  if (json.length <= limit) return jsonText(json)
  return refer(await writeFile(typeof json === 'string' ? encoder.encode(json) : json))
}

/** JSON in the form in which it is sent to another thread. */
export const jsonForThread = (text: string): Json => (isLargeJson(text) ? encoder.encode(text) : text)
