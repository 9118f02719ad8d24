/**
 * Figures that a lab has measured itself and the publisher leaves out, such as T2 of Google's devices. They only fill in missing
 * figures; to replace published figures, a lab imports a calibration of its own.
 */
import { z } from 'zod'
import { figureName } from '../../contract/calibration/figure-names'
import { CalibrationQubit, type CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { countedNoun } from '../../contract/numbers/number-text'
import { eachWhole } from '../files/fault-list'
import { invalidFile, quote, under } from '../files/invalid-file'
import type { FilePointer, JsonFile } from '../files/json'
import { read } from '../files/json'
import { withIdentity } from '../snapshot/identity'

const { shape } = CalibrationQubit
const FIGURES = {
  t1_us: shape.t1_us,
  t2_us: shape.t2_us,
  t2_echo_us: shape.t2_echo_us,
  fidelity_1q: shape.fidelity_1q,
  readout_fidelity: shape.readout_fidelity,
  reset_fidelity: shape.reset_fidelity,
  gate_1q_length_ns: shape.gate_1q_length_ns,
  readout_length_ns: shape.readout_length_ns,
  reset_length_ns: shape.reset_length_ns,
}
type LabFigure = keyof typeof FIGURES
const NAMES = Object.keys(FIGURES) as LabFigure[]

const Entry = z.strictObject({ label: shape.label, ...FIGURES }).partial(asTrue(NAMES))

function asTrue(names: readonly LabFigure[]): { [name in LabFigure]: true } {
  return Object.fromEntries(names.map(name => [name, true as const])) as { [name in LabFigure]: true }
}

const Entered = z.strictObject({
  format: z.literal('pentad-figures/1'),
  /** By which experiment `t2_us` was measured; needed where one is given. */
  t2_kind: z.enum(['ramsey', 'echo']).optional(),
  /** How and when they were measured. */
  basis: z.string().min(1).max(500),
  qubits: z.array(z.unknown()).min(1).max(10_000),
})

export const isLabFigures = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'pentad-figures/1'

/** The snapshot with the file's figures where it has none, under a new id. Throws `invalid_file` with the position in the file. */
export function addLabFigures(snapshot: CalibrationSnapshot, file: JsonFile): CalibrationSnapshot {
  const { basis, t2_kind, ...whole } = read(Entered, file.value, { file: file.name })
  const rows = new Map(snapshot.qubits.map(qubit => [qubit.label, qubit]))
  const seen = new Set<string>()
  const entries = eachWhole(whole.qubits, (value, at) => {
    const pointer = under('/qubits', at)
    const entry = read(Entry, value, { file: file.name, pointer })
    if (seen.has(entry.label)) throw invalidFile(file.name, { pointer }, `qubit ${quote(entry.label)} is listed twice.`)
    seen.add(entry.label)
    rows.set(entry.label, filled(rows.get(entry.label), entry, { file: file.name, pointer }))
    return entry
  })
  const counts = NAMES.map(name => ({ name, count: entries.filter(entry => entry[name] != null).length }))
  const given = counts.filter(({ count }) => count > 0)
  if (given.length === 0) throw invalidFile(file.name, { pointer: '/qubits' }, 'it gives no figure.')
  const hasT2 = entries.some(({ t2_us }) => t2_us != null)
  const kind = hasT2 ? kindOf(snapshot, t2_kind, file.name) : snapshot.t2_kind
  const what = given.map(({ name, count }) => `${figureName(name)} of ${countedNoun(count, 'qubit')}`).join(', ')
  return withIdentity({
    ...snapshot,
    t2_kind: kind,
    notes: [...snapshot.notes, `entered from ${file.name}, not published: ${what}. ${basis}`.slice(0, 1_000)].slice(
      -50,
    ),
    qubits: snapshot.qubits.map(({ label }) => rows.get(label)!),
  })
}

function filled(
  qubit: CalibrationQubit | undefined,
  entry: z.infer<typeof Entry>,
  { file, pointer }: FilePointer,
): CalibrationQubit {
  if (qubit === undefined)
    throw invalidFile(file, { pointer }, `the calibration has no qubit ${quote(entry.label)}. Use its labels.`)
  const changed = { ...qubit }
  eachWhole(NAMES, name => {
    const value = entry[name]
    if (value == null) return
    if (qubit[name] !== null && qubit[name] !== value)
      throw invalidFile(
        file,
        { pointer: under(pointer, name) },
        `${figureName(name)} of qubit ${quote(qubit.label)} is published as ${qubit[name]}. A figures file fills in what is missing; import a calibration to replace figures.`,
      )
    changed[name] = value
  })
  return changed
}

/** The experiment by which the T2 that is entered was measured. */
function kindOf(
  { t2_kind: published }: CalibrationSnapshot,
  stated: CalibrationSnapshot['t2_kind'] | undefined,
  file: string,
): CalibrationSnapshot['t2_kind'] {
  if (stated === undefined || stated === null)
    throw invalidFile(file, { pointer: '/t2_kind' }, 'say by which experiment T2 was measured: "ramsey" or "echo".')
  if (published !== null && published !== stated)
    throw invalidFile(
      file,
      { pointer: '/t2_kind' },
      `the calibration's T2 is of another experiment, ${published}, and one snapshot has one kind. Give T2 as ${published}.`,
    )
  return stated
}
