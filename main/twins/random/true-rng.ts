/** TrueRNG: a serial port full of bytes, whoever asks. */
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createOutlet } from '../model/outlet'
import { createRandom } from '../model/random'

/** 64 bytes each 2 ms: 32 kB/s, about what a TrueRNG v3 gives. */
const [PIECE_BYTES, PIECE_MS] = [64, 2]

export function createTrueRngTwin({ clock, seed }: TwinOptions): ByteTwin {
  const outlet = createOutlet()
  const random = createRandom(seed)
  let cancel = () => {}
  const send = () => {
    outlet.send(Uint8Array.from({ length: PIECE_BYTES }, () => Math.floor(256 * random())))
    if (!outlet.closed) cancel = clock.after(PIECE_MS, send)
  }
  cancel = clock.after(PIECE_MS, send)
  return {
    receive() {},
    onSend: outlet.onSend,
    close() {
      outlet.close()
      cancel()
    },
  }
}
