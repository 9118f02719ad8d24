import type { VerificationReply, VerificationRequest } from '../../../contract/entropy/verification'
import { AppError } from '../../../contract/model/errors'
import type { Runner, WorkContext } from '../../../worker/runner'
import type { VerificationTasks } from '../../evidence/verifier/tasks'
import type { Beacon } from '../beacon/beacon'
import type { Checkpoints } from '../book/checkpoints'

interface VerificationParts {
  readonly checkpoints: Pick<Checkpoints, 'keys'>
  readonly beacon: Pick<Beacon, 'info' | 'certificate'>
  /** Where signatures are checked: milliseconds each. */
  readonly runner: Runner<VerificationTasks>
}

export type Verify = (request: VerificationRequest, owner: WorkContext) => Promise<VerificationReply>

/** Verifies documents by the keys that an auditor trusts, and by the keys of this service only where the request asks for it. */
export const createVerification =
  ({ checkpoints, beacon, runner }: VerificationParts): Verify =>
  async (request, owner) => {
    const { certificate_id } = beacon.info()
    const service = request.trust_service
      ? {
          keys: await checkpoints.keys(),
          certificate_pem: certificate_id === null ? null : beacon.certificate(certificate_id),
        }
      : null
    const found = await runner.run('verifyTexts', { request, service }, owner)
    if ('unreadable_key' in found)
      throw new AppError('invalid_request', `A key that is to be trusted cannot be read: ${found.unreadable_key}`, {
        faults: [{ pointer: '/keys', message: 'give key ids, ids of certificates, or the text of a file with keys' }],
      })
    return {
      verified: found.exit === 0,
      ...found,
      trusted: {
        service_keys: service?.keys.keys.map(({ kid }) => kid) ?? [],
        service_certificate: service ? certificate_id : null,
        given: request.keys.length,
      },
    }
  }
