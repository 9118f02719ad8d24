/** Break-even maps of a module: a form to start one, the list of them, and the one that is open. */
import { useState } from 'react'
import type { Protocol } from '../../../../../main/contract/model/protocols'
import { routes } from '../../../../../main/contract/routes'
import type { BreakEvenRequest } from '../../../../../main/contract/runs/studies'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetchedPages, usePolled } from '../../../api/use-fetch'
import { useLabEvents } from '../../../api/use-stream'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { Answer, Empty } from '../../../components/messages/answer'
import { isTerminal } from '../../../draw/format/job-and-run-text'
import { shotRoundsPerMs } from '../../../draw/studies/study-request'
import { StudyForm } from './study-form'
import { nameOf, StudyPanel } from './study-panel'

interface Props {
  readonly protocols?: readonly Protocol[]
  readonly backend_id: string
  readonly logical_id: string
}

const PAGE = 50
const ALONE_MS = 1_500
const BESIDE_STREAM_MS = 15_000

export function StudiesView({ backend_id, logical_id, protocols }: Props) {
  const { call } = useApi()
  const params = { backend_id, logical_id }
  const list = useFetchedPages(routes.listStudies, { params, query: { limit: PAGE } })
  const [opened, setOpened] = useState<string | null>(null)
  const start = useAction(async (body: BreakEvenRequest) => {
    const study = await call(routes.createStudy, { params, body })
    setOpened(study.study_id)
    list.reload()
  })
  const studies = list.data ?? []
  const study_id = opened ?? studies[0]?.study_id ?? null
  return (
    <div className="pentad-stack">
      <p className="pentad-quiet">
        The predicted gain with the errors of this device scaled by a factor: below 1 a better device, above 1 a worse
        one. Computed from the noise model, never measured.
      </p>
      <StudyForm start={start} pace={shotRoundsPerMs(studies)} {...(protocols ? { protocols } : {})} />
      <Answer of={list} what="the maps">
        {() =>
          studies.length === 0 && study_id === null ? (
            <Empty title="No map yet">Start one above.</Empty>
          ) : (
            <>
              {studies.length > 1 && (
                <Choice
                  label="Map"
                  value={study_id ?? ''}
                  options={studies.map(each => [each.study_id, `${nameOf(each)} (${each.status.toLowerCase()})`])}
                  choose={setOpened}
                />
              )}
              {list.more && <ActionButton text="Older maps" loading={list.loading} onClick={list.more} />}
              {study_id !== null && (
                <OpenStudy key={study_id} backend_id={backend_id} logical_id={logical_id} study_id={study_id} />
              )}
            </>
          )
        }
      </Answer>
    </div>
  )
}

function OpenStudy(params: Props & { readonly study_id: string }) {
  const [final, setFinal] = useState(false)
  const live = useLabEvents(!final, event => {
    if (event.type === 'reset' || (event.type === 'study' && event.study_id === params.study_id)) study.reload()
  })
  const study = usePolled(
    routes.getStudy,
    { params },
    { until: isTerminal, every_ms: live ? BESIDE_STREAM_MS : ALONE_MS },
  )
  const done = study.data !== undefined && isTerminal(study.data)
  if (done !== final) setFinal(done)
  return (
    <Answer of={study} what="the map">
      {known => <StudyPanel study={known} changed={study.reload} />}
    </Answer>
  )
}
