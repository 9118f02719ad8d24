/** What an instrument says it is. The serial number is its identity, whatever port it hangs on. */
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

/** What a set did: `read_back` is what the instrument says now. */
export interface SetResult {
  readonly parameter: string
  readonly channel: string | null
  readonly old: InstrumentValue | null
  readonly requested: InstrumentValue
  readonly read_back: InstrumentValue | null
  /** What stood in its error queue before: of something else than this set. */
  readonly earlier_errors: readonly string[]
}
