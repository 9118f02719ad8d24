/** Credits for draws: available and spent, with a button to get more in a lab where they are free. */
import { Link } from 'wouter'
import { routes } from '../../../../../main/contract/routes'
import type { AccountSummary } from '../../../../../main/contract/service/account'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import type { Fetched } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { Panel } from '../../../components/layout/page'
import { Answer, ProblemMessage } from '../../../components/messages/answer'
import { KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { amount, count } from '../../../draw/format/quantity'

const HELPING = 1_000

export function CreditBalance({ account }: { readonly account: Fetched<AccountSummary> }) {
  const { call } = useApi()
  const buy = useAction(() => call(routes.purchaseTokens, { body: { credits: HELPING } }).then(account.reload))
  return (
    <Panel
      title="Entropy credits"
      actions={
        account.data?.may_purchase && (
          <ActionButton
            size="small"
            text={`Get ${count(HELPING)} credits`}
            loading={buy.running}
            onClick={() => void buy.run()}
          />
        )
      }
    >
      <Answer of={account} what="the balance">
        {({ credits, may_purchase }) => (
          <>
            <KeyFigureList>
              <KeyFigure
                label="Available"
                value={amount(credits.available)}
                note="one is 256 bytes, or a part of them"
              />
              <KeyFigure
                label="Spent"
                value={amount(credits.spent)}
                note={<Link href="/account">every draw in the ledger</Link>}
              />
            </KeyFigureList>
            {may_purchase && <p className="pentad-quiet">In this lab credits cost nothing.</p>}
          </>
        )}
      </Answer>
      {buy.error && <ProblemMessage problem={buy.error} />}
    </Panel>
  )
}
