/** Whether the encoded state survived less or more often than a physical qubit: beside the gain, never in its place. */
import type { RunRecord } from '../../../../../main/contract/runs/record'
import type { SurvivalSummary } from '../../../../../main/contract/runs/survival'
import { SPAM_INCLUDED } from '../../../../../main/contract/runs/survival'
import { Panel } from '../../../components/layout/page'
import { MethodNote } from '../../../components/messages/method-note'
import { SheetTable } from '../../../components/tables/sheet'
import { KeyFigure } from '../../../components/values/key-figure'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { longerText, wallTimesTable, wallTimeTable } from '../../../draw/comparison/wall-time-baseline'
import {
  SURVIVAL_INTENTS,
  SURVIVAL_TEXT,
  sentencesOf,
  survivalDifferencesTable,
  survivalFacts,
} from '../../../draw/runs/survival-text'

/** The verdict of survival, shown under the verdicts of the gain. */
export const SurvivalOutcome = ({ of }: { readonly of: SurvivalSummary }) => (
  <div className="runs-survival">
    <KeyFigure
      label={`Survival against the best physical qubit, ${SPAM_INCLUDED}`}
      value={SURVIVAL_TEXT[of.verdict]}
      note="A separate verdict; it does not decide the gain"
      intent={SURVIVAL_INTENTS[of.verdict]}
    />
    <MethodNote about="the verdict of survival" paragraphs={sentencesOf(of.text)} />
  </div>
)

/** All differences and details of the survival verdict; nothing for records of versions without one. */
export function SurvivalPanel({ record }: { readonly record: RunRecord }) {
  const verdict = record.comparison.survival_verdict
  if (verdict === undefined) return null
  return (
    <Panel title="Survival verdict" tags={record.simulated && <SimulatedTag />}>
      <p>
        <strong>{SURVIVAL_TEXT[verdict.verdict]}.</strong> It does not decide the gain, which compares errors per round.
      </p>
      <SheetTable caption="Differences of survival" table={survivalDifferencesTable(verdict)} />
      <SheetTable caption="Details of the survival verdict" table={survivalFacts(verdict)} />
      <MethodNote about="the survival verdict">
        Differences are encoded less physical survival, averaged over the prepared states, {verdict.includes}.
      </MethodNote>
    </Panel>
  )
}

/** The physical baseline that waits as long as the shots took, where these did not all take T_round × R. */
export function WallTimePanel({ record }: { readonly record: RunRecord }) {
  const wall = record.comparison.physical_wall_time
  if (wall === undefined) return null
  return (
    <Panel title="At the wall times of the shots" tags={record.simulated && <SimulatedTag />}>
      <p>{longerText(wall)}</p>
      <SheetTable caption="Both baselines" table={wallTimeTable(record.comparison)} />
      <SheetTable caption="Wall times of the rounds" table={wallTimesTable(wall)} />
      <MethodNote about="the wall times">{wall.text}</MethodNote>
    </Panel>
  )
}
