import { expect, it } from 'vitest'
import { hasRoutes } from '../../../renderer/src/shell/available-routes'

it.each(['service', 'backends', 'circuits', 'jobs', 'modules', 'runs', 'instruments', 'account', 'entropy'])(
  'a page of %s is shown',
  tag => expect(hasRoutes(tag)).toBe(true),
)

it.each(['no-such-tag', ''])('a page of %j is not shown: the service has no route of it', tag =>
  expect(hasRoutes(tag)).toBe(false),
)
