/** TrueRNG: sends bytes as soon as its port is open. OneRNG: the same from `cmdO` to `cmdo`. */
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createOutlet } from '../model/outlet'
import { createSampleRandom } from './sample-random'

/** 640 bytes each 20 ms: 32 kB/s, about what a TrueRNG v3 gives. */
const [PIECE_BYTES, PIECE_MS] = [640, 20]

export const createTrueRngTwin = (options: TwinOptions): ByteTwin => createSource(options, true)
export const createOneRngTwin = (options: TwinOptions): ByteTwin => createSource(options, false)

function createSource({ clock, seed }: TwinOptions, alwaysOn: boolean): ByteTwin {
  const outlet = createOutlet()
  const random = createSampleRandom(seed)
  let isOn = alwaysOn
  let line = ''
  let cancel = () => {}
  const send = () => {
    outlet.send(Uint8Array.from({ length: PIECE_BYTES }, () => Math.floor(256 * random())))
    if (isOn && !outlet.closed) cancel = clock.after(PIECE_MS, send)
  }
  const turn = (on: boolean) => {
    cancel()
    isOn = on
    if (on) cancel = clock.after(PIECE_MS, send)
  }
  if (alwaysOn) turn(true)
  return {
    receive(bytes) {
      if (alwaysOn) return
      for (const byte of bytes) {
        line = byte === 0x0a ? '' : (line + String.fromCharCode(byte)).slice(-20)
        if (line === 'cmdO' || line === 'cmdo') turn(line === 'cmdO')
      }
    },
    onSend: outlet.onSend,
    close() {
      outlet.close()
      cancel()
    },
  }
}
