/** The report of several runs as a PDF: where they are different experiments, figures side by side, survival overlaid. */
import { utc } from '../../../../main/contract/model/iso-time'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { INKS } from '../charts/colours'
import { overlayFigure, overlayTable } from '../comparison/overlay-figure'
import type { FontFiles } from '../figures/font-subset'
import { shortId } from '../format/job-and-run-text'
import { count } from '../format/quantity'
import { differenceTable, overlaySeries, runsTable } from '../records/runs-table'
import { cautionsOf, differencesOf, differencesTable } from '../runs/differences'
import { runName } from '../runs/run-text'
import { Flow } from './flow'
import { openFile } from './report-file'

export interface ComparisonOf {
  /** Two or more. */
  readonly records: readonly RunRecord[]
  /** ISO 8601: when the report was made. */
  readonly made: string
}

/** The bytes of the report; the same arguments give the same bytes. */
export async function compareReport(of: ComparisonOf, fonts: FontFiles): Promise<Uint8Array<ArrayBuffer>> {
  const { records, made } = of
  const software = records[0]!.software
  const producer = `${software.name} ${software.version}`
  const title = `Comparison of ${count(records.length)} runs`
  const file = openFile({ title, producer, created: made }, fonts)
  const flow = new Flow(file, {
    title,
    made: `${producer} · report made ${utc(made)}`,
    stamp: stampOf(records),
    foot: `runs ${records.map(({ run_id }) => shortId(run_id)).join(', ')}`,
  })
  flow.heading(title, 1)
  for (const write of [cautions, sideBySide, differences, survival, provenance]) write(flow, of)
  flow.framePages()
  return file.bytes()
}

function stampOf(records: readonly RunRecord[]): string {
  if (records.every(({ simulated }) => simulated)) return 'SIMULATED'
  return records.some(({ simulated }) => simulated) ? 'PARTLY SIMULATED' : ''
}

const QUIET = { colour: INKS.light.quiet }

function cautions(flow: Flow, { records }: ComparisonOf): void {
  const found = cautionsOf(differencesOf(records))
  if (found.length === 0) return
  flow.heading('These runs are not the same experiment')
  for (const { field, values, caution } of found)
    flow.text(`${caution} ${field}: ${values.join(' / ')}.`, { colour: INKS.light.warn })
}

function sideBySide(flow: Flow, { records }: ComparisonOf): void {
  flow.heading('Side by side')
  flow.table(runsTable(records))
  flow.space(4)
  flow.table(differenceTable(records))
  flow.text(
    'Each difference is one of errors per round. Its 95 % interval takes the runs as independent, which a run and its replay are not. Where the interval contains 0, the difference is inconclusive.',
    QUIET,
  )
}

function differences(flow: Flow, { records }: ComparisonOf): void {
  const table = differencesTable(records)
  flow.heading('Differences between the runs')
  if (table.rows.length === 0) flow.text('No field that is compared differs.')
  else flow.table(table)
}

/** Survival of all runs overlaid, as a figure and as a table. */
function survival(flow: Flow, { records }: ComparisonOf): void {
  const overlaid = overlaySeries(records)
  const simulated = records.some(record => record.simulated)
  flow.heading('Survival against rounds, overlaid', 2, 280)
  flow.figure(
    overlayFigure(overlaid, { quantity: 'survival', scheme: 'light', width: 178, simulated }),
    'Points are pooled over the prepared states, bars are their intervals; bands span the interval of ε.',
  )
  flow.space(4)
  flow.table(overlayTable(overlaid))
}

function provenance(flow: Flow, { records }: ComparisonOf): void {
  flow.heading('Provenance')
  flow.table({
    columns: ['Run', 'Identifier', 'Module', 'Calibration, noise model', 'Engine', 'Schedule'],
    rows: records.map(record => [
      runName(record),
      record.run_id,
      `${record.logical_qubit_id} on ${record.backend_id}`,
      `${record.calibration_id}, ${record.noise_model_version}`,
      `${record.engine}, ${record.simulated ? 'simulated' : 'measured'}`,
      record.schedule_hash,
    ]),
  })
}
