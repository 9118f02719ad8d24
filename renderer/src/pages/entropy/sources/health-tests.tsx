/** Cutoffs of the health tests, the number of alarms by level, and the last alarms that discarded bytes. */
import type { SourceQuality } from '../../../../../main/contract/entropy/source'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { count } from '../../../draw/format/quantity'
import { utcSecond } from '../../../draw/format/time'

const LEVELS = [
  ['single', 'single, 2⁻²⁰', 'is counted, and discards nothing'],
  [
    'intermittent',
    'intermittent, 2⁻³⁰',
    'discards the window, and bytes not yet served since the last window that passed',
  ],
  ['permanent', 'permanent, 2⁻⁶⁰', 'latches the source until an operator resets it'],
] as const

export const HealthTests = ({ source: { cutoffs, failures } }: { readonly source: SourceQuality }) => (
  <>
    <h3>Health tests on raw samples</h3>
    <p className="pentad-quiet">
      2⁻²⁰, 2⁻³⁰ and 2⁻⁶⁰ are the chances, at most, that independent samples with the claimed min-entropy raise an
      alarm: at a sample (repetition), or in a window (proportion).
    </p>
    <ScrollRegion label="Health tests, table">
      <HeadedTable
        className="entropy-table"
        caption="Cutoffs and alarms of the health tests by level"
        columns={['Level', 'Repetition, in a row', `Proportion, of ${count(cutoffs.window)}`, 'Alarms', 'What it does']}
        numeric={['Repetition, in a row', `Proportion, of ${count(cutoffs.window)}`, 'Alarms']}
      >
        {LEVELS.map(([level, name, effect]) => (
          <tr key={level}>
            <td>{name}</td>
            <td className="pentad-number">{count(cutoffs.repetition[level])}</td>
            <td className="pentad-number">{count(cutoffs.proportion[level])}</td>
            <td className="pentad-number">{count(failures.alarms[level])}</td>
            <td>{effect}</td>
          </tr>
        ))}
      </HeadedTable>
    </ScrollRegion>
    {failures.recent.length === 0 ? (
      <p className="pentad-quiet">No alarm has discarded anything since the service started.</p>
    ) : (
      <ScrollRegion label="Recent alarms, table" maxHeight={240}>
        <HeadedTable
          caption="Recent alarms"
          columns={['Time', 'Test', 'Level', 'At sample', 'Cutoff']}
          numeric={['At sample', 'Cutoff']}
        >
          {failures.recent.map(({ at, test, level, sample, cutoff }) => (
            <tr key={`${at} ${test} ${sample}`}>
              <td>{utcSecond(at)}</td>
              <td>{test.replaceAll('_', ' ')}</td>
              <td>{level}</td>
              <td className="pentad-number">{count(sample)}</td>
              <td className="pentad-number">{count(cutoff)}</td>
            </tr>
          ))}
        </HeadedTable>
      </ScrollRegion>
    )}
  </>
)
