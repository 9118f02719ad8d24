import { insufficient, type Ledger, microOf } from '../../account/ledger'
import type { Backend } from '../../contract/backends/catalogue'
import type { CallOwner } from '../../worker/runner'
import type { Executor, Executors } from '../model/executor'
import { type Admitted, priceOf } from './new-jobs'
import type { Submission } from './submission'
import { validateSubmit } from './validation'

export interface Admission {
  /** Checks the balance before the device: 402 comes before 409. Throws why the jobs cannot run. */
  admit(submission: Submission, asker: CallOwner): Promise<Admitted>
  /** The same without a look at the balance. */
  admitUnpaid(submission: Submission, asker: CallOwner): Promise<Admitted>
  /** Throws `insufficient_tokens`. */
  refuseUnpayable(submission: Submission, backend: Backend): void
}

interface AdmissionOptions {
  /** Throws AppError not_found for an unknown backend. */
  readonly backends: { get(backend_id: string): Backend }
  readonly executors: Executors
  readonly ledger: Pick<Ledger, 'balance'>
}

/** Whether a submit can run: its backend, who executes it there, its circuits, its price. */
export function createAdmission({ backends, executors, ledger }: AdmissionOptions): Admission {
  function refuseUnpayable({ request, circuits }: Submission, backend: Backend): void {
    const required = priceOf(backend) * request.shots * circuits.length
    if (required === 0) return
    const available = microOf(ledger.balance('compute_token').available)
    if (required > available) throw insufficient(required, available)
  }

  function payableExecutor(backend: Backend, submission: Submission): Executor {
    try {
      return executors(backend)
    } catch (error) {
      refuseUnpayable(submission, backend)
      throw error
    }
  }

  const checked =
    (executorFor: (backend: Backend, submission: Submission) => Executor) =>
    async (submission: Submission, asker: CallOwner): Promise<Admitted> => {
      const backend = backends.get(submission.request.backend)
      const options = await validateSubmit(submission, backend, executorFor(backend, submission), asker)
      return { submission, backend, options }
    }

  return { admit: checked(payableExecutor), admitUnpaid: checked(executors), refuseUnpayable }
}
