import type { ByteTwin } from '../model/byte-twin'
import { createOutlet } from '../model/outlet'

/** An instrument of HID reports, each answered by the reports that `handle` gives; they are filled up with zeros. */
export function createReportTwin(
  bytes: number,
  handle: (report: Uint8Array) => readonly (readonly number[])[],
): ByteTwin {
  const outlet = createOutlet()
  return {
    receive(report) {
      for (const answer of handle(report)) {
        const whole = new Uint8Array(bytes)
        whole.set(answer.slice(0, bytes))
        outlet.send(whole)
      }
    },
    onSend: outlet.onSend,
    close: outlet.close,
  }
}

/** The ASCII codes of a text; a NUL follows by itself. */
export const ascii = (text: string): number[] => Array.from(text, character => character.charCodeAt(0))

/** The text of a report behind its code, up to NUL. */
export function textBehind(report: Uint8Array): string {
  const end = report.indexOf(0, 1)
  return String.fromCharCode(...report.subarray(1, end < 0 ? report.length : end))
}
