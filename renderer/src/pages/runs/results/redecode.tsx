/** The stored bits decoded with another decoder, beside the recorded result. The record stays as it is. */
import { Callout } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useCallback, useMemo } from 'react'
import { DECODERS } from '../../../../../main/contract/model/protocols'
import { routes } from '../../../../../main/contract/routes'
import type { RunRecord } from '../../../../../main/contract/runs/record'
import type { RunRequest } from '../../../../../main/contract/runs/request'
import type { Redecoding } from '../../../../../main/contract/runs/run'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { DownloadButton } from '../../../components/controls/copy-download'
import { FigureView } from '../../../components/figures/figure-view'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { MethodNote } from '../../../components/messages/method-note'
import { SheetTable } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import type { Scheme } from '../../../draw/charts/colours'
import type { ColumnWidth } from '../../../draw/comparison/headline'
import { overlayFigure, overlayTable } from '../../../draw/comparison/overlay-figure'
import { shortId } from '../../../draw/format/job-and-run-text'
import {
  changedText,
  decoderName,
  decodersTable,
  redecodedName,
  redecodingOverlay,
  redecodingTable,
} from '../../../draw/records/redecoding'
import { DECODER_TEXT } from '../../../draw/runs/options'

type DecoderChoice = RunRequest['decoder']

interface Props {
  readonly record: RunRecord
  /** Decodings so far, each of another decoder. */
  readonly again: readonly Redecoding[]
  readonly add: (decoding: Redecoding) => void
}

export function Redecode({ record, again, add }: Props) {
  const { call } = useApi()
  const decode = useAction(async (decoder: DecoderChoice) => {
    const { run_id, backend_id, logical_qubit_id: logical_id } = record
    add(await call(routes.redecodeRun, { params: { run_id, backend_id, logical_id }, body: { decoder } }))
  })
  const recorded = decodersTable(record)
  const others = DECODERS.filter(decoder => decoder !== record.decoder)
  return (
    <Panel
      title="Decode again"
      tags={record.simulated && <SimulatedTag />}
      actions={others.map(decoder => (
        <ActionButton
          key={decoder}
          size="small"
          icon={<Refresh />}
          text={`Decode with ${decoder}`}
          title={DECODER_TEXT[decoder]}
          loading={decode.running}
          onClick={() => void decode.run(decoder)}
        />
      ))}
    >
      <p>Recorded with {decoderName(record.decoder, record.decoder_version)}.</p>
      {recorded && <SheetTable caption="Decoders, as recorded" table={recorded} />}
      {decode.error && <ProblemMessage problem={decode.error} />}
      <div role="status">{decode.running && 'Decoding the stored bits…'}</div>
      {again.map(decoding => (
        <BothDecoders key={decoding.decoder} record={record} again={decoding} />
      ))}
      <MethodNote about="decodings">
        Decoding again reads the stored bits of every shot, so that two decodings differ by their decoders alone. The
        record does not change; the report includes the decodings of this page.
      </MethodNote>
    </Panel>
  )
}

function BothDecoders({ record, again }: { readonly record: RunRecord; readonly again: Redecoding }) {
  const overlaid = useMemo(() => redecodingOverlay(record, again), [record, again])
  const { simulated } = record
  const figure = useCallback(
    (scheme: Scheme, width: ColumnWidth) =>
      overlayFigure(overlaid, { quantity: 'survival', physical: false, simulated, scheme, width }),
    [overlaid, simulated],
  )
  const name = `run-${shortId(record.run_id)}-${again.decoder}`
  return (
    <>
      <Callout compact intent="primary">
        {changedText(again)} Both are read from the same bits, so that they differ by their decoders alone.
      </Callout>
      <SheetTable caption={`Recorded beside ${redecodedName(again)}`} table={redecodingTable(record, again)} />
      <FigureView
        narrow
        label="Survival by both decoders"
        figure={figure}
        table={overlayTable(overlaid)}
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
