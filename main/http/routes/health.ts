import { routes } from '../../contract/routes'
import type { Health } from '../../contract/service/health'
import { type Handler, handle } from '../request/call'

export const healthRoutes = (health: () => Health): Handler[] => [handle(routes.health, health)]
