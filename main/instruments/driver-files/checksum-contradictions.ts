/** Parts of a driver file with checksums that contradict them: commands or replies that cannot carry one. */
import { listOf } from '../drivers/commands'
import type { CommandsSpec, DriverFile, ReplySpec } from '../drivers/schema'

/** The checksum of a longer line would hold the event loop for too long. */
const MAX_BYTES = 65_536

/** Each as `/pointer: message`. */
export function checksumContradictions(driver: DriverFile): string[] {
  const { framing, role } = driver
  const { checksum } = framing
  if (!checksum) return []
  const tooLong = (['max_request_bytes', 'max_reply_bytes'] as const).filter(name => framing[name] > MAX_BYTES)
  return [
    ...(framing.kind === 'line' ? [] : ['/framing/checksum: goes with kind line']),
    ...(role === 'sequencer' ? ['/framing/checksum: a sequencer takes its program as a block, which has none'] : []),
    ...(checksum.kind === 'sum8_decimal' && checksum.letters
      ? ['/framing/checksum/letters: decimal digits have no letters']
      : []),
    ...tooLong.map(name => `/framing/${name}: a line with a checksum has at most ${MAX_BYTES} bytes`),
    ...(checksum.in_replies ? repliesWithoutChecksum(driver) : []),
  ]
}

/** Blocks and raw bytes end with no checksum. */
function repliesWithoutChecksum({ identity, errors, parameters }: DriverFile): string[] {
  const questions = [
    ...(identity === 'usb' ? [] : identity.map((one, index) => ({ ...one, at: `/identity/${index}` }))),
    ...errors.map((one, index) => ({ ...one, at: `/errors/${index}` })),
  ]
  return [
    ...questions.flatMap(({ ask, reply, at }) => [...wrongIn(ask, `${at}/ask`), ...wrongReply(reply, `${at}/reply`)]),
    ...Object.entries(parameters).flatMap(([name, { get, set, reply, set_reply }]) => [
      ...wrongIn(get, `/parameters/${name}/get`),
      ...wrongIn(set, `/parameters/${name}/set`),
      ...wrongReply(reply, `/parameters/${name}/reply`),
      ...wrongReply(set_reply, `/parameters/${name}/set_reply`),
    ]),
  ]
}

const wrongIn = (commands: CommandsSpec | undefined, at: string): string[] =>
  (commands === undefined ? [] : listOf(commands)).flatMap((command, index) =>
    typeof command === 'object' && 'ask' in command ? wrongReply(command.reply, `${at}/${index}/reply`) : [],
  )

const wrongReply = (reply: ReplySpec | undefined, at: string): string[] =>
  reply === undefined || typeof reply === 'string'
    ? []
    : [`${at}: only lines end with a checksum; write a pattern, or in_replies false in /framing/checksum`]
