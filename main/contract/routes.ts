/** The one route table: handlers, OpenAPI document, typed client and completeness test all come from it. */
import { accountRoutes } from './routes/account'
import { backendsRoutes } from './routes/backends'
import { circuitsRoutes } from './routes/circuits'
import { evidenceRoutes } from './routes/entropy/evidence'
import { entropyRoutes } from './routes/entropy/supply'
import { instrumentsRoutes } from './routes/instruments'
import { jobsRoutes } from './routes/jobs'
import { labRoutes } from './routes/lab'
import { labRecordsRoutes } from './routes/lab-records'
import { modulesRoutes } from './routes/modules'
import { runsRoutes } from './routes/runs'
import { serviceRoutes } from './routes/service'
import { studiesRoutes } from './routes/studies'

export const routes = {
  ...serviceRoutes,
  ...accountRoutes,
  ...backendsRoutes,
  ...modulesRoutes,
  ...studiesRoutes,
  ...runsRoutes,
  ...circuitsRoutes,
  ...jobsRoutes,
  ...instrumentsRoutes,
  ...labRoutes,
  ...labRecordsRoutes,
  ...entropyRoutes,
  ...evidenceRoutes,
} as const
