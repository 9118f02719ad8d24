/** A process to be killed: it issues receipts and publishes pulses as fast as it can, and says each receipt that it acknowledged. */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createPublisher } from '../../../../main/entropy/issuing/beacon/publisher'
import { openPulseStore } from '../../../../main/entropy/issuing/beacon/pulse-store'
import { openStore } from '../../../../main/store/store'
import { draftOf, openedOn } from './opened'

const [data, rsa, began] = process.argv.slice(2) as [string, string, string]
/** A minute of the beacon passes in a tenth of a second. */
const FASTER = 600
const now = () => Number(began) + (Date.now() - Number(began)) * FASTER

async function main(): Promise<void> {
  const store = openStore({ dataDir: data })
  store.db.exec('CREATE TABLE IF NOT EXISTS beside (request_id TEXT PRIMARY KEY)')
  const beside = store.db.prepare('INSERT INTO beside VALUES (?)')
  const parts = openedOn(store, data, now)
  const publish = createPublisher({
    ...{ ...parts, pulses: openPulseStore(store), now, period: 60_000, base: () => 'http://lab.example' },
    inputs: () => [new Uint8Array(randomBytes(64)), new Uint8Array(randomBytes(64))],
    newKey: async () => new Uint8Array(readFileSync(rsa)),
  })
  const issuing = async () => {
    for (;;) {
      const draft = { ...draftOf(1), request_id: randomUUID() }
      await parts.book.issue(draft, ({ request_id }) => void beside.run(request_id))
      console.log(draft.request_id)
    }
  }
  const publishing = async () => {
    for (;;) {
      await publish()
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  // The first certificate takes a while; from the first pulse on both go on side by side.
  while (!(await publish())) await new Promise(resolve => setTimeout(resolve, 5))
  await Promise.all([issuing(), issuing(), issuing(), publishing()])
}

await main()
