/** The appendix of a run's report: every figure and table behind the verdict, the record and its bit files. */
import { utc } from '../../../../main/contract/model/iso-time'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { INKS } from '../charts/colours'
import { fitTable } from '../comparison/fit-table'
import { overlayFigure } from '../comparison/overlay-figure'
import { predictedDecayFigure, predictedErrorOf, predictedErrorTable } from '../comparison/predicted-error'
import { acceptanceTable, RUN_FIGURES, residualTable } from '../comparison/run-figures'
import { pooledAfter, recordedRounds, survivalTable } from '../comparison/survival'
import { longerText, wallTimesTable, wallTimeTable } from '../comparison/wall-time-baseline'
import { count, estimate, NO_VALUE } from '../format/quantity'
import { changedText, decodersTable, redecodingOverlay, redecodingTable } from '../records/redecoding'
import { recordSheet } from '../records/sheet'
import { replayedText } from '../runs/replay-text'
import { survivalDifferencesTable, survivalFacts } from '../runs/survival-text'
import type { Flow } from './flow'
import type { ReportOf } from './front-pages'

const QUIET = { colour: INKS.light.quiet }

/** Height in points of the first figure with its heading: where less is left of the page, the appendix begins on the next. */
const ROOM = 240

export function appendix(flow: Flow, of: ReportOf): void {
  flow.space(14)
  flow.heading('Appendix', 1, ROOM)
  for (const write of [
    smallFigures,
    survival,
    fits,
    verdictAndWallTimes,
    predicted,
    baselines,
    decodedAgain,
    sheet,
    bitFiles,
  ])
    write(flow, of)
}

function smallFigures(flow: Flow, { record }: ReportOf): void {
  for (const { title, figure, absent } of RUN_FIGURES) {
    const drawn = figure(record, 'light', 178)
    flow.heading(title, 2, 120)
    if (drawn === null) flow.text(absent, QUIET)
    else flow.figure(drawn, `${title}, with 95 % intervals.`)
  }
}

function survival(flow: Flow, { record: { comparison } }: ReportOf): void {
  flow.heading('Survival')
  flow.table(survivalTable(comparison))
  flow.heading('Acceptance')
  flow.table(acceptanceTable(comparison))
}

function fits(flow: Flow, { record: { comparison } }: ReportOf): void {
  flow.heading('Fits')
  flow.table(fitTable(comparison))
  flow.heading('Residuals')
  flow.table(residualTable(comparison))
}

function verdictAndWallTimes(flow: Flow, { record: { comparison } }: ReportOf): void {
  const { survival_verdict, physical_wall_time } = comparison
  if (survival_verdict) {
    flow.heading('Survival verdict')
    flow.text(survival_verdict.text)
    flow.space(4)
    flow.table(survivalDifferencesTable(survival_verdict))
    flow.table(survivalFacts(survival_verdict))
  }
  if (physical_wall_time) {
    flow.heading('At the wall times of the shots')
    flow.text(`${longerText(physical_wall_time)} ${physical_wall_time.text}`)
    flow.space(4)
    flow.table(wallTimeTable(comparison))
    flow.table(wallTimesTable(physical_wall_time))
  }
}

function predicted(flow: Flow, { record, view }: ReportOf): void {
  const error = predictedErrorOf(record.comparison)
  const { quantity = 'error', axis = 'rounds' } = view ?? {}
  const figure = predictedDecayFigure(record, { quantity, axis, width: 178, scheme: 'light' })
  if (error === null || figure === null) return
  flow.heading('Logical error, predicted and measured', 2, 150)
  flow.table(predictedErrorTable(error))
  flow.figure(
    figure,
    `Predicted is the logical error alone, before the run, from calibration ${record.calibration_id} by ${record.noise_model_version}; the line has the A and the ratio of the bases that the run measured.`,
  )
}

function baselines(flow: Flow, { record }: ReportOf): void {
  const { physical, best, median } = record.comparison
  const marks = (qubit: number) =>
    [qubit === best?.qubit ? 'best' : '', qubit === median?.qubit ? 'median' : ''].filter(Boolean).join(', ')
  const lengths = recordedRounds(record)
  flow.heading('Physical baselines')
  flow.table({
    columns: ['Qubit', 'Role', 'Note', 'Error per round', ...lengths.map(rounds => `After R = ${rounds}`)],
    rows: physical.map(({ qubit, role, skipped, fit, points }) => [
      qubit,
      role,
      skipped ?? marks(qubit),
      fit === null ? NO_VALUE : estimate(fit.error_per_round),
      ...lengths.map(rounds => {
        const pooled = pooledAfter(points, rounds)
        return pooled === null ? NO_VALUE : estimate(pooled)
      }),
    ]),
  })
}

function decodedAgain(flow: Flow, { record, again = [] }: ReportOf): void {
  const recorded = decodersTable(record)
  if (recorded) {
    flow.heading('Decoders on the same bits, as recorded')
    flow.table(recorded)
  }
  for (const decoding of again) {
    flow.heading(`Decoded again with ${decoding.decoder}`, 2, 150)
    flow.text(`${changedText(decoding)} Both are read from the same bits; the record stays as it is.`)
    flow.space(4)
    flow.table(redecodingTable(record, decoding))
    const view = {
      quantity: 'survival',
      scheme: 'light',
      width: 178,
      physical: false,
      simulated: record.simulated,
    } as const
    flow.figure(overlayFigure(redecodingOverlay(record, decoding), view), 'Survival by both decoders.')
  }
}

/** Points of the column of names. */
const FIELD = 150

function sheet(flow: Flow, { record }: ReportOf): void {
  flow.space(10)
  flow.heading('Run record')
  flow.text(`Format ${record.record_version}. Wire names as in the JSON of the record.`, QUIET)
  for (const { group, rows } of recordSheet(record, { folded: true })) {
    flow.heading(group, 3)
    flow.table({ columns: ['Field', 'Value'], rows: rows.map(({ field, lines }) => [field, lines.join('\n')]) }, FIELD)
  }
}

function bitFiles(flow: Flow, { record, made, replay }: ReportOf): void {
  flow.heading('Bit files')
  if (replay) flow.text(`A replay of run ${replay.of}: ${replayedText(replay.identical)}.`)
  flow.text(`Every figure above can be decoded anew from these packed files. Report made ${utc(made)}.`, QUIET)
  flow.space(4)
  flow.table({ columns: ['State', 'Rounds', 'Shots', 'Bits a shot', 'Seed', 'SHA-256'], rows: fileRows(record) })
}

const fileRows = ({ shot_files }: RunRecord) =>
  shot_files.map(({ state, rounds, shots, bits_per_shot, seed, sha256 }) => [
    state,
    rounds,
    count(shots),
    bits_per_shot,
    seed ?? 'measured',
    inHalves(sha256),
  ])

/** The hash on two lines: beside a seed of 20 digits one line is too short by a letter or two. */
const inHalves = (hash: string) => `${hash.slice(0, hash.length / 2)}\n${hash.slice(hash.length / 2)}`
