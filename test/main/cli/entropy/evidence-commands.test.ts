import { describe, expect, it } from 'vitest'
import { giveBeacon } from '../../../../main/cli/entropy/evidence-commands'
import type { Client } from '../../../../main/cli/io/client'
import { AppError } from '../../../../main/contract/model/errors'
import { routes } from '../../../../main/contract/routes'

/** A service whose chains have so many pulses: at each question about the beacon, the next state. */
function beaconOf(states: readonly (readonly number[])[]): Client {
  let [asked, pulses] = [0, states[0]!]
  const call = async (route: object, input: { params?: object; query?: object } = {}) => {
    const { chain, chain_index, pulse_index } = { ...input.params, ...input.query } as Record<string, number | 'last'>
    if (route === routes.getBeacon) {
      pulses = states[Math.min(asked++, states.length - 1)]!
      return { chain: pulses.length, last_pulse: pulses.at(-1) || null, period_ms: 1_000, last_time: null }
    }
    const [number, index] = [Number(chain ?? chain_index), pulse_index]
    const most = pulses[number - 1] ?? 0
    if (most === 0 || (index !== 'last' && index! > most)) throw new AppError('not_found', 'There is no such pulse')
    return { pulse: { chainIndex: number, pulseIndex: index === 'last' ? most : index } }
  }
  return { url: '', call } as unknown as Client
}

async function followed(states: readonly (readonly number[])[], count: number): Promise<string[]> {
  const printed: string[] = []
  const terminal = { out: (line: string) => void printed.push(line), say: () => {} }
  await giveBeacon({
    words: ['follow'],
    flags: { count: String(count) },
    client: beaconOf(states),
    cwd: '.',
    terminal,
    streams: { output: { write: () => true }, progress: { isTTY: false, write: () => true } },
    signal: new AbortController().signal,
  })
  return printed.map(line => {
    const { pulse } = JSON.parse(line)
    return `${pulse.chainIndex}/${pulse.pulseIndex}`
  })
}

describe('following the beacon', () => {
  it('prints the newest pulse, then those that it missed', async () => {
    expect(await followed([[7], [9]], 3)).toEqual(['1/7', '1/8', '1/9'])
  })

  it('prints every pulse over a change of chain: the rest of the old one, chains in between, the new one from its first', async () => {
    const found = await followed([[7], [9, 0, 2, 3]], 8)
    expect(found).toEqual(['1/7', '1/8', '1/9', '3/1', '3/2', '4/1', '4/2', '4/3'])
  })

  it('ends after as many pulses as it was told', async () => {
    expect(await followed([[7], [9, 3]], 4)).toEqual(['1/7', '1/8', '1/9', '2/1'])
  })
})
