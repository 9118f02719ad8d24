/** One pulse: its values, its links as steps back along the chain, its proof and its verification. */
import { ButtonGroup } from '@blueprintjs/core'
import { Download, Endorsed } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from 'wouter'
import type { BeaconInfo } from '../../../../../main/contract/entropy/beacon'
import type { PublishedPulse } from '../../../../../main/contract/entropy/pulse'
import type { VerificationReply } from '../../../../../main/contract/entropy/verification'
import { routes } from '../../../../../main/contract/routes'
import { usePulse } from '../../../api/entropy/use-beacon'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { CopyButton, DownloadButton } from '../../../components/controls/copy-download'
import { save, textFile } from '../../../components/controls/save-file'
import { Panel } from '../../../components/layout/page'
import { Answer, ProblemMessage } from '../../../components/messages/answer'
import { RawText, Sheet } from '../../../components/tables/sheet'
import { shortHex } from '../../../draw/entropy/hex'
import { chainLinks, pulseAddress, pulseStatusText } from '../../../draw/entropy/pulse-text'
import { count } from '../../../draw/format/quantity'
import { utcSecond } from '../../../draw/format/time'
import { Findings } from '../verify/findings'

interface Props {
  readonly place: { readonly chain: number; readonly index: number }
  readonly info: BeaconInfo
  readonly isLatest: boolean
}

export function PulseDetail({ place: { chain, index }, info, isLatest }: Props) {
  const published = usePulse({ chain, index })
  return (
    <Panel title={isLatest ? `Latest pulse, ${count(index)}` : `Pulse ${count(index)} of chain ${chain}`}>
      {!isLatest && <Link href="/entropy?view=beacon">To the latest pulse</Link>}
      <Answer of={published} what="the pulse">
        {found => (
          <>
            <PulseActions key={`${chain}/${index}`} published={found} info={info} />
            <PulseFacts published={found} />
          </>
        )}
      </Answer>
    </Panel>
  )
}

const hash = (text: string) => <span className="entropy-hash">{text}</span>

const PulseFacts = ({ published }: { readonly published: PublishedPulse }) => {
  const { pulse, pentad } = published
  return (
    <>
      <Sheet
        entries={[
          ['Output', hash(pulse.outputValue)],
          ['Time', utcSecond(pulse.timeStamp)],
          ['Status', pulseStatusText(pulse)],
          ['Local random value', hash(pulse.localRandomValue)],
          ['Commits to the next by', hash(pulse.precommitmentValue)],
          ['Binds the log’s checkpoint', hash(pulse.external.value)],
          ['Also signed with', pentad ? `${pentad.alg}, key ${pentad.kid}` : null],
        ]}
      />
      <h3>Chain</h3>
      <ul className="entropy-links" aria-label="Links of the pulse">
        {chainLinks(pulse).map(({ type, text, pulse: target, output }) => (
          <li key={type}>
            <span>{text}</span>
            {target === null ? (
              <span className="pentad-quiet">none: it begins the chain</span>
            ) : (
              <Link href={pulseAddress(target)}>pulse {count(target.index)}</Link>
            )}
            <span className="pentad-mono pentad-quiet" title={output}>
              {shortHex(output)}
            </span>
          </li>
        ))}
      </ul>
      <details>
        <summary>As JSON</summary>
        <RawText label="Pulse" text={JSON.stringify(published, null, 2)} />
      </details>
    </>
  )
}

function PulseActions({ published, info }: { readonly published: PublishedPulse; readonly info: BeaconInfo }) {
  const { call } = useApi()
  const { chainIndex, pulseIndex } = published.pulse
  const [verdict, setVerdict] = useState<VerificationReply | null>(null)
  const verify = useAction(async () => {
    const documents = [{ name: `pulse ${pulseIndex}`, text: JSON.stringify(published) }]
    setVerdict(await call(routes.verifyEvidence, { body: { documents, trust_service: true } }))
  })
  const isOfLast = chainIndex === info.chain && info.last_pulse !== null
  const saveProof = useAction(async () => {
    const proof = await call(routes.getSkipList, {
      query: { chain: chainIndex, from: info.last_pulse!, to: pulseIndex },
    })
    save(`pulse-${chainIndex}-${pulseIndex}.skip-list.json`, textFile(JSON.stringify(proof)))
  })
  const problem = verify.error ?? saveProof.error
  return (
    <>
      <ButtonGroup className="entropy-actions">
        <ActionButton
          size="small"
          icon={<Endorsed />}
          text="Verify"
          loading={verify.running}
          onClick={() => void verify.run()}
        />
        <CopyButton size="small" label="Copy the output" text={published.pulse.outputValue} />
        <DownloadButton
          size="small"
          label="Pulse"
          fileName={`pulse-${chainIndex}-${pulseIndex}.json`}
          content={() => JSON.stringify(published)}
        />
        {isOfLast && (
          <ActionButton
            size="small"
            icon={<Download />}
            text="Save the proof"
            title="The fewest pulses that lead from the latest one back to this"
            loading={saveProof.running}
            onClick={() => void saveProof.run()}
          />
        )}
      </ButtonGroup>
      {problem && <ProblemMessage problem={problem} />}
      {verdict && <Findings reply={verdict} />}
    </>
  )
}
