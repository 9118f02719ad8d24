/** How a calibration is imported. */
import { z } from 'zod'

export const CALIBRATION_FORMATS = ['auto', 'pentad', 'csv', 'ibm', 'braket', 'google'] as const

/**
 * Whether an import becomes the current snapshot, or goes into the history only. Newer goes by the date of the figures; an
 * undated one counts from its import.
 */
export const MAKE_CURRENT = ['if_newer', 'always', 'never'] as const

/**
 * One or more published files that together make one snapshot (IBM: conf and props; Google: calibration and spec; our own tables:
 * qubits and couplings as CSV). A figures file (`pentad-figures/1`) adds the figures that they leave out; it may come beside
 * them, or alone for the current calibration.
 */
export const ImportCalibration = z.strictObject({
  format: z.enum(CALIBRATION_FORMATS).default('auto'),
  files: z
    .array(z.strictObject({ name: z.string().min(1).max(300), content: z.string().max(12_000_000) }))
    .min(1)
    .max(4),
  /** Check and summarize only; nothing is stored. */
  dry_run: z.boolean().default(false),
  make_current: z.enum(MAKE_CURRENT).default('if_newer'),
  source: z.string().max(2_000).optional(),
})
export type ImportCalibration = z.infer<typeof ImportCalibration>
