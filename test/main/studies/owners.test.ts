/** Whose threads the creation of runs and studies takes: a pool that is full for one key has room for another. */
import { afterEach, describe, expect, it } from 'vitest'
import { RunRequest } from '../../../main/contract/runs/request'
import { moduleTasks } from '../../../main/modules/tasks'
import { runTasks } from '../../../main/runs/execution/tasks'
import { runEngines } from '../../../main/runs/sampling/frame-engine'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import { studyTasks } from '../../../main/studies/tasks'
import { direct, type Runner, type Tasks } from '../../../main/worker/runner'
import { MODULE, openLab, request } from './laboratory'

const engines = () => runEngines({ simulator: createReferenceSimulator(), trajectories: createReferenceTrajectories() })

/** As a pool whose threads for the key `heavy` are all taken: whatever that key asks for waits until it leaves. */
function taken<T extends Tasks>(tasks: T): Runner<T> {
  const free = direct(tasks)
  const waits = (signal?: AbortSignal) =>
    new Promise<never>((_, reject) => {
      const leave = () => reject(signal!.reason)
      if (signal?.aborted) leave()
      signal?.addEventListener('abort', leave, { once: true })
    })
  return {
    run: (name, input, options) =>
      options?.owner === 'heavy' ? waits(options.signal) : free.run(name, input, options),
  }
}

const opened: ReturnType<typeof openLab>[] = []
function open() {
  const others = taken({ ...moduleTasks(), ...runTasks(engines) })
  const lab = openLab({ computing: taken(studyTasks(engines)), others })
  opened.push(lab)
  return lab
}
afterEach(async () => {
  for (const { runs, studies, store } of opened.splice(0)) {
    await runs.stop()
    await studies.stop()
    store.close()
  }
})

const asked = RunRequest.parse({ mode: 'correction', rounds: [1], shots: 64, seed: 7 })
const ended = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call
    return 'created'
  } catch (error) {
    return String(error)
  }
}

describe('one key whose heavy work waits for a thread', () => {
  it('delays no run of another key on the same module', async () => {
    const { runs } = open()
    const heavy = ended(runs.submit(MODULE, asked, { owner: 'heavy' }))
    expect((await runs.submit(MODULE, asked, { owner: 'small' })).status).toBe('PENDING')
    expect(await Promise.race([heavy, Promise.resolve('waits')])).toBe('waits')
  })

  it('delays no study of another key on the same module', async () => {
    const { studies } = open()
    const heavy = ended(studies.submit(MODULE, request(), { owner: 'heavy' }))
    expect((await studies.submit(MODULE, request(), { owner: 'small' })).status).toBe('PENDING')
    expect(await Promise.race([heavy, Promise.resolve('waits')])).toBe('waits')
  })

  it('gives the planning of a run up when its caller leaves', async () => {
    const { runs } = open()
    await runs.submit(MODULE, asked, { owner: 'small' })
    const left = new AbortController()
    const heavy = ended(runs.submit(MODULE, asked, { owner: 'heavy', signal: left.signal }))
    left.abort(new Error('left'))
    expect(await heavy).toContain('left')
  })
})
