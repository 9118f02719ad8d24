/** JSON as it is kept: a text, or bytes in UTF-8 where it is large. */
export type Json = string | Uint8Array

export const bytesOf = (json: Json): number => json.length

const utf8 = new TextDecoder()

export const textOf = (json: Json): string => (typeof json === 'string' ? json : utf8.decode(json))

export const parsed = <T>(json: Json): T => JSON.parse(textOf(json)) as T
