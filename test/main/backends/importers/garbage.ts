/** Large files of nothing that anybody publishes, and what is expected of any file. */
import { describe, expect, it } from 'vitest'
import type { NamedText } from '../../../../main/backends/files/json'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { AppError } from '../../../../main/contract/model/errors'
import { googleMetrics, ibmConf, ibmFiles, rigetti } from '../samples'

/** Anything but a refusal or a snapshot that its schema takes is a failure. Answers whether it was taken. */
export function expectJudged(files: readonly NamedText[]): boolean {
  try {
    CalibrationSnapshot.parse(importSnapshot(files).snapshot)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe('invalid_file')
    expect(error.message.length).toBeLessThan(2_000)
    expect(files.some(file => error.message.includes(file.name)) || files.length === 0).toBe(true)
    return false
  }
}

/** Files of about `bytes` of each kind, which is named `size`. */
export function garbageCases(size: string, bytes: number): void {
  describe(`${size} of garbage`, () => {
    const heavy: [string, () => NamedText[]][] = [
      ['opening brackets', () => [{ name: 'f', content: '['.repeat(bytes) }]],
      ['nested objects', () => [{ name: 'f', content: '{"a":'.repeat(bytes / 5) }]],
      ['a string without an end', () => [{ name: 'f', content: `"${'a'.repeat(bytes)}` }]],
      ['escapes', () => [{ name: 'f', content: `["${'\\"'.repeat(bytes / 2)}` }]],
      ['blanks', () => [{ name: 'f', content: ' '.repeat(bytes) }]],
      ['digits', () => [{ name: 'f', content: `[${'1'.repeat(bytes)}` }]],
      ['nulls', () => [{ name: 'f', content: `[${'null,'.repeat(bytes / 6)}null]` }]],
      [
        'wrong qubits',
        () => [{ name: 'f', content: `{"format":"pentad-calibration/1","qubits":[${'0,'.repeat(bytes / 14)}0]}` }],
      ],
      ['wrong metrics', () => [{ name: 'f', content: `{"metrics":[${'0,'.repeat(bytes / 14)}0]}` }]],
      [
        'wrong gates',
        () => [
          ibmFiles()[0]!,
          {
            name: 'props',
            content: `{"backend_name":"ibm_line","last_update_date":"2026-01-01","qubits":[[],[],[]],"gates":[${'{},'.repeat(bytes / 14)}{}]}`,
          },
        ],
      ],
      ['closed brackets', () => [{ name: 'f', content: '['.repeat(bytes / 2) + ']'.repeat(bytes / 2) }]],
      [
        'many qubits and gates',
        () => {
          const qubits = Array.from({ length: 10_000 }, () => '[]').join()
          const gates = Array.from({ length: bytes / 48 }, () => '{"gate":"x","qubits":[0],"parameters":[]}').join()
          const content = `{"backend_name":"ibm_line","last_update_date":"2026-01-01","qubits":[${qubits}],"gates":[${gates},0]}`
          return [ibmConf({ n_qubits: 10_000 }), { name: 'props', content }]
        },
      ],
      [
        'wrong fidelities',
        () => [
          {
            name: 'f',
            content: rigetti().content.replace(
              '"oneQubitFidelity":[',
              `"oneQubitFidelity":[${'{},'.repeat(bytes / 24)}`,
            ),
          },
        ],
      ],
      ['comments', () => [googleMetrics(), { name: 'f', content: `valid_gates {\n${'#\n'.repeat(bytes / 2)}` }]],
      ['messages', () => [googleMetrics(), { name: 'f', content: 'valid_gates {'.repeat(bytes / 13) }]],
      ['text', () => [googleMetrics(), { name: 'f', content: `valid_gates: "${'\\a'.repeat(bytes / 2)}` }]],
      [
        'strings in strings',
        () => [{ name: 'f', content: Array.from({ length: 12 }).reduce<string>(text => JSON.stringify(text), '[1]') }],
      ],
    ]

    // Seconds, not minutes: the bound is wide because other processes may hold the processor.
    it.each(heavy)('of %s is refused', (_, make) => {
      expect(expectJudged(make())).toBe(false)
    })
  })
}
