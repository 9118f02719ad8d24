/** The format `pentad-driver/1`: one instrument model as data. `resources/instruments/README.md` is its manual. */
import { z } from 'zod'
import { ParameterName as Name } from '../../contract/instruments/reading'
import { Checksum } from '../framing/checksum'
import { CONVERSIONS } from './conversions'
import { patternProblem } from './patterns'

/** A regular expression over a whole reply, bounded in length; `value`, `status`, `text` are named groups. */
const Pattern = z
  .string()
  .max(300)
  .superRefine((source, context) => {
    const problem = patternProblem(source)
    if (problem) context.addIssue({ code: 'custom', message: `no pattern for a driver file: ${problem}` })
  })
/** One character a byte. */
const isByteText = (text: string) => [...text].every(character => character.charCodeAt(0) <= 0xff)
const ByteText = z.string().refine(isByteText, 'characters of one byte each')
const Milliseconds = z.number().min(0).max(600_000)

/** A byte or a name in braces that the conversion fills: `{value_text}` up to NUL, `{value_text:6}` at most 6 bytes. */
const Byte = z.union([
  z.int().min(0).max(255),
  z.string().regex(/^\{[a-z_]+(?:_text:[1-9]\d?)?\}$/, 'a byte, or a name in braces'),
])
const Bytes = z.strictObject({ bytes: z.array(Byte).min(1).max(64) })

/** A command: text with placeholders `{value}`, `{channel}` and the driver's options; bytes; or a pause. */
const Command = z.union([ByteText.min(1).max(300), Bytes, z.strictObject({ pause_ms: z.number().min(0).max(10_000) })])
/** A question before the last one; the bytes that its reply names are added to those of the last reply. */
const Asked = z.strictObject({
  ask: Command,
  reply: z.union([Pattern, Bytes]),
  /** Refused with this message where the group `text` of the reply fits the pattern: the last answer would mislead. */
  refuse: z.strictObject({ text: Pattern, message: z.string().min(1).max(200) }).optional(),
})
/** One command, or several in one uninterrupted exchange; the last of a `get` is the question. */
const Commands = z.union([
  Command,
  z
    .array(z.union([Command, Asked]))
    .min(1)
    .max(6),
])

const Reply = z.union([
  Pattern,
  Bytes,
  /** A definite-length block with text in this form (SIM900). */
  z.strictObject({
    block: Pattern,
    /** Message where the block is empty, that is, nothing is connected; with placeholders as in commands. */
    empty: z.string().min(1).max(200).optional(),
  }),
  /** This many raw bytes, given as hexadecimal text. */
  z.strictObject({ raw_bytes: z.int().min(1).max(65_536) }),
])

const Range = z.tuple([z.number(), z.number()]).refine(([low, high]) => low < high, 'a range goes from low to high')
const NumberValue = z.strictObject({
  type: z.literal('number'),
  unit: z.string().max(12).nullable(),
  range: Range,
  /** The first entry whose pattern fits the reported model replaces `range`, and bounds the safe value. */
  range_by_model: z
    .array(z.strictObject({ model: Pattern, range: Range }))
    .max(20)
    .optional(),
  /** Narrower ranges of some of the channels; the others have `range`. */
  range_by_channel: z.record(ByteText.min(1).max(20), Range).optional(),
  /** Narrower ranges by the value of another parameter, a choice, which is read before each set. */
  range_by_setting: z
    .strictObject({
      parameter: Name,
      values: z.record(Name, z.strictObject({ range: Range, step: z.number().positive().optional() })),
    })
    .optional(),
  /** The grid of values that the instrument takes; others are refused, not rounded. */
  step: z.number().positive().optional(),
  /** Digits after the point in `{value}`; without it, the shortest text of the number. */
  decimals: z.int().min(0).max(12).optional(),
  /** As `+01.250`: the sign always, and so many digits before the point. */
  plus_sign: z.literal(true).optional(),
  whole_digits: z.int().min(1).max(12).optional(),
  /** Factor from the unit here to the instrument's: 1e-6 from Hz to MHz. */
  scale: z.number().positive().default(1),
  convert: z.enum(CONVERSIONS).optional(),
})
const Word = ByteText.min(1).max(40)
const Words = z
  .union([Word, z.array(Word).min(1).max(4)])
  .transform(words => (typeof words === 'string' ? [words] : words))

