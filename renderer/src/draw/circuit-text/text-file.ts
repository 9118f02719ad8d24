/** Circuits in files: the text of their bytes, and the name and content of a file for a text. */
import { languageOf } from '../circuits/circuit-text'

/** A template or a file that a text came from. */
export interface TextOrigin {
  readonly name: string
  /** Extension of the file with its dot; empty where it has none. */
  readonly extension?: string
  /** Whether the file began with the mark of UTF-8, which is not part of the text. */
  readonly hasMark?: boolean
}

const MARK = '\ufeff'
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text of a file; null where its bytes are not UTF-8, as they could not be restored from a text. */
export function textOfFile(fileName: string, bytes: Uint8Array): { text: string; origin: TextOrigin } | null {
  const dot = fileName.lastIndexOf('.')
  const end = dot > 0 ? dot : fileName.length
  try {
    const whole = UTF8.decode(bytes)
    const hasMark = whole.startsWith(MARK)
    const origin = { name: fileName.slice(0, end), extension: fileName.slice(end), hasMark }
    return { text: hasMark ? whole.slice(1) : whole, origin }
  } catch {
    return null
  }
}

/** Characters that no file system allows in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const STRANGE = /[\\/:*?"<>|\u0000-\u001f]/g

/** The file that `text` is downloaded as: byte for byte the one it came from, as long as it is not edited. */
export function fileOfText(text: string, origin: TextOrigin | null): { name: string; content: string } {
  const isJson = languageOf(text) === 'json'
  const { name = 'circuit', extension = '', hasMark = false } = origin ?? {}
  const ending = isJson ? '.json' : extension === '' || extension === '.json' ? '.qasm' : extension
  const stem = name.endsWith(ending) ? name.slice(0, -ending.length) : name
  return { name: `${stem.replace(STRANGE, '_')}${ending}`, content: hasMark ? MARK + text : text }
}
