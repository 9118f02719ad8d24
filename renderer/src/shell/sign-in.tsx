import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { LogIn } from '@blueprintjs/icons'
import { type SubmitEvent, useEffect, useState } from 'react'
import { routes } from '../../../main/contract/routes'
import { useAction } from '../api/use-action'
import { useApi } from '../api/use-api'
import { ProblemMessage } from '../components/messages/answer'
import { tokenFrom } from './sign-in-token'
import './shell.css'
import { ActionButton } from '../components/controls/action-button'

interface Props {
  /** Whether a session of this window has ended; its forms then keep their contents behind this screen. */
  readonly ended: boolean
  readonly signedIn: () => void
}

/** Shown while this window is not signed in: explains the one-time link and accepts its token. */
export function SignInScreen({ ended, signedIn }: Props) {
  const { call } = useApi()
  const [pasted, setPasted] = useState('')
  const signIn = useAction(() => call(routes.signIn, { body: { token: tokenFrom(pasted) } }))
  useEffect(() => {
    document.title = ended ? 'The session has ended · Pentad' : 'Sign in · Pentad'
  }, [ended])
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (await signIn.run()) signedIn()
  }
  return (
    <main className="pentad-sign-in">
      <form onSubmit={event => void send(event)}>
        <img src="/icon.svg" alt="" width="48" height="48" />
        {ended ? <SessionEnded again={signedIn} /> : <FirstSignIn />}
        <FormGroup label="One-time link or token" labelFor="sign-in-token">
          <InputGroup
            id="sign-in-token"
            value={pasted}
            autoComplete="off"
            spellCheck={false}
            size="large"
            autoFocus
            onValueChange={setPasted}
          />
        </FormGroup>
        {signIn.error && <ProblemMessage problem={signIn.error} />}
        <ActionButton
          type="submit"
          intent="primary"
          size="large"
          fill
          icon={<LogIn />}
          text="Sign in"
          loading={signIn.running}
          disabled={pasted.trim() === ''}
        />
        <p className="pentad-quiet">
          Scripts do not sign in: they send an API key, made on the Account page. See{' '}
          <a href="/openapi.json">/openapi.json</a>.
        </p>
      </form>
    </main>
  )
}

const FreshLink = () => (
  <>
    <code>npm run keys -- link</code> in Pentad's folder
  </>
)

const FirstSignIn = () => (
  <>
    <h1>Sign in to Pentad</h1>
    <p>
      The service prints a one-time link where it was started. Opening that link signs this browser in; so does pasting
      the link, or only its token, here. A link works once; <FreshLink /> makes a fresh one.
    </p>
  </>
)

/** A link opened in another tab signs this tab in too. */
const SessionEnded = ({ again }: { readonly again: () => void }) => (
  <>
    <h1>The session has ended</h1>
    <p role="status">
      It was signed out, or was left alone for too long. The contents of the forms in this window are kept: sign in
      again, and go on where you were.
    </p>
    <p>
      <FreshLink /> prints a fresh link. Paste it here, or open it in another tab and then press{' '}
      <Button size="small" text="Go on" onClick={again} />
    </p>
  </>
)
