/** Differences between a snapshot and the present settings or another snapshot, and restoring it after a preview. */
import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { Cross, History } from '@blueprintjs/icons'
import { useState } from 'react'
import type {
  CompareReply,
  RestoreReply,
  SettingsSummary,
} from '../../../../../main/contract/instruments/settings-snapshot'
import { parameterText } from '../../../../../main/contract/instruments/value-text'
import { shortest } from '../../../../../main/contract/numbers/number-text'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetched } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { Panel } from '../../../components/layout/page'
import { Answer, ProblemMessage } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { count, countWithNoun } from '../../../draw/format/quantity'
import { valueWithUnit } from '../../../draw/instruments/value-text'
import { ProblemList, ProblemText, WordTag } from '../../../instruments/status/state-tags'

interface Props {
  readonly snapshot_id: string
  readonly snapshots: readonly SettingsSummary[]
  readonly operator: boolean
  readonly close: () => void
}

export function Differences({ snapshot_id, snapshots, operator, close }: Props) {
  const [other, setOther] = useState('')
  const compared = useFetched(routes.compareSettings, {
    params: { snapshot_id },
    query: other === '' ? {} : { with: other },
  })
  const label = snapshots.find(each => each.snapshot_id === snapshot_id)?.label ?? snapshot_id
  return (
    <Panel
      title={`Differences from ${label}`}
      actions={<Button size="small" icon={<Cross />} text="Close" aria-label="Close the differences" onClick={close} />}
    >
      <Choice
        label="Compare with"
        none="what the instruments say now"
        value={other}
        options={snapshots.filter(each => each.snapshot_id !== snapshot_id).map(each => [each.snapshot_id, each.label])}
        choose={setOther}
      />
      <Answer of={compared} what="the differences">
        {reply => <DifferenceTable reply={reply} after={other === '' ? 'Now' : 'In the other'} />}
      </Answer>
      {operator && other === '' && <Restore snapshot_id={snapshot_id} restored={compared.reload} />}
    </Panel>
  )
}

/** Readings differ from one moment to the next: they are shown only on demand. */
function DifferenceTable({ reply, after }: { readonly reply: CompareReply; readonly after: string }) {
  const [readings, setReadings] = useState(false)
  const shown = reply.differences.filter(({ settable }) => settable || readings)
  return (
    <>
      <ProblemList of={reply.problems} />
      <Checkbox
        checked={readings}
        label="Include readings, which cannot be set"
        onChange={({ currentTarget: { checked } }) => setReadings(checked)}
      />
      {shown.length === 0 ? (
        <p>{readings ? 'Nothing differs.' : 'No setting differs.'}</p>
      ) : (
        <ScrollRegion label="Differences" maxHeight={360}>
          <HeadedTable
            caption="Differences"
            columns={['Instrument', 'Parameter', 'In the snapshot', after, 'Can be set']}
            numeric={['In the snapshot', after]}
          >
            {shown.map(each => (
              <tr key={`${each.instrument_id} ${each.parameter} ${each.channel}`}>
                <th scope="row">{each.instrument_id}</th>
                <td>
                  {each.label} <span className="pentad-quiet">{parameterText(each.parameter, each.channel)}</span>
                </td>
                <td className="pentad-number">{valueWithUnit(each.before, each.unit)}</td>
                <td className="pentad-number">{valueWithUnit(each.after, each.unit)}</td>
                <td>{each.settable ? 'yes' : 'no, read only'}</td>
              </tr>
            ))}
          </HeadedTable>
        </ScrollRegion>
      )}
    </>
  )
}

function Restore({ snapshot_id, restored }: { readonly snapshot_id: string; readonly restored: () => void }) {
  const { call } = useApi()
  const [reply, setReply] = useState<RestoreReply | null>(null)
  const restore = useAction(async (dry_run: boolean) => {
    setReply(await call(routes.restoreSettings, { params: { snapshot_id }, body: { dry_run } }))
    if (!dry_run) restored()
  })
  return (
    <>
      <div className="pentad-row">
        <ActionButton
          icon={<History />}
          text="Preview restoring"
          title="Says what would be set, and how long its ramps take; sets nothing"
          loading={restore.running}
          onClick={() => void restore.run(true)}
        />
        <Button
          intent="primary"
          text="Restore"
          disabled={reply === null || !reply.dry_run || reply.steps.length === 0 || restore.running}
          onClick={() => void restore.run(false)}
        />
        {reply === null && <span className="pentad-quiet">Preview it first; then it can be restored.</span>}
      </div>
      {restore.error && <ProblemMessage problem={restore.error} />}
      {reply && <Steps reply={reply} />}
    </>
  )
}

const OUTCOMES = { planned: 'none', set: 'success', failed: 'danger', left: 'warning' } as const

function Steps({ reply }: { readonly reply: RestoreReply }) {
  const failed = reply.steps.filter(({ outcome }) => outcome === 'failed' || outcome === 'left').length
  const longest = Math.max(0, ...reply.steps.map(({ ramp_s }) => ramp_s))
  return (
    <>
      <Callout compact role="status" intent={failed > 0 ? 'danger' : reply.dry_run ? 'primary' : 'success'}>
        {reply.dry_run
          ? `${countWithNoun(reply.steps.length, 'setting')} would be set; the longest ramp takes ${count(Math.ceil(longest))} s. Nothing is set yet.`
          : failed === 0
            ? `${countWithNoun(reply.steps.length, 'setting')} set and read back.`
            : `${countWithNoun(failed, 'setting')} not restored; the others are.`}
      </Callout>
      <ProblemList of={reply.problems} />
      {reply.steps.length > 0 && (
        <ScrollRegion label="Settings to restore" maxHeight={360}>
          <HeadedTable
            caption="Settings to restore"
            columns={['Instrument', 'Parameter', 'From', 'To', 'Ramp', 'Outcome']}
            numeric={['From', 'To', 'Ramp']}
          >
            {reply.steps.map(step => (
              <tr key={`${step.instrument_id} ${step.parameter} ${step.channel}`}>
                <th scope="row">{step.instrument_id}</th>
                <td>{parameterText(step.parameter, step.channel)}</td>
                <td className="pentad-number">{valueWithUnit(step.from, step.unit)}</td>
                <td className="pentad-number">{valueWithUnit(step.to, step.unit)}</td>
                <td className="pentad-number">{step.ramp_s === 0 ? 'none' : `${shortest(step.ramp_s)} s`}</td>
                <td>
                  <WordTag word={step.outcome} intent={OUTCOMES[step.outcome]} />
                  {step.problem && <ProblemText problem={step.problem} />}
                </td>
              </tr>
            ))}
          </HeadedTable>
        </ScrollRegion>
      )}
    </>
  )
}
