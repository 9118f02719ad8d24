import type { Health } from '../contract/health'
import { routes } from '../contract/routes'
import { type Handler, handle } from './handle'

export const healthRoutes = (health: () => Health): Handler[] => [handle(routes.health, health)]
