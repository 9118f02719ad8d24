import { routes } from '../../../main/contract/routes'

const SERVED = new Set<string>(Object.values(routes).map(({ tag }) => tag))

/** Whether the service has routes of this tag: a page without any would only say that nothing is there. */
export const hasRoutes = (tag: string): boolean => SERVED.has(tag)
