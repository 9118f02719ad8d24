/** A device that is added while the workstation runs, from published files or our own tables. */
import { z } from 'zod'
import { Name, Timestamp } from '../model/primitives'
import { DeviceProfile, FEEDFORWARD } from './device-profile'
import { ImportCalibration } from './import'
import { CalibrationSnapshot, CalibrationSummary } from './snapshot'

/** All qubits as one chiplet, or tiles of the map. */
export const Chiplets = z.union([
  z.literal('single'),
  z.strictObject({ columns: z.int().min(1).max(100), rows: z.int().min(1).max(100) }),
])
export type Chiplets = z.infer<typeof Chiplets>

const { shape } = DeviceProfile

/** Properties that no calibration file states are given beside the files; those left out are assumed, and the reply lists them. */
export const AddDevice = z.strictObject({
  device_id: Name,
  /** Where left out: as the files call the device (`# device:` of a table), else the id. */
  name: shape.name.optional(),
  /** Its lattice in words; the number of couplings where left out. */
  topology: shape.topology.optional(),
  chiplets: Chiplets.default('single'),
  /** Columns of a rectangular lattice whose labels count along its rows. */
  grid_columns: z.int().min(1).max(1_000).nullable().default(null),
  ...FEEDFORWARD,
  /** Where the figures come from. */
  source: ImportCalibration.shape.source,
  /** The machine, for files that do not name it. */
  source_device: z.string().min(1).max(100).optional(),
  files: ImportCalibration.shape.files,
  /** Read and summarize only; nothing is stored. */
  dry_run: z.boolean().default(false),
})
export type AddDevice = z.infer<typeof AddDevice>

/** How many parts have a figure, and what it is; in the unit that `figure` names. */
export const ReadFigure = z.object({
  figure: z.string(),
  unit: z.enum(['us', 'ns', 'probability']),
  of: z.enum(['qubits', 'couplings']),
  known: z.int(),
  all: z.int(),
  least: z.number().nullable(),
  median: z.number().nullable(),
  most: z.number().nullable(),
})
export type ReadFigure = z.infer<typeof ReadFigure>

export const DeviceReport = z.object({
  figures: z.array(ReadFigure),
  /** Sentences about the values, with units, that replace figures that the files leave out. */
  assumed: z.array(z.string()),
  /** Sentences about figures that the files leave out and that cannot be assumed, with the consequences. */
  missing: z.array(z.string()),
})
export type DeviceReport = z.infer<typeof DeviceReport>

export const AddedDevice = z.object({
  stored: z.boolean(),
  profile: DeviceProfile,
  /** Newest first. */
  calibrations: z.array(CalibrationSummary),
  /** The newest of `calibrations`, in full. */
  snapshot: CalibrationSnapshot,
  report: DeviceReport,
  notes: z.array(z.string()),
})
export type AddedDevice = z.infer<typeof AddedDevice>

export const DeviceParam = z.object({ device_id: Name })

export const DeletedDevice = z.object({ device_id: Name, deleted_at: Timestamp.nullable() })
export const DeletedCalibration = z.object({ calibration_id: Name, deleted_at: Timestamp.nullable() })
