/** One source in full: assessment, cutoffs, counters, recent alarms, and its quality over time. */
import { useEffect } from 'react'
import type { SourceQuality } from '../../../../../main/contract/entropy/source'
import { roundedDown, significant } from '../../../../../main/contract/numbers/number-text'
import { routes } from '../../../../../main/contract/routes'
import { usePolled } from '../../../api/use-fetch'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { qualityPoint } from '../../../draw/entropy/quality-history'
import {
  assessmentText,
  byteText,
  creditText,
  problemBesideState,
  RESTART_TEXT,
  SOURCE_KIND_TEXT,
  sourceIntent,
  sourceStateText,
} from '../../../draw/entropy/source-text'
import { count, countWithNoun } from '../../../draw/format/quantity'
import { duration, utcSecond } from '../../../draw/format/time'
import { WordTag } from '../../../instruments/status/state-tags'
import { useReceivedQuality } from '../../../window-state/received-quality'
import { HealthTests } from './health-tests'
import { QualityPlots } from './quality-plots'

const EVERY_MS = 2_000

export function SourceDetail({ id }: { readonly id: string }) {
  const quality = usePolled(routes.getSourceQuality, { params: { id } }, { every_ms: EVERY_MS })
  const add = useReceivedQuality(state => state.add)
  const { data } = quality
  useEffect(() => {
    if (data) add(data.id, qualityPoint(data, Date.now()))
  }, [data, add])
  return (
    <Panel
      title={`Quality of ${id}`}
      tags={
        data && (
          <>
            <WordTag word={sourceStateText(data)} intent={sourceIntent(data)} />
            {data.simulated && <SimulatedTag />}
          </>
        )
      }
    >
      <Answer of={quality} what="the quality of the source">
        {found => (
          <>
            <SourceFigures source={found} />
            <SourceFacts source={found} />
            <QualityPlots source={found} />
            <HealthTests source={found} />
          </>
        )}
      </Answer>
    </Panel>
  )
}

const SourceFigures = ({ source }: { readonly source: SourceQuality }) => {
  const { assessed, claimed, bits_per_sample, available_bytes, bytes_tested, failures } = source
  return (
    <KeyFigureList>
      <KeyFigure
        label="Credited min-entropy"
        value={source.entropy === null ? '—' : significant(roundedDown(source.entropy, 4), 4)}
        note={
          source.entropy === null ? creditText(source) : `bits a raw bit${source.provisional ? ', provisional' : ''}`
        }
      />
      <KeyFigure
        label="Assessed"
        value={assessed === null ? '—' : significant(assessed.h, 4)}
        note={`bits a sample of ${bits_per_sample} bits`}
      />
      <KeyFigure label="Claimed" value={significant(claimed, 4)} note="bits a sample" />
      <KeyFigure label="In store" value={byteText(available_bytes)} note="of full entropy" />
      <KeyFigure
        label="Tested"
        value={byteText(bytes_tested)}
        note={`${count(failures.windows_passed)} windows passed`}
      />
      <KeyFigure
        label="Failed windows"
        value={count(failures.windows_failed)}
        intent={failures.windows_failed === 0 ? 'ok' : 'bad'}
        note={problemBesideState(source) ?? 'serves draws'}
      />
    </KeyFigureList>
  )
}

const SourceFacts = ({ source }: { readonly source: SourceQuality }) => {
  const { assessed, watermarks, budget, latched_by } = { ...source, latched_by: source.failures.latched_by }
  return (
    <div className="pentad-columns">
      <Sheet
        entries={[
          ['Full id', <code key="id">{source.id}</code>],
          ['Kind', SOURCE_KIND_TEXT[source.kind]],
          [
            'Samples',
            source.raw
              ? 'come unprocessed'
              : 'arrive whitened: only draws with the policy simulated_ok take them alone',
          ],
          ['Physical group', source.physical_group],
          ['Assessment', assessmentText(source)],
          ['Assessed at', assessed && `${utcSecond(assessed.at)}, ${duration(assessed.age_s * 1_000)} ago`],
          ['Restart tests', assessed && RESTART_TEXT[assessed.restarts]],
        ]}
      />
      <Sheet
        entries={[
          ['Watermarks', `filled from ${byteText(watermarks.low)} up to ${byteText(watermarks.high)}`],
          ['Served', countWithNoun(source.bytes_served, 'byte')],
          ['Destroyed unserved', countWithNoun(source.bytes_destroyed, 'byte')],
          ['Samples tested', count(source.samples_tested)],
          ['Budget of a day', budget.bytes_per_day === null ? 'none' : countWithNoun(budget.bytes_per_day, 'byte')],
          ['Used today', countWithNoun(budget.used_today, 'byte')],
          ['Latched by', latched_by],
        ]}
      />
    </div>
  )
}
