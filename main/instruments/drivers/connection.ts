import type { CommandLog } from '../exchange/command-log'
import type { PortMember } from '../exchange/port'
import type { InstrumentReading, SetResult } from '../model/parameter'
import type { Cause } from '../model/request'
import type { Transport } from '../transport/transport'
import type { DriverCodec, Placeholders } from './commands'
import type { DriverFile } from './schema'

/** Identity reported by an instrument. The serial number is its identity, at whatever port it is connected. */
export interface Identity {
  readonly vendor: string
  readonly model: string
  readonly serial_number: string
  /** Null where the instrument does not report one. */
  readonly firmware: string | null
}

export type ReadingListener = (reading: InstrumentReading, cause: Cause | null) => void
export type SetListener = (result: SetResult) => void

/** A connected instrument as the code of drivers uses it. */
export interface DriverConnection {
  readonly id: string
  /** With the channels and ranges of the model that answered. */
  readonly driver: DriverFile
  readonly codec: DriverCodec
  /** Its options, which commands name. */
  readonly placeholders: Placeholders
  readonly port: PortMember
  readonly transport: Transport
  readonly log: CommandLog
  readonly identity: Identity
  /** Substitute for the serial number where the instrument reports none: that of USB, else the port. */
  readonly fallbackSerial: string
  readonly onReading: ReadingListener
  readonly onSet: SetListener
  /** Number of preemptions so far. */
  readonly generation: () => number
}
