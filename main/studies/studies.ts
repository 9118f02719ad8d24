/** Break-even maps, shared by everybody who has the role. */
import type { z } from 'zod'
import { AppError } from '../contract/model/errors'
import { type Page, pageOf, positionBefore } from '../contract/model/page'
import type { BreakEvenRequest, Study, StudyListQuery } from '../contract/runs/studies'
import type { Caller } from '../contract/service/account'
import { protocolFor } from '../modules/rounds/protocol'
import type { ModuleId } from '../runs/model/run'
import type { WorkContext } from '../worker/runner'
import { checkedStudyRequest, refuseExcess } from './checked-request'
import { encodeStudyPlan, planStudy } from './point'
import { createStudyQueue, type StudyQueue, type StudyServices } from './queue'
import type { StudyRow } from './table'
import { studyWarnings } from './warnings'

interface StudyId extends ModuleId {
  readonly study_id: string
}

export interface Studies extends Pick<StudyQueue, 'resume' | 'stop'> {
  /** Resolves once the study is on the disk. */
  submit(module: ModuleId, body: BreakEvenRequest, context?: WorkContext): Promise<Study>
  /** Throws AppError not_found, as `abort`. */
  get(params: StudyId): Study
  list(module: ModuleId, query: z.output<typeof StudyListQuery>): Page<Study>
  /** The points computed so far stay. Throws AppError conflict for a study that has ended. */
  abort(params: StudyId, caller: Caller): Promise<Study>
}

export function createStudies(services: StudyServices): Studies {
  const queue = createStudyQueue(services)
  const { table, shown } = queue

  function found({ backend_id, logical_id, study_id }: StudyId): StudyRow {
    const row = table.find(study_id)
    if (row && row.backend_id === backend_id && [row.logical_id, row.chiplet].includes(logical_id)) return row
    throw new AppError('not_found', `${logical_id} on ${backend_id} has no study ${study_id}`, {
      details: { study_id },
    })
  }

  return {
    submit: (module, body, context = {}) => submitStudy(services, queue, { module, body, context }),
    get: params => shown(found(params)),
    list({ backend_id, logical_id }, { limit, cursor, status }) {
      services.backends.execution(backend_id)
      const filter = { backend_id, logical_id, status: status ?? null }
      const rows = table.list(filter, positionBefore(cursor), limit + 1)
      return pageOf(rows, { limit, positionOf: row => row.sequence, show: shown, weigh: table.weight })
    },
    abort: async (params, caller) => queue.abort(found(params).study_id, caller),
    resume: queue.resume,
    stop: queue.stop,
  }
}

interface StudyCall {
  readonly module: ModuleId
  readonly body: BreakEvenRequest
  readonly context: WorkContext
}

async function submitStudy(
  { store, modules, backends, computing }: StudyServices,
  queue: StudyQueue,
  { module: { backend_id, logical_id }, body, context }: StudyCall,
): Promise<Study> {
  queue.refuseWhenFull()
  backends.execution(backend_id)
  const asked = checkedStudyRequest(body)
  refuseExcess(asked)
  const plan = planStudy(await modules.resolve(backend_id, logical_id, context))
  const wanted = { ...asked, protocol: protocolFor(plan.profile, asked.protocol, '/protocol') }
  const { readout, warnings } = await computing.run('admitStudy', { resolution: plan, request: wanted }, context)
  const request = { ...wanted, readout }
  const { module, compiled } = plan
  return queue.add(
    {
      backend_id,
      logical_id: module.logical_qubit,
      chiplet: module.chiplet,
      name: request.name ?? null,
      request: JSON.stringify(request),
      calibration_id: module.calibration_id,
      noise_model_version: module.noise_model_version,
      schedule_hash: compiled.schedule_hash,
      warnings: JSON.stringify(studyWarnings(request, plan, warnings)),
      plan: await store.writeFile(encodeStudyPlan(plan)),
    },
    context.owner,
  )
}
