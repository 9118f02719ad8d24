/** A process to be killed: starts one run in a data folder and says so on stdout. */
import { createLedger, microOf } from '../../../../main/account/ledger'
import { openStore, type Store } from '../../../../main/store/store'
import { MODULE, openLab, request } from '../laboratory'

/** Of each engine as much as takes a while. */
export const VICTIMS = {
  frames: request({ shots: 1000 }),
  trajectories: request({
    engine: 'trajectories',
    shots: 50,
    rounds: [1],
    states: ['0', '+'],
    preparation: 'projective',
  }),
} as const

/** More than either costs. */
export const TOKENS = 20_000
export const PRICE = 0.05

/** Every backend of the lab metered, so that a kill comes between reservation and settlement. */
export function metered(store: Store) {
  const ledger = createLedger(store, Date.now)
  return { ledger, pricing: { ledger, priceOf: () => PRICE } }
}

export async function main(dataDir: string, engine: keyof typeof VICTIMS): Promise<void> {
  const store = openStore({ dataDir })
  const { ledger, pricing } = metered(store)
  ledger.purchase('compute_token', microOf(TOKENS))
  const runs = openLab({ store, pricing })
  const run = await runs.submit(MODULE, VICTIMS[engine])
  const watch = setInterval(() => {
    const { status, progress } = runs.get({ ...MODULE, run_id: run.run_id })
    if (status === 'PROCESSING' && progress.fraction > 0.3) {
      clearInterval(watch)
      console.log(JSON.stringify(run))
    }
  }, 5)
}
