import { expect, it } from 'vitest'
import { streamedFeed } from '../../../main/composition/random-bytes'
import { isSimulatedBackend } from '../../../main/lab/profile/changes'

it.each([
  ['dev-a-mock', true],
  ['dev-a', true],
  ['dev-b', true],
  ['dev-c', false],
  ['dev-d', false],
])('qubits of %s are simulated: %s', (backend_id, simulated) => {
  const host = { kind: 'tcp', host: '192.0.2.1', port: 5025 } as const
  const sequencers = [
    { device_id: 'dev-a', address: { kind: 'twin', name: 'sequencer' } },
    { device_id: 'dev-b', address: { ...host, simulated: true } },
    { device_id: 'dev-c', address: { ...host, simulated: false } },
  ] as const
  expect(isSimulatedBackend({ sequencers }, backend_id)).toBe(simulated)
})

it('a source that is declared real gives no samples once its instrument is a twin', async () => {
  type Registry = Parameters<typeof streamedFeed>[0]
  let simulated = false
  const instrument = () =>
    ({
      connection: { kind: 'serial', path: '/dev/ttyACM0', simulated },
      streamed: async (count: number) => new Uint8Array(count),
    }) as unknown as ReturnType<Registry['use']>
  const registry: Registry = { use: instrument, reopen: async () => instrument() }
  const real = streamedFeed(registry, 'trng', { raw: true, simulated: false })
  expect(await real.read(3)).toHaveLength(3)
  simulated = true
  await expect(real.read(3)).rejects.toThrow('trng is simulated since the lab was changed')
  await expect(real.afterRestart!(3)).rejects.toThrow('trng is simulated')
  expect(await streamedFeed(registry, 'trng', { raw: true, simulated: true }).read(3)).toHaveLength(3)
})
