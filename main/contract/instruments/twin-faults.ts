/** What goes wrong on the line to a twin, by a script; refused on real instruments. */
import { z } from 'zod'
import { InstrumentId } from './reading'

const Bytes = z.int().min(0).max(1_000_000)
/** Sent with one byte for each character. */
const Text = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\0-\xff]*$/, 'characters of one byte each')

/** Each spoils one reply; `ignore_set` and `clamp_set` the next set command. */
export const TwinFault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ms: z.number().min(0).max(600_000) }),
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('duplicate') }),
  /** So many bytes, then the port is gone. */
  z.strictObject({ kind: z.literal('truncate'), bytes: Bytes }),
  z.strictObject({ kind: z.literal('garbage'), bytes: z.int().min(1).max(1_000) }),
  /** Each byte by itself. */
  z.strictObject({ kind: z.literal('split') }),
  z.strictObject({ kind: z.literal('wrong_echo') }),
  z.strictObject({ kind: z.literal('nak'), reply: Text }),
  z.strictObject({ kind: z.literal('busy'), reply: Text }),
  z.strictObject({ kind: z.literal('stale'), instead: z.boolean() }),
  z.strictObject({ kind: z.literal('unsolicited'), text: Text }),
  z.strictObject({ kind: z.literal('ignore_set') }),
  z.strictObject({ kind: z.literal('clamp_set') }),
  z.strictObject({ kind: z.literal('block_length'), by: z.int().min(-1_000).max(1_000) }),
  /** Gone at this byte of what is sent to it, 0: now; plugged in again so much later, null: once the faults are cleared. */
  z.strictObject({
    kind: z.literal('unplug'),
    bytes: Bytes.default(0),
    returns_after_ms: z.number().min(0).max(3_600_000).nullable().default(null),
    /** Another one of its kind comes back in its place. */
    serial_number: z
      .string()
      .min(1)
      .max(40)
      .regex(/^[ -~]*$/, 'printable ASCII characters')
      .nullable()
      .default(null),
  }),
])
export type TwinFault = z.infer<typeof TwinFault>

/**
 * `after_replies`: so many replies come through unharmed first, 0: none. An empty script clears, and plugs in again what is unplugged,
 * or the twin itself where another one of its kind was plugged in.
 */
export const TwinFaultScript = z.strictObject({
  seed: z.int().min(0).max(4_294_967_295).default(1),
  script: z.array(z.strictObject({ after_replies: z.int().min(0).max(100_000).default(0), fault: TwinFault })).max(100),
})
export type TwinFaultScript = z.output<typeof TwinFaultScript>

export const TwinFaultState = TwinFaultScript.extend({ instrument_id: InstrumentId, plugged_in: z.boolean() })
export type TwinFaultState = z.infer<typeof TwinFaultState>
