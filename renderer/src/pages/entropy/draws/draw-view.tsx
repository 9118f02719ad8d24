/** Draws random bytes: what they cost before, what came after, and why a draw was refused. */
import { useState } from 'react'
import type { DrawReply } from '../../../../../main/contract/entropy/receipt'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { usePolled } from '../../../api/use-fetch'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import type { DrawCall } from '../../../draw/entropy/draw-form'
import { refusalLines } from '../../../draw/entropy/refusal-text'
import { CreditBalance } from './credit-balance'
import { DrawForm } from './draw-form'
import { DrawResult } from './draw-result'

const BALANCE_EVERY_MS = 10_000

export function DrawView() {
  const { call } = useApi()
  const account = usePolled(routes.getAccount, {}, { every_ms: BALANCE_EVERY_MS })
  const [reply, setReply] = useState<DrawReply | null>(null)
  // Returns nothing: the result of an action is kept for a while, which drawn bytes must not be.
  const draw = useAction(async (asked: DrawCall) => {
    setReply(null)
    setReply(await call(routes[asked.route] as typeof routes.requestEntropy, { body: asked.body as never }))
    account.reload()
  })
  const lines = draw.error ? refusalLines(draw.error.details) : []
  return (
    <>
      <CreditBalance account={account} />
      <Panel title="Draw random bytes">
        <DrawForm
          available={account.data?.credits.available ?? null}
          running={draw.running}
          draw={asked => void draw.run(asked)}
        />
        {draw.error && (
          <>
            <ProblemMessage problem={draw.error} />
            {lines.length > 0 && <Sheet entries={lines} />}
            <p className="pentad-quiet">
              A draw that is refused costs nothing. It is never served by another source, a lower policy or a larger
              error.
            </p>
          </>
        )}
      </Panel>
      {reply && <DrawResult key={reply.request_id} reply={reply} forget={() => setReply(null)} />}
    </>
  )
}
