/** Files and folders as documents, one after the other, with at most one in memory. */
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EVIDENCE_KINDS, type EvidenceDocument, type EvidenceKind } from '../../../contract/entropy/evidence-files'
import { sum } from '../../../contract/numbers/arithmetic'
import { joinBytes, utf8Bytes, utf8Text } from '../encoding/bytes'
import { parseStrictJson } from '../encoding/strict-json'
import { type FailureCause, VerificationFault } from './causes'

/** In bytes. A skip list over years has a few hundred pulses of 5 kB; a draw of 65,536 bytes has 140 kB. */
const LARGEST_DOCUMENT = 32 * 1024 * 1024
const JSON_LINES = /\.(jsonl|ndjson)$/

export interface ReadDocument {
  /** The file, with the line in a JSON lines file. */
  readonly where: string
  readonly document: EvidenceDocument | VerificationFault
}

/** Files below a path in the order of their names, tiles of a log and `except` left out. Throws VerificationFault. */
function filesBelow(path: string, except: readonly string[]): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path, { withFileTypes: true })
      .filter(entry => entry.name !== 'tile' && !entry.name.startsWith('.') && !entry.isSymbolicLink())
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(entry => join(path, entry.name))
      .filter(inner => !except.includes(inner))
      .flatMap(inner => filesBelow(inner, except))
  } catch (error) {
    if (error instanceof VerificationFault) throw error
    throw unreadable(error)
  }
}

/** Documents in the files below a path, one after the other; folders in `except` are skipped. */
export async function* documentsBelow(path: string, except: readonly string[] = []): AsyncGenerator<ReadDocument> {
  const files = await attempt(() => filesBelow(path, except))
  if (files instanceof VerificationFault) yield { where: path, document: files }
  else for (const file of files) yield* documentsIn(file)
}

/** Documents in a file. A document that cannot be read is given as its fault, and reading continues with the next. */
export async function* documentsIn(file: string): AsyncGenerator<ReadDocument> {
  if (JSON_LINES.test(file)) yield* linesOf(file)
  else yield { where: file, document: await attempt(() => parseFile(readWhole(file))) }
}

/** Documents in a text; a name that ends in .jsonl or .ndjson means one document a line. */
export async function* documentsInText(name: string, text: string): AsyncGenerator<ReadDocument> {
  if (!JSON_LINES.test(name)) {
    yield { where: name, document: await attempt(() => parseFile(utf8Bytes(text))) }
    return
  }
  for (const [at, line] of text.split('\n').entries())
    if (line.trim() !== '')
      yield { where: `${name}:${at + 1}`, document: await attempt(() => parseJsonDocument(utf8Bytes(line))) }
}

async function attempt<T>(read: () => T): Promise<T | VerificationFault> {
  try {
    return read()
  } catch (error) {
    if (error instanceof VerificationFault) return error
    throw error
  }
}

function readWhole(file: string): Uint8Array {
  try {
    const { size } = statSync(file)
    if (size > LARGEST_DOCUMENT) throw tooLarge()
    return readFileSync(file)
  } catch (error) {
    if (error instanceof VerificationFault) throw error
    throw unreadable(error)
  }
}

/** Says in words what a caller can put right; the finding names the path. */
function unreadable(error: unknown): VerificationFault {
  const { code, message } = error as NodeJS.ErrnoException
  const words = { ENOENT: 'there is no such file or folder', EACCES: 'this user may not read it' }[code ?? '']
  return new VerificationFault('input_unreadable', words ?? message)
}

const tooLarge = (): VerificationFault =>
  new VerificationFault('input_too_large', `it is larger than ${LARGEST_DOCUMENT} bytes`)

async function* linesOf(file: string): AsyncGenerator<ReadDocument> {
  let [line, held] = [0, [] as Uint8Array[]]
  const document = () => attempt(() => parseJsonDocument(joinBytes(...held)))
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      for (let rest = chunk; rest.length > 0; ) {
        const end = rest.indexOf(10)
        held.push(end < 0 ? rest : rest.subarray(0, end))
        if (sum(held.map(part => part.length)) > LARGEST_DOCUMENT) {
          yield { where: `${file}:${line + 1}`, document: tooLarge() }
          return
        }
        if (end < 0) break
        rest = rest.subarray(end + 1)
        line += 1
        if (held.some(({ length }) => length > 0)) yield { where: `${file}:${line}`, document: await document() }
        held = []
      }
    }
    if (held.some(({ length }) => length > 0)) yield { where: `${file}:${line + 1}`, document: await document() }
  } catch (error) {
    yield { where: file, document: unreadable(error) }
  }
}

const fault = (cause: FailureCause, message: string): VerificationFault => new VerificationFault(cause, message)

/** JSON, a certificate in PEM, or a signed note. */
function parseFile(bytes: Uint8Array): EvidenceDocument {
  const start = bytes.find(byte => ![9, 10, 13, 32].includes(byte))
  if (start === undefined) throw fault('input_malformed', 'it is empty')
  if (start === '{'.charCodeAt(0) || start === '['.charCodeAt(0)) return parseJsonDocument(bytes)
  let text: string
  try {
    text = utf8Text(bytes)
  } catch {
    throw fault('input_malformed', 'it is not UTF-8')
  }
  if (text.trimStart().startsWith('-----BEGIN CERTIFICATE')) return parsedAs('certificate', { certificate_pem: text })
  if (text.includes('\n\n— ')) return parsedAs('checkpoint', { checkpoint: text })
  throw fault('input_unknown', 'it is neither JSON nor a certificate nor a signed note')
}

function parseJsonDocument(bytes: Uint8Array): EvidenceDocument {
  let value: unknown
  try {
    value = parseStrictJson(bytes)
  } catch (error) {
    throw fault('input_malformed', (error as Error).message)
  }
  const kind = kindOf(value)
  if (kind === null) throw fault('input_unknown', 'no field of it says what it is')
  return parsedAs(kind, value)
}

function kindOf(value: unknown): EvidenceKind | null {
  if (typeof value !== 'object' || value === null) return null
  const has = (mark: string | { format: string }) =>
    typeof mark === 'string' ? Object.hasOwn(value, mark) : (value as { format?: unknown }).format === mark.format
  const kinds = Object.keys(EVIDENCE_KINDS) as EvidenceKind[]
  return kinds.find(kind => has(EVIDENCE_KINDS[kind].mark)) ?? null
}

function parsedAs(kind: EvidenceKind, value: unknown): EvidenceDocument {
  const parsed = EVIDENCE_KINDS[kind].schema.safeParse(value)
  if (parsed.success) return { kind, value: parsed.data } as EvidenceDocument
  const [issue] = parsed.error.issues
  throw fault('input_malformed', `as ${kind}, at /${issue!.path.join('/')}: ${issue!.message}`)
}
