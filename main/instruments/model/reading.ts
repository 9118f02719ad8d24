/** Identity reported by an instrument. The serial number is its identity, at whatever port it is connected. */
export interface Identity {
  readonly vendor: string
  readonly model: string
  readonly serial_number: string
  /** Null where the instrument does not report one. */
  readonly firmware: string | null
}

export type InstrumentValue = number | boolean | string

/** A value with the moment and the sensor's own opinion of it; `value` is null wherever `status` is not `ok`. */
export interface InstrumentReading {
  readonly parameter: string
  readonly channel: string | null
  readonly value: InstrumentValue | null
  readonly unit: string | null
  readonly status: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Result of a set: `read_back` is the value that the instrument now reports. */
export interface SetResult {
  readonly parameter: string
  readonly channel: string | null
  readonly old: InstrumentValue | null
  readonly requested: InstrumentValue
  readonly read_back: InstrumentValue | null
  /** Errors in its queue from before this set. */
  readonly earlier_errors: readonly string[]
}
