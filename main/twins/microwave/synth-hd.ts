/**
 * Windfreak SynthHD: letters with figures behind them and nothing between; a figure ends where the next letter begins, or
 * after a moment of silence. One of two channels is selected, and commands go to that one.
 */
import { seededRandom } from '../../circuits/model/seeded-random'
import { normalFromHalfOpen } from '../../qec/statistics/random'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createOutlet } from '../model/outlet'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'

const SILENCE_MS = 3
/** Milliseconds that the loop needs to lock again. */
const LOCK_MS = 5
const LIMITS = { f: [10, 15_000], W: [-70, 20] } as const

export function createSynthHdTwin({ clock, seed, serialNumber = '349' }: TwinOptions): ByteTwin & MisbehavingTwin {
  const outlet = createOutlet()
  const random = seededRandom(seed)
  const guard = createSetGuard()
  const fresh = () => ({ f: 1_000, W: -60, h: 0, r: 0, E: 0, lockedAt: 0 })
  const channels = [fresh(), fresh()] as const
  let selected = 0
  let word = ''
  let cancel = () => {}

  const answer = (text: string): null => {
    outlet.sendText(`${text}\n`)
    return null
  }
  const set = (letter: 'f' | 'W' | 'h' | 'r' | 'E', wanted: number) => {
    const channel = channels[selected]!
    const [low, high] = letter === 'f' || letter === 'W' ? LIMITS[letter] : [0, 1]
    channel[letter] = guard.taken(Math.min(high, Math.max(low, wanted)), channel[letter])
    channel.lockedAt = clock.now() + LOCK_MS
  }
  /** A whole word: a letter and its figure, a letter and `?`, or a letter alone. */
  const carryOut = (whole: string): null => {
    const [letter = '', argument] = [whole[0], whole.slice(1)]
    const channel = channels[selected]!
    if (whole === '') return null
    if (letter === '+') return answer('SynthHD (v2)')
    if (letter === '-') return answer(serialNumber)
    if (whole === 'v0') return answer('Firmware Version 3.16')
    if (whole === 'v1') return answer('Hardware Version 2.06')
    if (letter === 'p') return answer(channel.E === 1 && clock.now() >= channel.lockedAt ? '1' : '0')
    if (letter === 'z') return answer((38 + 0.2 * normalFromHalfOpen(random)).toFixed(1))
    if (letter === 'V') return answer(channel.W > 19 ? '0' : '1')
    if (letter === 'C') {
      if (argument === '?') return answer(String(selected))
      selected = argument === '1' ? 1 : 0
      return null
    }
    if (letter === 'f' || letter === 'W' || letter === 'h' || letter === 'r' || letter === 'E') {
      if (argument !== '?') {
        if (argument !== '') set(letter, Number(argument))
        return null
      }
      return answer(
        letter === 'f' ? channel.f.toFixed(8) : letter === 'W' ? channel.W.toFixed(3) : String(channel[letter]),
      )
    }
    return null
  }
  const finish = () => {
    const whole = word
    word = ''
    carryOut(whole)
  }
  const goesOn = (character: string) => word !== '' && word !== '+' && !(word === '-') && /[0-9.]/.test(character)
  const isSign = (character: string) => (character === '-' || character === '+') && /^[fW]$/.test(word)

  return {
    receive(bytes) {
      cancel()
      for (const byte of bytes) {
        const character = String.fromCharCode(byte)
        if (goesOn(character) || isSign(character)) {
          word += character
        } else if (character === '?' && word.length === 1) {
          word += character
          finish()
        } else {
          finish()
          word = /[\r\n ]/.test(character) ? '' : character
        }
        if (word.length > 40) word = ''
      }
      // A letter without a figure answers at once; one that may take a figure waits for it.
      if (/^([+\-pzV]|v[01])$/.test(word)) finish()
      else cancel = clock.after(SILENCE_MS, finish)
    },
    onSend: outlet.onSend,
    close() {
      cancel()
      outlet.close()
    },
    misbehave: guard.misbehave,
  }
}
