/** Scripted faults on the line to a twin; refused on real instruments. */
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
  /** The port is gone after this many bytes of the reply. */
  z.strictObject({ kind: z.literal('truncate'), bytes: Bytes }),
  z.strictObject({ kind: z.literal('garbage'), bytes: z.int().min(1).max(1_000) }),
  /** Each byte arrives by itself. */
  z.strictObject({ kind: z.literal('split') }),
  z.strictObject({ kind: z.literal('wrong_echo') }),
  z.strictObject({ kind: z.literal('nak'), reply: Text }),
  z.strictObject({ kind: z.literal('busy'), reply: Text }),
  z.strictObject({ kind: z.literal('stale'), instead: z.boolean() }),
  z.strictObject({ kind: z.literal('unsolicited'), text: Text }),
  z.strictObject({ kind: z.literal('ignore_set') }),
  z.strictObject({ kind: z.literal('clamp_set') }),
  z.strictObject({ kind: z.literal('block_length'), by: z.int().min(-1_000).max(1_000) }),
  /**
   * Unplugged at byte `bytes` of the data sent to it, 0: now; plugged in again after `returns_after_ms`, null: once the faults
   * are cleared.
   */
  z.strictObject({
    kind: z.literal('unplug'),
    bytes: Bytes.default(0),
    returns_after_ms: z.number().min(0).max(3_600_000).nullable().default(null),
    /** An instrument of the same kind with this serial number comes back in its place. */
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
 * `after_replies`: how many replies come through unharmed before the fault. An empty script clears all faults and plugs the twin
 * in again, also where another one of its kind had taken its place.
 */
export const TwinFaultScript = z.strictObject({
  seed: z.int().min(0).max(4_294_967_295).default(1),
  script: z.array(z.strictObject({ after_replies: z.int().min(0).max(100_000).default(0), fault: TwinFault })).max(100),
})
export type TwinFaultScript = z.output<typeof TwinFaultScript>

export const TwinFaultState = TwinFaultScript.extend({ instrument_id: InstrumentId, plugged_in: z.boolean() })
export type TwinFaultState = z.infer<typeof TwinFaultState>
