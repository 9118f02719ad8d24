import { routes } from '../../../../main/contract/routes'
import { labRecordsRoutes } from '../../../../main/contract/routes/lab-records'

const PATHS = new Set<string>(Object.values(routes).map(({ path }) => path))

/** Whether the service keeps logs, readings and alarms of the lab: without, what shows them is left out. */
export const KEEPS_RECORDS = Object.values(labRecordsRoutes).every(({ path }) => PATHS.has(path))
