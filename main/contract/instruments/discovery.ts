/** What is plugged in, and which drivers there are. */
import { z } from 'zod'
import { InstrumentProblem, ParameterForm } from './instrument'
import { InstrumentAddress } from './lab-profile'
import { ParameterName } from './reading'

const InstrumentIdentity = z.object({
  vendor: z.string(),
  model: z.string(),
  /** Null where neither it nor USB gives one: its port alone finds it. */
  serial_number: z.string().nullable(),
  firmware: z.string().nullable(),
})

const DiscoveredInstrument = z.object({
  kind: z.enum(['serial', 'hid']),
  path: z.string(),
  vendor_id: z.string().nullable(),
  product_id: z.string().nullable(),
  usb_serial_number: z.string().nullable(),
  /** What it calls itself; null where it does not. */
  description: z.string().nullable(),
  /** Drivers that its USB identity allows; of a port that none names it is empty, and the port was not asked. */
  candidates: z.array(z.string()),
  /** The one that understood its answer. */
  driver: z.string().nullable(),
  identity: InstrumentIdentity.nullable(),
  /** Why no instrument answered, where one was queried; null otherwise. */
  problem: InstrumentProblem.nullable(),
})

export const DiscoveryReply = z.object({
  items: z.array(DiscoveredInstrument),
  problems: z.array(InstrumentProblem),
})
export type DiscoveryReply = z.infer<typeof DiscoveryReply>

/** Asks one address who is there, with one driver; nothing is kept. */
export const Identify = z.strictObject({
  driver: z.string().min(1).max(80),
  address: InstrumentAddress,
  options: z.record(ParameterName, z.int().min(0).max(255)).optional(),
})
export type Identify = z.output<typeof Identify>
export const IdentifyReply = z.object({ identity: InstrumentIdentity, simulated: z.boolean() })
export type IdentifyReply = z.infer<typeof IdentifyReply>

const Driver = z.object({
  driver: z.string(),
  vendor: z.string(),
  models: z.array(z.string()),
  role: z.string(),
  manual: z.string(),
  /** Whose file it is; the lab's replaces the program's of the same id. */
  source: z.enum(['program', 'lab']),
  transports: z.array(z.enum(['serial', 'hid', 'tcp', 'twin'])),
  /** The usual TCP port. */
  tcp_port: z.int().nullable(),
  options: z.record(z.string(), z.int()),
  parameters: z.array(ParameterForm),
  sha256: z.string(),
})

export const DriverList = z.object({
  items: z.array(Driver),
  /** Files that were refused; the message begins with file and place. */
  problems: z.array(InstrumentProblem),
  /** Files that are used, though their name is not that of their id. */
  warnings: z.array(InstrumentProblem),
  /** Where the lab's own driver files lie. */
  folder: z.string(),
})
export type DriverList = z.infer<typeof DriverList>
