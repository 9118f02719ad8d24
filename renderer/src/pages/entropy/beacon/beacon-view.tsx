/** The beacon: the latest pulse as it comes, when the next one does, and the chain to walk along. */
import { Callout } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { BeaconInfo } from '../../../../../main/contract/entropy/beacon'
import { useBeacon } from '../../../api/entropy/use-beacon'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { chainReasonText, countdownText, untilNextPulse } from '../../../draw/entropy/pulse-text'
import { count } from '../../../draw/format/quantity'
import { utcSecond } from '../../../draw/format/time'
import { PulseDetail } from './pulse-detail'
import { PulseSearch } from './pulse-search'
import { RecentPulses } from './recent-pulses'

const number = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

export function BeaconView() {
  const beacon = useBeacon()
  const [search] = useSearchParams()
  const asked = { chain: number(search.get('chain')), index: number(search.get('pulse')) }
  return (
    <Answer of={beacon} what="the beacon">
      {info => {
        const [chain, index] = [asked.chain ?? info.chain, asked.index ?? info.last_pulse]
        return (
          <>
            <BeaconPanel info={info} />
            {chain === null || index === null ? (
              <Empty title="No pulse yet">
                The first chain begins about a minute after the service started: its key takes seconds to make.
              </Empty>
            ) : (
              <>
                <PulseSearch info={info} />
                <PulseDetail place={{ chain, index }} info={info} isLatest={asked.index === null} />
                {info.chain !== null && info.last_pulse !== null && (
                  <RecentPulses chain={info.chain} last={info.last_pulse} />
                )}
              </>
            )}
          </>
        )
      }}
    </Answer>
  )
}

const BeaconPanel = ({ info }: { readonly info: BeaconInfo }) => (
  <Panel title="Beacon">
    <Callout intent="warning" compact>
      {info.notice}
    </Callout>
    <KeyFigureList>
      <KeyFigure
        label="Latest pulse"
        value={count(info.last_pulse)}
        note={info.last_time === null ? 'none yet' : utcSecond(info.last_time)}
      />
      <KeyFigure
        label="Chain"
        value={count(info.chain)}
        note={info.chain_reason === null ? undefined : chainReasonText(info.chain_reason)}
      />
      <KeyFigure
        label="State"
        value={info.failing ? 'Failing' : 'OK'}
        intent={info.failing ? 'bad' : 'ok'}
        note={<Countdown info={info} />}
      />
    </KeyFigureList>
    <Sheet
      entries={[
        ['Format', info.format],
        ['Period', `${info.period_ms / 1_000} s`],
        ['Address', info.base],
        ['Certificate', info.certificate_id && <code className="entropy-hash">{info.certificate_id}</code>],
      ]}
    />
  </Panel>
)

function Countdown({ info }: { readonly info: BeaconInfo }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <span>{countdownText(untilNextPulse(info, now), info.failing)}</span>
}
