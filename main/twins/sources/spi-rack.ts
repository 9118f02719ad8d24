/**
 * SPI rack (QuTech): a controller that passes bytes to the converters of its modules. `c` selects a chip, `w` writes to it,
 * `r` exchanges bytes with it, `u` and `l` unlock and lock, `v` returns the firmware. Nothing is acknowledged.
 */
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createOutlet } from '../model/outlet'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'

const STEPS = 2 ** 18
/** Midscale of a bipolar span: 0 V, 0 A. */
const ZERO = STEPS / 2
const BIPOLAR = 2
const [SELECT, WRITE, READ, UNLOCK, LOCK, VERSION] = [...'cwrulv'].map(letter => letter.charCodeAt(0))

/** Commands of an LTC2758, after its data sheet: the high half of the first byte. */
const [WRITE_SPAN, WRITE_CODE, UPDATE, SPAN_AND_UPDATE, CODE_AND_UPDATE] = [0b0010, 0b0011, 0b0100, 0b0110, 0b0111]
const [READ_SPAN, READ_CODE] = [0b1100, 0b1101]

/** Two 18-bit converters share an LTC2758. What is written waits until the next update. */
interface Converter {
  code: number
  span: number
  next: { readonly code: number; readonly span: number }
}

const fresh = (): Converter => ({ code: ZERO, span: BIPOLAR, next: { code: ZERO, span: BIPOLAR } })

interface SpiRack {
  /** Module numbers of the D5a (8 chips) and the S4g (4 chips) in the rack. */
  readonly d5aModule?: number
  readonly s4gModule?: number
}

export function createSpiRackTwin({ d5aModule = 2, s4gModule = 5 }: TwinOptions & SpiRack): ByteTwin & MisbehavingTwin {
  const outlet = createOutlet()
  const guard = createSetGuard()
  const chips = new Map<number, [Converter, Converter]>()
  for (const [module, count] of [
    [d5aModule, 8],
    [s4gModule, 4],
  ] as const)
    for (let chip = 0; chip < count; chip += 1) chips.set((chip << 4) | module, [fresh(), fresh()])
  let selected = -1
  let isLocked = true
  let pending: number[] = []

  const write = ([head = 0, a = 0, b = 0, c = 0]: readonly number[]) => {
    const converter = chips.get(selected)?.[(head >> 1) & 1]
    if (!converter || isLocked) return
    const command = head >> 4
    const { next } = converter
    if (command === WRITE_SPAN || command === SPAN_AND_UPDATE) converter.next = { ...next, span: b & 7 }
    if (command === WRITE_CODE || command === CODE_AND_UPDATE) {
      const code = Math.round(guard.taken(((a << 10) | (b << 2) | (c >> 6)) - ZERO, converter.code - ZERO)) + ZERO
      converter.next = { ...next, code }
    }
    if (command === UPDATE || command === SPAN_AND_UPDATE || command === CODE_AND_UPDATE)
      Object.assign(converter, converter.next)
  }
  const read = ([head = 0]: readonly number[]): number[] => {
    const converter = chips.get(selected)?.[(head >> 1) & 1]
    if (!converter) return [0xff, 0xff, 0xff, 0xff]
    if (head >> 4 === READ_CODE)
      return [0, converter.code >> 10, (converter.code >> 2) & 255, (converter.code & 3) << 6]
    return head >> 4 === READ_SPAN ? [0, 0, converter.span, 0] : [0, 0, 0, 0]
  }

  /** How many bytes a command takes with its letter; unknown letters take one. */
  const lengthOf = (command: number): number => (command === SELECT ? 4 : command === WRITE || command === READ ? 5 : 1)
  const carryOut = ([command = 0, ...data]: readonly number[]) => {
    if (command === SELECT) selected = data[0]!
    else if (command === WRITE) write(data)
    else if (command === READ) outlet.send(Uint8Array.from(read(data)))
    else if (command === UNLOCK) isLocked = false
    else if (command === LOCK) isLocked = true
    else if (command === VERSION) outlet.sendText('1.6 - Nov 12 2019 - MT\n')
  }

  return {
    receive(bytes) {
      pending.push(...bytes)
      while (pending.length > 0 && pending.length >= lengthOf(pending[0]!)) {
        const length = lengthOf(pending[0]!)
        carryOut(pending.slice(0, length))
        pending = pending.slice(length)
      }
    },
    onSend: outlet.onSend,
    close: outlet.close,
    misbehave: guard.misbehave,
  }
}
