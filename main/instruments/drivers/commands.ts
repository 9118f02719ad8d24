/** Commands and replies of a driver file as dialogues. */
import { createWire, type Wire } from '../framing/wire'
import { asBytes, NO_BYTES, shownBytes, textOf } from '../model/bytes'
import { InstrumentError, UnexpectedAnswer } from '../model/fault'
import type { Dialogue } from '../model/request'
import type { Fields } from './conversions'
import { matchPattern } from './patterns'
import type { CommandSpec, CommandsSpec, DriverFile, ReplySpec } from './schema'

/** Values of a command's placeholders. */
export interface Placeholders {
  readonly texts: Readonly<Record<string, string>>
  readonly fields: Fields
}

/** From the options of a driver file. */
export const placeholdersOf = (options: Readonly<Record<string, number>>): Placeholders => ({
  texts: Object.fromEntries(Object.entries(options).map(([name, figure]) => [name, String(figure)])),
  fields: options,
})

/** Contents of a reply: the groups of a pattern, or the named bytes. */
export interface Matched {
  readonly texts: Readonly<Record<string, string>>
  readonly fields: Fields
}

/** The encoding of a driver's dialogues on the line, and the framing that it comes from. */
export interface DriverCodec {
  readonly wire: Wire
  readonly framing: DriverFile['framing']
}

/** The codec of a driver file, with definite-length blocks where the framing or any reply of the file has them. */
export function driverCodecOf({ framing, transport, ...rest }: DriverFile): DriverCodec {
  const has_blocks = framing.kind === 'block' || declaresBlock(rest)
  return { wire: createWire({ ...framing, report_bytes: transport.hid?.report_bytes ?? 0, has_blocks }), framing }
}

/** Whether there is a reply `{"block": "pattern"}` anywhere in it. */
const declaresBlock = (part: unknown): boolean =>
  typeof part === 'object' &&
  part !== null &&
  (('block' in part && typeof part.block === 'string') || Object.values(part).some(declaresBlock))

/** Sends the commands; with `setReply`, the last one is answered and the answer must fit. */
export function* sendCommands(
  codec: DriverCodec,
  {
    commands,
    placeholders,
    setReply,
  }: {
    readonly commands: CommandsSpec
    readonly placeholders: Placeholders
    readonly setReply?: ReplySpec | undefined
  },
): Dialogue<void> {
  if (setReply) yield* query(codec, { commands, reply: echoed(setReply, placeholders), placeholders })
  else for (const command of listOf(commands)) yield* step(codec, command, placeholders)
}

/** Fills the placeholders of the reply to a set, which repeats the bytes that were sent. */
function echoed(reply: ReplySpec, { fields }: Placeholders): ReplySpec {
  if (typeof reply === 'string' || !('bytes' in reply)) return reply
  return { bytes: reply.bytes.map(byte => (typeof byte === 'string' ? (fields[byte.slice(1, -1)] ?? byte) : byte)) }
}

/** Sends the commands and reads the answer to the last one. */
export function* query(
  codec: DriverCodec,
  {
    commands,
    reply,
    placeholders,
  }: { readonly commands: CommandsSpec; readonly reply: ReplySpec; readonly placeholders: Placeholders },
): Dialogue<Matched> {
  const list = listOf(commands)
  const before: Record<string, number> = {}
  for (const command of list.slice(0, -1)) Object.assign(before, yield* step(codec, command, placeholders))
  const last = list.at(-1)!
  if (isAsked(last)) throw new InstrumentError('driver_invalid', 'the last command of a get is the question')
  const { texts, fields } = yield* question(codec, last, { reply, placeholders })
  return { texts, fields: { ...before, ...fields } }
}

function* step(codec: DriverCodec, command: CommandOfList, placeholders: Placeholders): Dialogue<Fields> {
  if (isPause(command)) {
    yield { pause_ms: command.pause_ms }
    return {}
  }
  if (isAsked(command)) {
    const { texts, fields } = yield* question(codec, command.ask, { reply: command.reply, placeholders })
    const { refuse } = command
    if (refuse && matchPattern(refuse.text, texts.text ?? '')) throw new InstrumentError('refused', refuse.message)
    return fields
  }
  yield* codec.wire.send(encode(command, placeholders))
  return {}
}

/** Asks, and matches the answer with the reply. At most `skip_reports` reports of other commands may come first. */
function* question(
  codec: DriverCodec,
  command: CommandSpec,
  { reply, placeholders }: { readonly reply: ReplySpec; readonly placeholders: Placeholders },
): Dialogue<Matched> {
  let frame = yield* answered(codec, encode(command, placeholders), reply)
  for (let skipped = 0; ; skipped += 1) {
    const matched = match(reply, frame)
    if (matched) return matched
    if (isEmptyBlock(reply, frame) && reply.empty !== undefined)
      throw new InstrumentError('module_missing', filled(reply.empty, placeholders))
    for (const fault of ['busy', 'refused'] as const)
      if (means(codec.framing[fault], frame)) throw new InstrumentError(fault, `it answered ${shownBytes(frame)}`)
    if (skipped === codec.framing.skip_reports) throw mismatch(reply, frame)
    frame = yield* codec.wire.query(NO_BYTES, expectedOf(reply, codec))
  }
}

