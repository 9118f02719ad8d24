/** The circuit as it was submitted, and the transpiled one that ran on the device. */
import { useEffect, useEffectEvent } from 'react'
import type { ParametricCircuit } from '../../../../../main/contract/jobs/circuit'
import type { Job, JobDetail, TranspiledCircuit } from '../../../../../main/contract/jobs/circuit-job'
import { routes } from '../../../../../main/contract/routes'
import { useFetched } from '../../../api/use-fetch'
import { CopyButton, DownloadButton } from '../../../components/controls/copy-download'
import { CircuitDrawing } from '../../../components/drawings/circuit'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { circuitJson } from '../../../draw/circuits/circuit-text'
import { shortId } from '../../../draw/format/job-and-run-text'
import { nanoseconds, percent } from '../../../draw/format/quantity'

/** Fetches the circuits when the page opens and once the job is completed, not at each poll: a circuit may be large. */
export function JobCircuit({ job: { job_uuid, status } }: { readonly job: JobDetail }) {
  const whole = useFetched(routes.getJob, { params: { job_uuid } })
  const late = status === 'COMPLETED' && whole.data !== undefined && whole.data.status !== 'COMPLETED'
  const reload = useEffectEvent(whole.reload)
  useEffect(() => {
    if (late) reload()
  }, [late])
  return (
    <Answer of={whole} what="the circuit">
      {({ circuit, transpiled }) => <Circuits name={shortId(job_uuid)} circuit={circuit} transpiled={transpiled} />}
    </Answer>
  )
}

interface CircuitsProps {
  readonly name: string
  readonly circuit: ParametricCircuit | undefined
  readonly transpiled: TranspiledCircuit | null | undefined
}

const Circuits = ({ name, circuit, transpiled }: CircuitsProps) => (
  <>
    {circuit && (
      <Panel title="Circuit" actions={<Hand circuit={circuit} name={`job-${name}-circuit`} />}>
        <CircuitDrawing circuit={circuit} />
      </Panel>
    )}
    {transpiled && (
      <Panel title="Transpiled circuit" actions={<Hand circuit={transpiled.circuit} name={`job-${name}-transpiled`} />}>
        <p className="pentad-quiet">What ran on the device: laid out by calibration, routed, in its native gates.</p>
        <Sheet entries={placement(transpiled)} />
        <CircuitDrawing circuit={transpiled.circuit} label="Transpiled circuit" showIdle={false} />
      </Panel>
    )}
  </>
)

const layout = (places: readonly (number | null)[]) =>
  places.flatMap((place, qubit) => (place === null ? [] : [`q${qubit} on ${place}`])).join(', ')

const placement = (fitted: TranspiledCircuit) =>
  [
    ['Layout at the start', layout(fitted.initial_layout)],
    ['Layout at the end', layout(fitted.final_layout)],
    ['SWAPs added', fitted.swaps],
    ['CZ gates', fitted.cz_count],
    ...(fitted.native_two_qubit_count === undefined
      ? []
      : ([
          [
            'Native two-qubit gates',
            `${fitted.native_two_qubit_count} ${(fitted.native_two_qubit_gates ?? []).join(', ')}`,
          ],
        ] as const)),
    ['Depth', fitted.depth],
    ['Duration of one shot', nanoseconds(fitted.duration_ns)],
    ['Success, predicted', `${fitted.success_is_bound ? 'at most ' : ''}${percent(fitted.expected_success)}`],
  ] as const

const Hand = ({ circuit, name }: { readonly circuit: Job['circuit']; readonly name: string }) => (
  <>
    <CopyButton label="Copy JSON" size="small" text={circuitJson(circuit)} />
    <DownloadButton label="Download JSON" size="small" fileName={`${name}.json`} content={() => circuitJson(circuit)} />
  </>
)
