/** A process to be killed: it serves draws and publishes pulses as fast as it can, and says each draw that it answered. */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createPublisher } from '../../../../main/entropy/issuing/beacon/publisher'
import { openPulseStore } from '../../../../main/entropy/issuing/beacon/pulse-store'
import { openStore } from '../../../../main/store/store'
import { type AnsweredDraw, CALLER, DRAWING, drawnOn } from './drawn-on'

const [data, rsa, began] = process.argv.slice(2) as [string, string, string]
/** A minute of the beacon passes in a tenth of a second. */
const FASTER = 600
const now = () => Number(began) + (Date.now() - Number(began)) * FASTER

async function main(): Promise<void> {
  const store = openStore({ dataDir: data })
  const { draws, ...parts } = drawnOn(store, data, now)
  const publish = createPublisher({
    ...parts,
    pulses: openPulseStore(store),
    now,
    period: 60_000,
    base: () => 'http://lab.example',
    inputs: () => [new Uint8Array(randomBytes(64)), new Uint8Array(randomBytes(64))],
    newKey: async () => new Uint8Array(readFileSync(rsa)),
  })
  const drawing = async (id: string) => {
    for (;;) {
      const [request, idempotency_key] = [{ ...DRAWING, id }, randomUUID()]
      const { request_id, bytes_hex } = await draws.draw(request, { caller: CALLER, idempotency_key })
      console.log(JSON.stringify({ id, idempotency_key, request_id, bytes_hex } satisfies AnsweredDraw))
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
  await Promise.all([drawing('src-a'), drawing('src-a'), drawing('src-b'), publishing()])
}

await main()