/** A mainframe gives an empty block while its module still works on the answer: it is asked again after these times. */
const EMPTY_BLOCK_PAUSES_MS = [200, 400]

/** The answer to a question; an empty block where it stays empty. */
function* answered(codec: DriverCodec, request: Uint8Array, reply: ReplySpec): Dialogue<Uint8Array> {
  let frame = yield* codec.wire.query(request, expectedOf(reply, codec))
  for (const pause_ms of EMPTY_BLOCK_PAUSES_MS) {
    if (!isEmptyBlock(reply, frame) || match(reply, frame)) break
    yield { pause_ms }
    frame = yield* codec.wire.query(request, expectedOf(reply, codec))
  }
  return frame
}

const isEmptyBlock = (reply: ReplySpec, frame: Uint8Array): reply is Extract<ReplySpec, { block: string }> =>
  typeof reply === 'object' && 'block' in reply && textOf(frame).trim() === ''

function expectedOf(reply: ReplySpec, { framing }: DriverCodec) {
  if (typeof reply === 'string') return matchPattern(reply, '') ? 'line_or_empty' : 'usual'
  if ('block' in reply) return 'block'
  if ('raw_bytes' in reply) return reply.raw_bytes
  return framing.kind === 'report' ? 'usual' : reply.bytes.length
}

const means = (pattern: string | undefined, frame: Uint8Array): boolean =>
  pattern !== undefined && matchPattern(pattern, textOf(frame)) !== null

const mismatch = (reply: ReplySpec, frame: Uint8Array) =>
  typeof reply === 'object' && 'bytes' in reply
    ? new InstrumentError('echo_mismatch', `expected ${reply.bytes.join(' ')}, got ${shownBytes(frame, { most: 16 })}`)
    : new UnexpectedAnswer(frame, reply)

const TEXT = /^\{([a-z]+)_text(?::(\d+))?\}$/

/** Null where the frame does not fit the reply. */
function match(reply: ReplySpec, frame: Uint8Array): Matched | null {
  if (typeof reply === 'string') return matchText(reply, textOf(frame))
  if ('block' in reply) return matchText(reply.block, textOf(frame).trimEnd())
  if ('raw_bytes' in reply) return { texts: { value: Buffer.from(frame).toString('hex') }, fields: {} }
  const fields: Record<string, number> = {}
  for (const [index, byte] of reply.bytes.entries()) {
    const [, name, length] = (typeof byte === 'string' && TEXT.exec(byte)) || []
    if (name !== undefined) {
      const text = untilNul(frame.subarray(index, length === undefined ? undefined : index + Number(length)))
      return text === null ? null : { texts: { [name]: text }, fields }
    }
    const got = frame[index]
    if (got === undefined || (typeof byte === 'number' && got !== byte)) return null
    if (typeof byte === 'string') fields[byte.slice(1, -1)] = got
  }
  return { texts: {}, fields }
}

/** Blanks at either end are no part of an answer, unless the pattern says so. */
function matchText(pattern: string, text: string): Matched | null {
  const found = matchPattern(pattern, text) ?? matchPattern(pattern, text.replace(/^[ \t]+|[ \t]+$/g, ''))
  return found ? { texts: { ...found.groups }, fields: {} } : null
}

function untilNul(bytes: Uint8Array): string | null {
  const end = bytes.indexOf(0)
  const text = textOf(end < 0 ? bytes : bytes.subarray(0, end))
  return /^[ -~]*$/.test(text) ? text : null
}

type CommandOfList = Exclude<CommandsSpec, readonly unknown[]> | Extract<CommandsSpec, readonly unknown[]>[number]
type CommandWithReply = Extract<CommandOfList, { ask: unknown }>

export const listOf = (commands: CommandsSpec): readonly CommandOfList[] =>
  Array.isArray(commands) ? commands : [commands]
const isPause = (command: CommandOfList): command is { pause_ms: number } =>
  typeof command === 'object' && 'pause_ms' in command
const isAsked = (command: CommandOfList): command is CommandWithReply => typeof command === 'object' && 'ask' in command

const filled = (text: string, { texts }: Pick<Placeholders, 'texts'>): string =>
  text.replace(/\{([a-z_0-9]+)\}/g, (whole, name) => texts[name] ?? whole)

/** The bytes of one command. */
function encode(command: CommandSpec, { texts, fields }: Placeholders): Uint8Array {
  if (typeof command === 'string') return asBytes(filled(command, { texts }))
  if ('pause_ms' in command) return NO_BYTES // An instrument that streams is read without being asked.
  return Uint8Array.from(command.bytes, byte => {
    const figure = typeof byte === 'number' ? byte : fields[byte.slice(1, -1)]
    if (figure === undefined || figure < 0 || figure > 255)
      throw new InstrumentError('driver_invalid', `nothing fits a byte for ${byte}`)
    return figure
  })
}

/** Every name in braces that commands use, for the check of a driver file. */
export function placeholderNames(commands: CommandsSpec): string[] {
  return listOf(commands).flatMap(command => {
    const own = isAsked(command) ? command.ask : command
    if (typeof own === 'string') return [...own.matchAll(/\{([a-z_0-9]+)\}/g)].map(([, name]) => name!)
    return 'bytes' in own ? own.bytes.flatMap(byte => (typeof byte === 'string' ? [byte.slice(1, -1)] : [])) : []
  })
}
