/** Finds a pulse by its index, or by a time. */
import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { BeaconInfo } from '../../../../../main/contract/entropy/beacon'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { ProblemMessage } from '../../../components/messages/answer'
import { pulseAddress } from '../../../draw/entropy/pulse-text'

export function PulseSearch({ info }: { readonly info: BeaconInfo }) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const [index, setIndex] = useState('')
  const [time, setTime] = useState('')
  const isIndex = /^[1-9]\d{0,14}$/.test(index.trim())
  // The field gives local-looking text without a zone; it is labelled and read as UTC.
  const time_ms = Date.parse(`${time}Z`)
  const byTime = useAction(async () => {
    const { pulse } = await call(routes.nistPulseAt, { params: { time_ms } })
    navigate(pulseAddress({ chain: pulse.chainIndex, index: pulse.pulseIndex }))
  })
  return (
    <search className="pentad-choices" aria-label="Find a pulse">
      <form
        className="pentad-row"
        onSubmit={event => {
          event.preventDefault()
          if (isIndex && info.chain !== null) navigate(pulseAddress({ chain: info.chain, index: Number(index) }))
        }}
      >
        <FormGroup inline label="Pulse" labelFor="pulse-index">
          <InputGroup
            id="pulse-index"
            size="small"
            className="entropy-short"
            inputMode="numeric"
            value={index}
            onValueChange={setIndex}
          />
        </FormGroup>
        <Button type="submit" size="small" text="Show" disabled={!isIndex} />
      </form>
      <form
        className="pentad-row"
        onSubmit={event => {
          event.preventDefault()
          void byTime.run()
        }}
      >
        <FormGroup inline label="First at or after, UTC" labelFor="pulse-time">
          <InputGroup id="pulse-time" size="small" type="datetime-local" value={time} onValueChange={setTime} />
        </FormGroup>
        <ActionButton
          type="submit"
          size="small"
          text="Find"
          disabled={!Number.isFinite(time_ms)}
          loading={byTime.running}
        />
      </form>
      {byTime.error && <ProblemMessage problem={byTime.error} />}
    </search>
  )
}
