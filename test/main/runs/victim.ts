/** A process to be killed: starts one run in a data folder and says so on stdout. */
import { openStore } from '../../../main/store/store'
import { MODULE, openLab, request } from './laboratory'

export async function main(dataDir: string): Promise<void> {
  const runs = openLab({ store: openStore({ dataDir }) })
  const run = await runs.create(MODULE, request({ shots: 1500 }))
  const watch = setInterval(() => {
    const { status, progress } = runs.get({ ...MODULE, run_id: run.run_id })
    if (status === 'PROCESSING' && progress.fraction > 0.3) {
      clearInterval(watch)
      console.log(JSON.stringify(run))
    }
  }, 5)
}
