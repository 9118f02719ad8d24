/** Forms made from the driver file: the last value of each parameter, reading it anew, and setting it. */
import type { InstrumentDetail, ParameterForm } from '../../../../../main/contract/instruments/instrument'
import { placeKey, type ReadAll, useReadAll } from '../../../api/instruments/read-all'
import { Panel } from '../../../components/layout/page'
import { Empty } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { countWithNoun } from '../../../draw/format/quantity'
import { ParameterRow } from './parameter-row'
import { ReadAllButton, ReadAllReport } from './read-all'

interface ParametersPanelProps {
  readonly instrument: InstrumentDetail
  readonly operator: boolean
}

interface Props extends ParametersPanelProps {
  /** Progress and results of reading all parameters; null before it starts. */
  readonly all: ReadAll | null
}

/** More channels than this are folded until the user opens them. */
const UNFOLDED = 8

export function ParametersPanel({ instrument, operator }: ParametersPanelProps) {
  const { all, start, cancel } = useReadAll(instrument)
  const hasSome = instrument.parameters.length > 0
  return (
    <Panel
      title="Parameters"
      tags={instrument.simulated && <SimulatedTag />}
      actions={
        hasSome && (
          <ReadAllButton all={all} cancel={cancel} ready={instrument.state === 'ready'} start={() => void start()} />
        )
      }
    >
      {all && <ReadAllReport all={all} />}
      {hasSome ? (
        <>
          <SingleParameters instrument={instrument} operator={operator} all={all} />
          {instrument.parameters.filter(hasChannels).map(form => (
            <ChannelParameter key={form.parameter} instrument={instrument} operator={operator} form={form} all={all} />
          ))}
        </>
      ) : (
        <Empty title="No parameter">Its driver file names none.</Empty>
      )}
    </Panel>
  )
}

const hasChannels = ({ channels }: ParameterForm) => channels.some(({ channel }) => channel !== null)

/** Shows the channels that the lab names; more than UNFOLDED others are folded. */
function ChannelParameter({ instrument, operator, form, all }: Props & { readonly form: ParameterForm }) {
  const isInSight = ({ lab }: ParameterForm['channels'][number]) => lab !== null || form.channels.length <= UNFOLDED
  const inSight = form.channels.filter(isInSight)
  const others = form.channels.filter(each => !isInSight(each))
  return (
    <section aria-label={form.label} className="pentad-stack">
      <h3>{form.label}</h3>
      {inSight.length > 0 && (
        <ParameterTable
          caption={form.label}
          instrument={instrument}
          operator={operator}
          all={all}
          forms={[{ ...form, channels: inSight }]}
        />
      )}
      {others.length > 0 && (
        <details>
          <summary>
            {inSight.length > 0 && 'other '}
            {countWithNoun(others.length, 'channel')}
          </summary>
          <ParameterTable
            caption={`${form.label}, further channels`}
            instrument={instrument}
            operator={operator}
            all={all}
            forms={[{ ...form, channels: others }]}
          />
        </details>
      )}
    </section>
  )
}

function SingleParameters({ instrument, operator, all }: Props) {
  const forms = instrument.parameters.filter(form => !hasChannels(form))
  if (forms.length === 0) return null
  return (
    <ParameterTable
      caption="Parameters of the whole instrument"
      instrument={instrument}
      operator={operator}
      forms={forms}
      all={all}
    />
  )
}

interface TableProps extends Props {
  readonly caption: string
  readonly forms: readonly ParameterForm[]
}

const ParameterTable = ({ caption, instrument, operator, forms, all }: TableProps) => (
  <ScrollRegion label={caption}>
    <HeadedTable
      caption={caption}
      columns={['Parameter', 'Value', 'Read', operator ? 'Set' : 'Range']}
      className="instruments-forms"
    >
      {forms.flatMap(form =>
        form.channels.map(at => (
          <ParameterRow
            key={`${form.parameter} ${at.channel}`}
            form={form}
            at={at}
            operator={operator}
            instrument_id={instrument.instrument_id}
            ready={instrument.state === 'ready'}
            answered={all?.answers.get(placeKey({ parameter: form.parameter, channel: at.channel })) ?? null}
          />
        )),
      )}
    </HeadedTable>
  </ScrollRegion>
)