const ChoiceValue = z.strictObject({
  type: z.literal('choice'),
  /** Name → what stands for it on the line; of several, the first is sent and all are understood. */
  values: z.record(Name, Words).refine(values => Object.keys(values).length > 0, 'at least one choice'),
})
const SwitchValue = z.strictObject({
  type: z.literal('boolean'),
  true: Words.default(['1']),
  false: Words.default(['0']),
  convert: z.enum(CONVERSIONS).optional(),
})
const TextValue = z.strictObject({ type: z.literal('text'), convert: z.enum(CONVERSIONS).optional() })

const Status = z.strictObject({
  /** Asked together with the value; without it, the reply's group `status` is read. */
  get: ByteText.max(100).optional(),
  /** Meaning of a status: `0` must be `ok`. With `bits`, by bit numbers of an integer. */
  bits: z.record(z.string().regex(/^\d{1,2}$/), Name).optional(),
  words: z.record(z.string().max(10), Name).optional(),
})

const Channels = z.array(ByteText.min(1).max(20)).min(1).max(256)

const Parameter = z.strictObject({
  label: z.string().min(1).max(60),
  /** The channels that it has; none if it belongs to the whole instrument. */
  channels: Channels.optional(),
  /** The first entry whose pattern fits the reported model replaces `channels`. */
  channels_by_model: z
    .array(z.strictObject({ model: Pattern, channels: Channels }))
    .max(20)
    .optional(),
  value: z.discriminatedUnion('type', [NumberValue, ChoiceValue, SwitchValue, TextValue]),
  get: Commands.optional(),
  set: Commands.optional(),
  reply: Reply.optional(),
  /** Reply of the instrument to a set (echo); absent: none. */
  set_reply: Reply.optional(),
  status: Status.optional(),
  /** Readings that no sensor can have: exactly 0 K. */
  invalid_values: z.array(z.number()).max(10).optional(),
  /** How far the value read back may be from the one that was set, in the unit. */
  tolerance: z.number().min(0).default(0),
  /** Software ramp: steps of at most `step`, `interval_ms` apart. */
  ramp: z.strictObject({ step: z.number().positive(), interval_ms: Milliseconds }).optional(),
  safe: z
    .strictObject({
      value: z.union([z.number(), z.boolean(), z.string()]),
      on_quit: z.enum(['hold', 'safe']).default('hold'),
      on_abort: z.enum(['hold', 'safe']).default('hold'),
      on_link_lost: z.enum(['hold', 'safe']).default('hold'),
    })
    .optional(),
  timing: z.strictObject({ first_byte_ms: Milliseconds, exchange_ms: Milliseconds }).partial().optional(),
})

/** How the instrument says who it is: commands whose replies together give vendor, model, serial, firmware. */
const Identity = z.union([
  z
    .array(z.strictObject({ ask: Commands, reply: Reply }))
    .min(1)
    .max(6),
  /** The instrument does not say who it is: its USB serial number identifies it. */
  z.literal('usb'),
])

const Hex4 = z.string().regex(/^[0-9a-f]{4}$/, 'four lower-case hexadecimal digits')

/** One exchange, byte for byte: who it is, what follows a connection, a reading, a set, the error queues, a line by hand. */
const Vector = z.strictObject({
  identify: z.literal(true).optional(),
  connect: z.literal(true).optional(),
  /** The bytes that end whatever it is sending. */
  clear: z.literal(true).optional(),
  get: Name.optional(),
  set: Name.optional(),
  /** A line typed by an operator; `value` is the reply. */
  console: z.string().optional(),
  /** All error queues are read, and these errors are found. */
  errors: z.array(z.string()).optional(),
  channel: z.string().optional(),
  value: z.union([z.number(), z.boolean(), z.string()]).optional(),
  /** Status of a reading without a value. */
  status: z.string().optional(),
  /** The fault in which it ends. */
  fault: z.string().optional(),
  /** Commands that bring the instrument into the initial state of the vector; the driver does not send them. */
  before: z.array(z.string()).default([]),
  /** Bytes sent and received in turn. One character is one byte; `hex:` before hexadecimal digits. */
  tx: z.array(z.string()),
  rx: z.array(z.string()),
  /** The value is not reproducible: a twin may have another. */
  varies: z.boolean().default(false),
})

