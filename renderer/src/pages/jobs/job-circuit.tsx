/** The circuit as it was submitted, and beside it what ran on the device in its place. */
import type { Job, TranspiledCircuit } from '../../../../main/contract/jobs'
import { circuitJson } from '../../draw/circuits/text'
import { nanoseconds, percent } from '../../draw/format/quantity'
import { shortId } from '../../draw/format/time'
import { CircuitDrawing } from '../../show/drawings/circuit'
import { CopyButton, DownloadButton } from '../../show/controls/copy-download'
import { Panel } from '../../show/page'
import { Sheet } from '../../show/tables/sheet'

export const JobCircuit = ({ job }: { readonly job: Job }) => (
  <>
    <Panel title="Circuit" actions={<Hand circuit={job.circuit} name={`job-${shortId(job.job_uuid)}-circuit`} />}>
      <CircuitDrawing circuit={job.circuit} />
    </Panel>
    {job.transpiled !== null && (
      <Panel
        title="Transpiled circuit"
        actions={<Hand circuit={job.transpiled.circuit} name={`job-${shortId(job.job_uuid)}-transpiled`} />}
      >
        <p className="pentad-quiet">What ran on the device: laid out by calibration, routed, in its native gates.</p>
        <Sheet entries={placement(job.transpiled)} />
        <CircuitDrawing circuit={job.transpiled.circuit} label="Transpiled circuit" showIdle={false} />
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
    ['Depth', fitted.depth],
    ['Duration of one shot', nanoseconds(fitted.duration_ns)],
    ['Success, predicted', percent(fitted.expected_success)],
  ] as const

const Hand = ({ circuit, name }: { readonly circuit: Job['circuit']; readonly name: string }) => (
  <>
    <CopyButton label="Copy JSON" size="small" text={circuitJson(circuit)} />
    <DownloadButton label="Download JSON" size="small" fileName={`${name}.json`} content={() => circuitJson(circuit)} />
  </>
)
