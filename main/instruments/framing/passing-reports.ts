/** Whether bytes are whole reports that answer no question: what an instrument sends unasked. */
export const passingReports =
  (report_bytes: number, answer_codes: ReadonlySet<number>) =>
  (bytes: Uint8Array): boolean => {
    if (bytes.length % report_bytes !== 0) return false
    for (let at = 0; at < bytes.length; at += report_bytes) if (answer_codes.has(bytes[at]!)) return false
    return true
  }
