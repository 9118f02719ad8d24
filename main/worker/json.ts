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

/** JSON in the form in which it is sent to another thread. */
export const jsonForThread = (text: string): Json => (isLargeJson(text) ? encoder.encode(text) : text)
