import { routes } from '../../../main/contract/routes'

const SERVED = new Set<string>(Object.values(routes).map(({ tag }) => tag))

/** Whether the service has routes with this tag; a page without any would be empty. */
export const hasRoutes = (tag: string): boolean => SERVED.has(tag)
