/** How a device profile is made from published files: what the figures do not say, and which files make which snapshot. */
import { z } from 'zod'
import { Chiplets } from '../../contract/calibration/add-device'
import {
  AssumedValues,
  DeviceProfile,
  FEEDFORWARD,
  MEASURE_AND_FLIP,
  Thresholds,
} from '../../contract/calibration/device-profile'

const { shape } = DeviceProfile

/** Everything a profile states that no calibration file does. */
export const Settings = z.strictObject({
  device_id: shape.device_id,
  name: shape.name,
  description: shape.description,
  topology: shape.topology,
  /** Tiles of the map, or all qubits as one. */
  chiplets: Chiplets,
  chiplet_prefix: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,15}$/),
  /** Columns of a rectangular lattice whose labels count along its rows; null where that is not so. */
  grid_columns: z.int().min(1).max(1_000).nullable(),
  assumed: AssumedValues,
  reset_method: shape.reset_method,
  ...FEEDFORWARD,
  thresholds: Thresholds,
  stale_after_hours: shape.stale_after_hours,
  token_price_per_shot: shape.token_price_per_shot,
})
export type Settings = z.infer<typeof Settings>

export const Recipe = z.strictObject({
  format: z.literal('pentad-recipe/1'),
  settings: Settings,
  snapshots: z
    .array(
      z.strictObject({
        /** Repository, commit, path, licence. */
        source: z.string().min(1).max(2_000),
        /** For files that name no device or the wrong one. */
        source_device: z.string().min(1).max(100).optional(),
        /** File names in the folder of published files. */
        files: z.array(z.string().min(1).max(300)).min(1).max(4),
      }),
    )
    .min(1)
    .max(100),
})
export type Recipe = z.infer<typeof Recipe>

/**
 * Lengths (ns) and reset fidelity where a publisher gives none, to be replaced with the device's own. The text `basis` names no
 * figures.
 */
export const GENERIC_ASSUMPTIONS: z.infer<typeof AssumedValues> = {
  gate_1q_length_ns: 40,
  cz_length_ns: 70,
  readout_length_ns: 1_000,
  reset_length_ns: MEASURE_AND_FLIP,
  reset_fidelity: MEASURE_AND_FLIP,
  basis:
    "Pentad's assumptions, not the publisher's figures: round values for transmons of 2025 and 2026. Put the device's own in their place.",
}

/** Assumptions for a device without feed-forward, whose resets cannot depend on an outcome. */
export const UNCONDITIONAL_ASSUMPTIONS: z.infer<typeof AssumedValues> = {
  ...GENERIC_ASSUMPTIONS,
  reset_length_ns: 500,
  reset_fidelity: 0.99,
}

/** Loose: a veto is for sites that cannot carry a round, and the score ranks the rest. */
export const GENERIC_THRESHOLDS: z.infer<typeof Thresholds> = {
  fidelity_1q: 0.95,
  readout_fidelity: 0.75,
  cz_fidelity: 0.85,
  reset_fidelity: 0.8,
  t1_us: 2,
  t2_us: 0.5,
}

export const WEEK_HOURS = 24 * 7
