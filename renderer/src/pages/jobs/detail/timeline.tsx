import type { JobDetail } from '../../../../../main/contract/jobs/circuit-job'
import { StatusTag, UtcTimestamp } from '../../../components/values/tags-and-times'
import { duration } from '../../../draw/format/time'

/** Every state of the job with its time, and how long it stayed there. */
export function JobTimeline({ job }: { readonly job: JobDetail }) {
  return (
    <ol className="pentad-timeline">
      {job.timeline.map(({ status, at }, index) => {
        const next = job.timeline[index + 1]
        return (
          <li key={`${status} ${at}`}>
            <StatusTag status={status} />
            <span>
              <UtcTimestamp at={at} />{' '}
              <span className="pentad-quiet">{next && `for ${duration(Date.parse(next.at) - Date.parse(at))}`}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
