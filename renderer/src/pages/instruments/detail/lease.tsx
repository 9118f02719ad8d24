/** Buttons that hold an instrument for a while, so that no run takes it, and give it back. */
import { Lock, Unlock } from '@blueprintjs/icons'
import type { InstrumentDetail } from '../../../../../main/contract/instruments/instrument'
import { routes } from '../../../../../main/contract/routes'
import { useRenewed } from '../../../api/instruments/use-instruments'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { ProblemMessage } from '../../../components/messages/answer'

interface Props {
  readonly instrument: InstrumentDetail
  readonly changed: () => void
}

const MINUTES = 30

export function LeaseActions({ instrument, changed }: Props) {
  const { call, online } = useApi()
  const params = { instrument_id: instrument.instrument_id }
  const lease = useRenewed(
    routes.getLease,
    { params },
    event => event.type === 'instrument' && event.instrument.instrument_id === instrument.instrument_id,
  )
  const reload = () => {
    lease.reload()
    changed()
  }
  const take = useAction(() => call(routes.takeLease, { params, body: { minutes: MINUTES } }).then(reload))
  const release = useAction(() => call(routes.releaseLease, { params }).then(reload))
  // While offline, the banner of the window already says that the service does not answer.
  const problem = take.error ?? release.error ?? (online ? lease.error : null)
  const yours = lease.data?.yours ?? 'none'
  return (
    <>
      {problem && <ProblemMessage problem={problem} />}
      {yours === 'waiting' && <span role="status">You wait at place {lease.data?.place}.</span>}
      {yours === 'none' ? (
        <ActionButton
          size="small"
          icon={<Lock />}
          text={instrument.lease.holder === null ? `Hold it for ${MINUTES} min` : 'Wait for it'}
          title="Nobody else can set it meanwhile, except to its safe state"
          loading={take.running}
          onClick={() => void take.run()}
        />
      ) : (
        <ActionButton
          size="small"
          icon={<Unlock />}
          text={yours === 'held' ? 'Give it back' : 'Leave the queue'}
          loading={release.running}
          onClick={() => void release.run()}
        />
      )}
    </>
  )
}
