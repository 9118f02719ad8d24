import type { TaskContext } from '../../../worker/runner'
import { VerificationFault } from './causes'
import { type TextFindings, type TextVerification, verifyTexts } from './verify-texts'

/** Verification tasks of threads. */
export const verificationTasks = {
  /** Verifies texts; returns the message of the fault where the given keys cannot be read. */
  verifyTexts: async (
    work: TextVerification,
    { checkpoint }: TaskContext,
  ): Promise<TextFindings | { readonly unreadable_key: string }> => {
    try {
      return await verifyTexts(work, checkpoint)
    } catch (error) {
      if (error instanceof VerificationFault) return { unreadable_key: error.message }
      throw error
    }
  },
}
export type VerificationTasks = typeof verificationTasks
