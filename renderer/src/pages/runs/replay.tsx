/** Replay: a simulated run once more from its plan and seed, and whether every bit came out the same. */
import { Callout } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import { Link, useLocation } from 'wouter'
import { freeText, modeOf } from '../../../../main/contract/backends/catalogue'
import { routes } from '../../../../main/contract/routes'
import type { Run } from '../../../../main/contract/runs/run'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { ActionButton } from '../../components/controls/action-button'
import { Panel } from '../../components/layout/page'
import { ProblemMessage } from '../../components/messages/answer'
import { shortId } from '../../draw/format/job-and-run-text'
import { tokensText } from '../../draw/format/prices'
import { replayText } from '../../draw/runs/replay-text'
import { addressOfRun } from '../../draw/runs/run-text'

export function ReplayButton({ run }: { readonly run: Run }) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const { run_id, backend_id, logical_id } = run
  const replay = useAction(async () => {
    navigate(addressOfRun(await call(routes.replayRun, { params: { run_id, backend_id, logical_id } })))
  })
  return (
    <>
      <ActionButton
        icon={<History />}
        text="Replay"
        title={`Run it again from its plan and seed, and compare the bits; ${priceOfReplay(run)}`}
        loading={replay.running}
        onClick={() => void replay.run()}
      />
      {replay.error && <ProblemMessage problem={replay.error} />}
    </>
  )
}

/** The price of a replay, which is that of the run itself. */
const priceOfReplay = ({ tokens, backend_id }: Run) =>
  tokens && tokens.reserved > 0 ? `costs ${tokensText(tokens.reserved)}` : freeText(modeOf(backend_id))

/** Nothing for a run that is no replay. */
export function ReplayVerdict({ run }: { readonly run: Run }) {
  if (!run.replay) return null
  const { heading, text, intent } = replayText(run, run.replay)
  const of = addressOfRun({ ...run, run_id: run.replay.of })
  return (
    <Panel title="Replay">
      <Callout intent={intent} role="status">
        <h3>{heading}</h3>
        <p>{text}</p>
      </Callout>
      <p>
        Replays run{' '}
        <Link href={of}>
          <code>{shortId(run.replay.of)}</code>
        </Link>{' '}
        with its own seed, {run.request.seed}.
      </p>
    </Panel>
  )
}