export const DriverFile = z.strictObject({
  format: z.literal('pentad-driver/1'),
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case letters, digits and hyphens'),
  vendor: z.string().min(1).max(60),
  models: z.array(z.string().min(1).max(60)).min(1),
  role: z.enum([
    'voltage_source',
    'current_source',
    'attenuator',
    'switch',
    'signal_generator',
    'thermometer',
    'gauge',
    'sequencer',
    'entropy_source',
  ]),
  /** Where the protocol is published. */
  manual: z.string().max(300),
  match: z
    .strictObject({
      usb: z.array(z.strictObject({ vendor_id: Hex4, product_id: Hex4 })).default([]),
    })
    .prefault({}),
  transport: z.strictObject({
    serial: z
      .strictObject({
        baud: z.int().min(50).max(12_000_000),
        /** Tried in turn where no instrument answers at `baud`. */
        other_bauds: z.array(z.int().min(50).max(12_000_000)).max(4).optional(),
        data_bits: z.union([z.literal(7), z.literal(8)]).default(8),
        parity: z.enum(['none', 'even', 'odd']).default('none'),
        stop_bits: z.union([z.literal(1), z.literal(2)]).default(1),
        rtscts: z.boolean().default(false),
        xonxoff: z.boolean().default(false),
      })
      .optional(),
    hid: z.strictObject({ report_bytes: z.int().min(1).max(1024) }).optional(),
    tcp: z.strictObject({ port: z.int().min(1).max(65_535) }).optional(),
  }),
  framing: z.strictObject({
    kind: z.enum(['line', 'noterm', 'block', 'enq-ack', 'report', 'fixed']),
    request_end: ByteText.max(4).default(''),
    /** End of its lines; a carriage return before a line feed always belongs to the end. */
    reply_end: z.enum(['\n', '\r\n', '\r']).default('\n'),
    max_request_bytes: z.int().min(1).max(64_000_000).default(1024),
    max_reply_bytes: z.int().min(1).max(64_000_000).default(4096),
    /** Ends what the instrument is sending, as text. */
    clear_line: ByteText.max(4).optional(),
    /** Each line comes back before it is answered, as on a terminal. */
    echo: z.literal(true).optional(),
    /** Digits at the end of each line, before its line end. */
    checksum: Checksum.optional(),
    /** Whether the identity is asked after each query, so that a reply out of step is not taken for a value. */
    fence: z.boolean().default(true),
    /** Reports of other commands that may come before the one that answers. */
    skip_reports: z.int().min(0).max(32).default(0),
    /** In reports, the code that precedes a line of text up to NUL, in requests and in answers. */
    text_code: z.int().min(0).max(255).optional(),
    /** It sends all the time without being asked. */
    streams: z.boolean().default(false),
    /** A reply that means: not now. */
    busy: Pattern.optional(),
    /** Pattern of replies by which the instrument refuses a command. */
    refused: Pattern.optional(),
  }),
  timing: z
    .strictObject({
      write_ms: Milliseconds.default(2_000),
      first_byte_ms: Milliseconds.default(1_000),
      between_bytes_ms: Milliseconds.default(500),
      exchange_ms: Milliseconds.default(5_000),
      gap_ms: Milliseconds.default(0),
      quiet_ms: Milliseconds.default(100),
      /** Commands by hand, such as a reset, after which the instrument reads nothing for `ms` milliseconds. */
      settle: z
        .array(z.strictObject({ command: Pattern, ms: Milliseconds }))
        .max(20)
        .optional(),
    })
    .prefault({}),
  identity: Identity,
  /** Sent once after each connection: nothing that changes an output. */
  on_connect: z.array(Command).max(8).default([]),
  /** Asked before and after each set until the group `text` of the reply fits `none`. */
  errors: z
    .array(
      z.strictObject({
        ask: Commands,
        reply: Reply,
        none: Pattern,
        /** Meaning of its codes, for messages. */
        words: z.record(z.string().min(1).max(10), z.string().min(1).max(80)).optional(),
      }),
    )
    .default([]),
  /** Numbers that commands name, such as a slot; the lab profile may give others. */
  options: z.record(Name, z.int().min(0).max(255)).default({}),
  /** The option whose value distinguishes several instruments of this driver on one port. */
  shared_by: Name.optional(),
  parameters: z.record(Name, Parameter),
  vectors: z.array(Vector).default([]),
})

export type DriverFile = z.infer<typeof DriverFile>
export type ParameterSpec = z.infer<typeof Parameter>
export type CommandSpec = z.infer<typeof Command>
export type CommandsSpec = z.infer<typeof Commands>
export type ReplySpec = z.infer<typeof Reply>
export type ValueSpec = ParameterSpec['value']
export type VectorSpec = z.infer<typeof Vector>
