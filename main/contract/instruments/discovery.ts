/** What is plugged in, and which drivers there are. */
import { z } from 'zod'
import { InstrumentProblem, ParameterForm } from './instrument'
import { InstrumentAddress } from './lab-profile'
import { ParameterName } from './reading'

const InstrumentIdentity = z.object({
  vendor: z.string(),
  model: z.string(),
  /** Null where neither the instrument nor USB reports one: only its port identifies it. */
  serial_number: z.string().nullable(),
  firmware: z.string().nullable(),
})

const DiscoveredInstrument = z.object({
  kind: z.enum(['serial', 'hid']),
  path: z.string(),
  vendor_id: z.string().nullable(),
  product_id: z.string().nullable(),
  usb_serial_number: z.string().nullable(),
  /** Its own description; null where it gives none. */
  description: z.string().nullable(),
  /** Drivers whose USB identity matches; empty where none does, and then the port was not queried. */
  candidates: z.array(z.string()),
  /** The candidate that understood the instrument's answer. */
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

/** Asks the instrument at one address for its identity, with one driver; nothing is stored. */
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
  /** Owner of the driver file; a file of the lab replaces the program's file of the same id. */
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
  /** Files that are used although their name differs from their id. */
  warnings: z.array(InstrumentProblem),
  /** Where the lab's own driver files lie. */
  folder: z.string(),
})
export type DriverList = z.infer<typeof DriverList>
