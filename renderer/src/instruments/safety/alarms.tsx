/** Unacknowledged alarms; each stays visible until it is acknowledged. */
import { Button, Callout } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { Link } from 'wouter'
import type { Alarm } from '../../../../main/contract/instruments/limits'
import { routes } from '../../../../main/contract/routes'
import { useIsOperator, useOpenAlarms } from '../../api/instruments/use-instruments'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { ActionButton } from '../../components/controls/action-button'
import { ProblemMessage } from '../../components/messages/answer'
import { SimulatedTag } from '../../components/values/tags-and-times'
import { utcSecond } from '../../draw/format/time'

/**
 * Shows nothing without alarms. A failed fetch is shown, since an empty list would mean that all is well, except while
 * offline, when the banner reports that.
 */
export function OpenAlarms() {
  const alarms = useOpenAlarms()
  const operator = useIsOperator()
  const { call, online } = useApi()
  const acknowledge = useAction(async (alarm_id: string) => {
    await call(routes.acknowledgeAlarm, { params: { alarm_id } })
    alarms.reload()
  })
  const open = alarms.data?.items ?? []
  const acknowledgeAll = useAction(async () => {
    // Only the alarms that are shown: one raised meanwhile stays.
    for (const { alarm_id } of open) await call(routes.acknowledgeAlarm, { params: { alarm_id } })
    alarms.reload()
  })
  return (
    <div role="alert" className="pentad-stack machine-alarms">
      {online && alarms.error && <ProblemMessage problem={alarms.error} retry={alarms.reload} />}
      {operator && open.length > 1 && (
        <ActionButton
          icon={<Tick />}
          text={`Acknowledge all ${open.length} alarms`}
          loading={acknowledgeAll.running}
          onClick={() => void acknowledgeAll.run()}
        />
      )}
      {open.map(alarm => (
        <OpenAlarm
          key={alarm.alarm_id}
          alarm={alarm}
          acknowledge={operator ? () => void acknowledge.run(alarm.alarm_id) : null}
        />
      ))}
      {(acknowledge.error ?? acknowledgeAll.error) && (
        <ProblemMessage problem={(acknowledge.error ?? acknowledgeAll.error)!} />
      )}
    </div>
  )
}

interface OpenAlarmProps {
  readonly alarm: Alarm
  /** Null for callers without the role operator. */
  readonly acknowledge: (() => void) | null
}

const OpenAlarm = ({ alarm, acknowledge }: OpenAlarmProps) => (
  <Callout intent="danger" className="machine-alarm">
    <p>
      <strong>Alarm:</strong> {alarm.message} {alarm.simulated && <SimulatedTag />}
    </p>
    <p className="pentad-row">
      <time dateTime={alarm.at}>{utcSecond(alarm.at)}</time>
      {alarm.instrument_id !== null && (
        <Link href={`/instruments/${alarm.instrument_id}`}>instrument {alarm.instrument_id}</Link>
      )}
      {alarm.work !== null && <span>ended {alarm.work}</span>}
      {acknowledge ? (
        <Button
          size="small"
          icon={<Tick />}
          text="Acknowledge"
          aria-label={`Acknowledge: ${alarm.message}`}
          onClick={acknowledge}
        />
      ) : (
        <span>An operator acknowledges it.</span>
      )}
    </p>
  </Callout>
)
