/** The balance of compute tokens, and a way to get more where the lab gives them away. */
import { FormGroup, InputGroup } from '@blueprintjs/core'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { routes } from '../../../../main/contract/routes'
import { type AccountSummary, MAX_PURCHASE } from '../../../../main/contract/service/account'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import type { Fetched } from '../../api/use-fetch'
import { ActionButton } from '../../components/controls/action-button'
import { Panel } from '../../components/layout/page'
import { Answer, ProblemMessage } from '../../components/messages/answer'
import { KeyFigure, KeyFigureList } from '../../components/values/key-figure'
import { amount, count } from '../../draw/format/quantity'

interface Props {
  readonly account: Fetched<AccountSummary>
  /** Whether the field of the purchase takes the focus. */
  readonly focused: boolean
}

export function TokensPanel({ account, focused }: Props) {
  return (
    <Panel title="Compute tokens">
      <Answer of={account} what="the balance">
        {({ tokens, may_purchase }) => (
          <>
            <KeyFigureList>
              <KeyFigure label="Available" value={amount(tokens.available)} note="tokens to spend" />
              <KeyFigure
                label="Reserved"
                value={amount(tokens.reserved)}
                note="for jobs and runs that are not finished"
              />
              <KeyFigure label="Spent" value={amount(tokens.spent)} note="for shots that were executed" />
              <KeyFigure label="Purchased" value={amount(tokens.purchased)} note="in all" />
            </KeyFigureList>
            <p className="pentad-quiet">
              Live backends cost tokens for each shot: reserved at the start, charged for the shots executed, released
              where a job fails or is aborted; a run that ends early is charged for the shots executed by then. Backends
              that end in -mock are free.
            </p>
            {may_purchase && <Purchase focused={focused} purchased={account.reload} />}
          </>
        )}
      </Answer>
    </Panel>
  )
}

function Purchase({ focused, purchased }: { readonly focused: boolean; readonly purchased: () => void }) {
  const { call } = useApi()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('1000')
  const tokens = Number(typed)
  const valid = Number.isInteger(tokens) && tokens >= 1 && tokens <= MAX_PURCHASE
  const buy = useAction(() => call(routes.purchaseTokens, { body: { tokens } }).then(purchased))
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (valid) void buy.run()
  }
  return (
    <form onSubmit={submit} className="pentad-choices">
      <FormGroup
        label="Purchase"
        labelFor={id}
        inline
        {...(valid ? {} : { helperText: `A whole number from 1 to ${count(MAX_PURCHASE)}`, intent: 'danger' as const })}
      >
        <InputGroup
          id={id}
          inputRef={input}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_PURCHASE}
          value={typed}
          aria-invalid={!valid}
          onValueChange={setTyped}
        />
      </FormGroup>
      <ActionButton type="submit" text="Get tokens" loading={buy.running} disabled={!valid} />
      <span className="pentad-quiet">In this lab tokens cost nothing.</span>
      {buy.error && <ProblemMessage problem={buy.error} />}
    </form>
  )
}
