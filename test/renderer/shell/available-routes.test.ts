import { expect, it } from 'vitest'
import { hasRoutes } from '../../../renderer/src/shell/available-routes'

it.each(['service', 'backends', 'circuits', 'jobs', 'modules', 'runs', 'instruments', 'account'])(
  'a page of %s is shown',
  tag => expect(hasRoutes(tag)).toBe(true),
)

it.each(['entropy', ''])('a page of %j is not shown: the service has no route of it', tag =>
  expect(hasRoutes(tag)).toBe(false),
)
