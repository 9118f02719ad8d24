import { expect, it } from 'vitest'
import { createServiceAddress } from '../../../main/composition/serve'

it('the address of a service is refused before it listens, and told afterwards', () => {
  const address = createServiceAddress()
  expect(() => address.url()).toThrow('before the service listens')
  address.listensAt('http://127.0.0.1:7513')
  expect(address.url()).toBe('http://127.0.0.1:7513')
})
