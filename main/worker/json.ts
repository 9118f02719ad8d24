/** JSON as sent to threads and stored on disk: text, or UTF-8 bytes where it is large. */
export type Json = string | Uint8Array

const decoder = new TextDecoder()
const encoder = new TextEncoder()

export const jsonText = (json: Json): string => (typeof json === 'string' ? json : decoder.decode(json))

export const parsed = <T>(json: Json): T => JSON.parse(jsonText(json)) as T

export const jsonBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))
