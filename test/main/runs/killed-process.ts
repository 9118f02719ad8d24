/** A process to be killed: starts one run in a data folder and says so on stdout. */
import { openStore } from '../../../main/store/store'
import { MODULE, openLab, request } from './laboratory'

/** Of each engine as much as takes a while. */
export const VICTIMS = {
  frames: request({ shots: 1500 }),
  trajectories: request({
    engine: 'trajectories',
    shots: 50,
    rounds: [1],
    states: ['0', '+'],
    preparation: 'projective',
  }),
} as const

export async function main(dataDir: string, engine: keyof typeof VICTIMS): Promise<void> {
  const runs = openLab({ store: openStore({ dataDir }) })
  const run = await runs.create(MODULE, VICTIMS[engine])
  const watch = setInterval(() => {
    const { status, progress } = runs.get({ ...MODULE, run_id: run.run_id })
    if (status === 'PROCESSING' && progress.fraction > 0.3) {
      clearInterval(watch)
      console.log(JSON.stringify(run))
    }
  }, 5)
}
