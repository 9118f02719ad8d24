/** The stored bits decoded with the other decoder, beside what the record says. The record stays as it is. */
import { Button, Callout } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { routes } from '../../../../../main/contract/routes'
import { DECODERS, type RunRequest } from '../../../../../main/contract/model/protocols'
import type { Redecoding } from '../../../../../main/contract/runs/run'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { overlayPlot, overlayTwin } from '../../../draw/comparison/overlay-plot'
import {
  againName,
  changedWords,
  decoderName,
  decodersTwin,
  redecodingOverlay,
  redecodingTwin,
} from '../../../draw/records/redecoding'
import { DECODER_WORDS } from '../../../draw/run-options'
import { named } from '../../../draw/comparison/diagnostic-plots'
import { useScheme } from '../../../state/preferences'
import { DownloadButton } from '../../../show/controls/copy-download'
import { Panel } from '../../../show/page'
import { Plot } from '../../../show/drawings/plot'
import { SheetTable } from '../../../show/tables/sheet'
import { Problem } from '../../../show/states'
import { SimulatedTag } from '../../../show/tags'
import type { RecordProps } from '../record-props'

type Decoder = RunRequest['decoder']

interface Props extends RecordProps {
  /** Decodings so far, each of another decoder. */
  readonly again: readonly Redecoding[]
  readonly add: (decoding: Redecoding) => void
}

export function DecodeAgain({ record, again, add }: Props) {
  const { call } = useApi()
  const decode = useAction(async (decoder: Decoder) => {
    const { run_id, backend_id, logical_qubit_id: logical_id } = record
    add(await call(routes.redecodeRun, { params: { run_id, backend_id, logical_id }, body: { decoder } }))
  })
  const recorded = decodersTwin(record)
  const others = DECODERS.filter(decoder => decoder !== record.decoder)
  return (
    <Panel
      title="Decode again"
      tags={record.simulated && <SimulatedTag />}
      actions={others.map(decoder => (
        <Button
          key={decoder}
          size="small"
          icon={<Refresh />}
          text={`Decode with ${decoder}`}
          title={DECODER_WORDS[decoder]}
          loading={decode.running}
          onClick={() => void decode.run(decoder)}
        />
      ))}
    >
      <p className="pentad-quiet">
        Recorded with {decoderName(record.decoder, record.decoder_version)}. Decoding again reads the stored bits of
        every shot; nothing of the record changes.
      </p>
      {recorded && <SheetTable caption="Decoders, as recorded" twin={recorded} />}
      {decode.error && <Problem problem={decode.error} />}
      <div role="status">{decode.running && 'Decoding the stored bits…'}</div>
      {again.map(decoding => (
        <BothDecoders key={decoding.decoder} record={record} again={decoding} />
      ))}
    </Panel>
  )
}

function BothDecoders({ record, again }: RecordProps & { readonly again: Redecoding }) {
  const scheme = useScheme()
  const overlaid = useMemo(() => redecodingOverlay(record, again), [record, again])
  const chart = useMemo(() => named(overlayPlot(overlaid, scheme, false), record), [overlaid, scheme, record])
  const name = `run-${record.run_id.slice(0, 8)}-${again.decoder}`
  return (
    <>
      <Callout compact intent="primary">
        {changedWords(again)} Both are read from the same bits, so that their difference is the decoders' alone.
      </Callout>
      <SheetTable caption={`Recorded beside ${againName(again)}`} twin={redecodingTwin(record, again)} />
      <Plot
        simulated={record.simulated}
        label="Survival by both decoders"
        chart={chart}
        twin={overlayTwin(overlaid)}
        height={320}
        fileName={name}
      />
      <div className="pentad-row">
        <DownloadButton
          size="small"
          fileName={`${name}.json`}
          label="Decoding as JSON"
          content={() => JSON.stringify(again, null, 2)}
        />
      </div>
    </>
  )
}
