/** A reply that is a table as CSV (RFC 4180, with a header), in UTF-8. */
export class CsvText {
  /** `tag`: an ETag that changes with the bytes, quotes included; null for none. */
  constructor(
    readonly bytes: Uint8Array,
    readonly tag: string | null = null,
  ) {}
}
