/** Options of a new device with structured values, shared by `import` and `add`. */
import { UsageError } from '../../config/options.mjs'
import type { Chiplets } from '../../contract/calibration/add-device'
import type { FEEDFORWARD_BASES } from '../../contract/calibration/device-profile'

type Given = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Reads `--feedforward-latency` and `--feedforward-basis`; undefined fields mean the assumed latency. Throws
 * UsageError.
 */
export function latencyOf(flags: Given) {
  const said = textOf(flags['feedforward-latency'])
  const basis = textOf(flags['feedforward-basis'])
  if (said !== undefined && said !== 'none' && !/^\d+(\.\d+)?$/.test(said))
    throw new UsageError(`--feedforward-latency cannot be "${said}": nanoseconds such as 350, or none.`)
  if (basis !== undefined && (said === undefined || said === 'none'))
    throw new UsageError(
      '--feedforward-basis says what a latency is from: give --feedforward-latency in nanoseconds too.',
    )
  if (said === 'none') return { feedforward_latency_ns: null }
  const feedforward_latency_ns = said === undefined ? undefined : Number(said)
  return { feedforward_latency_ns, feedforward_latency_basis: basis as (typeof FEEDFORWARD_BASES)[number] | undefined }
}

/** Reads `single` or `tile:3x3`. Throws UsageError. */
export function chipletsOf(cut: string): Chiplets {
  if (cut === 'single') return 'single'
  const tile = /^tile:(\d{1,3})x(\d{1,3})$/.exec(cut)
  if (tile === null)
    throw new UsageError(`--chiplets cannot be "${cut}": single, or tile:COLUMNSxROWS such as tile:3x3.`)
  return { columns: Number(tile[1]), rows: Number(tile[2]) }
}
