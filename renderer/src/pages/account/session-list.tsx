/** Browsers that are signed in; each can be signed out from here. */
import { Button, Tag } from '@blueprintjs/core'
import { utc } from '../../../../main/contract/model/iso-time'
import { routes } from '../../../../main/contract/routes'
import type { Session } from '../../../../main/contract/service/account'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import type { Fetched } from '../../api/use-fetch'
import { Answer, ProblemMessage } from '../../components/messages/answer'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { browserName } from '../../draw/format/browser-name'

const COLUMNS = ['Browser', 'Signed in', 'Last used', 'Signs out, if unused']

interface SessionListProps {
  readonly sessions: Fetched<{ items: Session[] }>
}

export function SessionList({ sessions }: SessionListProps) {
  const { call } = useApi()
  const revoke = useAction((session_id: string) =>
    call(routes.revokeSession, { params: { session_id } }).then(sessions.reload),
  )
  return (
    <>
      {revoke.error && <ProblemMessage problem={revoke.error} />}
      <Answer of={sessions} what="the signed-in browsers">
        {({ items }) => (
          <ScrollRegion label="Signed-in browsers">
            <HeadedTable hasActions columns={COLUMNS}>
              {items.map(session => (
                <SessionRow key={session.session_id} session={session} revoke={id => void revoke.run(id)} />
              ))}
            </HeadedTable>
          </ScrollRegion>
        )}
      </Answer>
      <p className="pentad-quiet">
        A browser stays signed in over a restart of the service; it is signed out 12 hours after its last use, and 7
        days after it signed in.
      </p>
    </>
  )
}

interface SessionRowProps {
  readonly session: Session
  readonly revoke: (session_id: string) => void
}

const SessionRow = ({ session, revoke }: SessionRowProps) => (
  <tr>
    <td title={session.browser}>
      {browserName(session.browser)} {session.is_current && <Tag minimal>this one</Tag>}
    </td>
    <td>{utc(session.created_at)}</td>
    <td>{utc(session.last_used_at)}</td>
    <td>{utc(session.expires_at)}</td>
    <td>
      {!session.is_current && (
        <Button
          size="small"
          intent="danger"
          variant="outlined"
          text="Sign out"
          aria-label={`Sign out ${browserName(session.browser)}, signed in ${utc(session.created_at)}`}
          onClick={() => revoke(session.session_id)}
        />
      )}
    </td>
  </tr>
)
