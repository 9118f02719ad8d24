/** Connects each route with the function that answers it. */
import type { SignInLinks } from '../account/sign-in-links'
import { moduleReadout } from '../circuit-templates/module-readout'
import { circuitTemplates, templateText } from '../circuit-templates/templates'
import type { Health } from '../contract/service/health'
import { createKeyChanges } from '../entropy/issuing/operations/key-changes'
import { createVerification } from '../entropy/issuing/operations/verification'
import type { EntropySupply } from '../entropy/supply/supply'
import type { Handler } from '../http/request/call'
import { accountHandlers } from '../http/routes/account'
import { backendHandlers } from '../http/routes/backends'
import { circuitHandlers, savedCircuitHandlers, templateHandlers } from '../http/routes/circuits'
import { entropyHandlers } from '../http/routes/entropy'
import { evidenceHandlers } from '../http/routes/evidence'
import { instrumentHandlers } from '../http/routes/instruments'
import { jobHandlers } from '../http/routes/jobs'
import { labHandlers } from '../http/routes/lab'
import { labRecordHandlers } from '../http/routes/lab-records'
import { driftHandlers, faultHandlers, moduleHandlers } from '../http/routes/modules'
import { runHandlers } from '../http/routes/runs'
import { healthHandlers, sessionHandlers } from '../http/routes/service'
import { studyHandlers } from '../http/routes/studies'
import { createCurrentChanges } from '../modules/drift/snapshot-changes'
import type { Modules } from '../modules/model/module'
import { createSavedCircuits } from '../saved-circuits/saved-circuits'
import type { LabCatalogue } from './catalogue'
import type { Foundation } from './foundation'
import type { Issuing } from './issuing'
import { circuitTexts, type LargeBodies } from './large-bodies'
import type { Machine } from './machine'
import type { WorkQueues } from './work'

export interface ServedParts {
  readonly foundation: Foundation
  readonly catalogue: LabCatalogue
  readonly machine: Machine
  readonly work: WorkQueues
  readonly issuing: Issuing
  readonly supply: EntropySupply
  readonly readHealth: () => Health
  readonly signInLinks: SignInLinks
}

export const handlersOf = (parts: ServedParts, large: LargeBodies): Handler[] => [
  ...healthHandlers(parts.readHealth),
  ...sessionHandlers(parts.foundation.account, parts.signInLinks.create),
  ...accountHandlers(parts.foundation.account),
  ...catalogueHandlers(parts, large),
  ...circuitsHandlers(parts, large),
  ...jobHandlers(parts.work.jobs, large.submission),
  ...runHandlers(parts.work.runs),
  ...studyHandlers(parts.work.studies),
  ...instrumentHandlers(parts.machine.instruments),
  ...labHandlers(parts.machine.instruments),
  ...labRecordHandlers(parts.machine.kept),
  ...randomBytesHandlers(parts),
]

const catalogueHandlers = ({ catalogue: { backends, modules, drifts } }: ServedParts, large: LargeBodies) => [
  ...backendHandlers(backends, createCurrentChanges({ backends, drifts }), large),
  ...moduleHandlers(modules),
  ...faultHandlers(modules),
  ...driftHandlers(drifts),
]

const circuitsHandlers = ({ foundation: { store, pools, now }, catalogue }: ServedParts, large: LargeBodies) => [
  ...circuitHandlers(circuitTexts(pools.reading, large)),
  ...templateHandlers({ list: circuitTemplates, text: templateText, readout: readoutOf(catalogue.modules) }),
  ...savedCircuitHandlers(createSavedCircuits({ store, now })),
]

const readoutOf =
  (modules: Modules): Parameters<typeof templateHandlers>[0]['readout'] =>
  async (backend_id, logical_id, { logical, owner }) =>
    moduleReadout((await modules.resolve(backend_id, logical_id, owner)).module, logical)

function randomBytesHandlers({ foundation, issuing, supply }: ServedParts): Handler[] {
  const keyChanges = createKeyChanges({ ...issuing, audit: supply.audit.add, now: foundation.now })
  const verify = createVerification({ ...issuing, runner: foundation.pools.reading })
  return [...entropyHandlers(supply), ...evidenceHandlers({ ...issuing, keyChanges, verify })]
}
