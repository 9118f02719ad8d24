import { Button } from '@blueprintjs/core'
import { LogOut } from '@blueprintjs/icons'
import { useState } from 'react'
import { utc } from '../../../../main/contract/model/iso-time'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { useFetched } from '../../api/use-fetch'
import { ActionButton } from '../../components/controls/action-button'
import { CopyButton } from '../../components/controls/copy-download'
import { Panel } from '../../components/layout/page'
import { Answer, ProblemMessage } from '../../components/messages/answer'
import { Sheet } from '../../components/tables/sheet'
import { SessionList } from './session-list'

/** The caller that this window is signed in as, the signed-in browsers, and a link that signs in another browser on this computer. */
export function SessionPanel() {
  const { call } = useApi()
  const caller = useFetched(routes.whoami, {})
  const sessions = useFetched(routes.listSessions, {})
  const [link, setLink] = useState<{ url: string; expires_at: string } | null>(null)
  const make = useAction(async () => setLink(await call(routes.createSignInLink)))
  // The reload clears what the window has loaded.
  const signOut = useAction(() => call(routes.signOut).then(() => location.reload()))
  return (
    <Panel
      title="Signed-in browsers"
      actions={
        <>
          <ActionButton
            size="small"
            text="Link for another browser"
            loading={make.running}
            onClick={() => void make.run()}
          />
          <Button size="small" icon={<LogOut />} text="Sign out" onClick={() => void signOut.run()} />
        </>
      }
    >
      <Answer of={caller} what="who is signed in">
        {({ name, roles }) => (
          <Sheet
            entries={[
              ['Signed in as', name],
              ['Roles', roles.join(', ')],
            ]}
          />
        )}
      </Answer>
      <SessionList sessions={sessions} />
      {make.error && <ProblemMessage problem={make.error} />}
      {signOut.error && <ProblemMessage problem={signOut.error} />}
      {link && (
        <div className="pentad-secret">
          <code>{link.url}</code>
          <CopyButton label="Copy the link" text={link.url} />
          <span className="pentad-quiet">Works once, until {utc(link.expires_at)}.</span>
        </div>
      )}
    </Panel>
  )
}
