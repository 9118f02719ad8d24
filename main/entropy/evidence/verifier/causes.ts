/** Why a verification fails, and the exit code of the command for each. 0 is success, 1 an error of the program, 2 a wrong call. */
export const CAUSES = {
  input_unreadable: { exit: 10, means: 'the file cannot be opened or read' },
  input_malformed: { exit: 11, means: 'it is cut off, no strict JSON, or a field has a wrong form' },
  input_unknown: { exit: 12, means: 'it is none of the kinds of evidence that are known here' },
  input_too_large: { exit: 13, means: 'a document is larger than any evidence' },
  input_empty: { exit: 14, means: 'there is nothing to verify' },
  key_unknown: { exit: 20, means: 'the record of the key that signed is missing' },
  key_invalid: { exit: 21, means: 'the record of the key holds another key' },
  key_not_trusted: { exit: 22, means: 'the key is not among those given by --key, nor endorsed by one of them' },
  key_revoked: { exit: 23, means: 'the key was revoked' },
  key_outside_validity: { exit: 24, means: 'the key was not valid when it signed' },
  certificate_not_trusted: {
    exit: 25,
    means: 'the beacon’s certificate is neither given by --key nor confirmed by a trusted key',
  },
  signature_invalid: { exit: 30, means: 'the signature of a receipt does not verify' },
  commitment_mismatch: { exit: 31, means: 'the bytes and salt are not those that the receipt commits to' },
  receipt_chain_broken: { exit: 32, means: 'receipts are missing, repeated, replaced or out of order' },
  checkpoint_invalid: { exit: 40, means: 'a checkpoint is not signed by its log and a trusted key' },
  inclusion_invalid: { exit: 41, means: 'the proof does not lead from the receipt to the checkpoint' },
  consistency_invalid: { exit: 42, means: 'the older log is not the beginning of the newer one' },
  log_root_mismatch: { exit: 43, means: 'the entries of the log do not hash to the checkpoint' },
  log_entry_mismatch: { exit: 44, means: 'the log holds something else where the receipt says it stands' },
  log_incomplete: { exit: 45, means: 'files of the log are missing or damaged' },
  export_incomplete: { exit: 46, means: 'files of an export are missing, or not as they were exported' },
  pulse_output_mismatch: { exit: 50, means: 'the output is not the hash of the pulse' },
  pulse_signature_invalid: { exit: 51, means: 'the RSA signature of a pulse does not verify' },
  pulse_certificate_mismatch: { exit: 52, means: 'the certificate that the pulse names is missing' },
  pulse_link_mismatch: { exit: 53, means: 'a link leads to another pulse than it must' },
  pulse_precommitment_mismatch: { exit: 54, means: 'a value is not the one that the pulse before committed to' },
  pulse_time_wrong: { exit: 55, means: 'the time of a pulse is not the one that its period demands' },
  pulse_status_wrong: { exit: 56, means: 'the status of a pulse contradicts the pulses before it' },
  pulse_missing: { exit: 57, means: 'pulses are missing, repeated or out of order' },
  pulse_composite_invalid: { exit: 58, means: 'the composite signature beside a pulse does not verify' },
} as const satisfies Record<string, { exit: number; means: string }>

export type FailureCause = keyof typeof CAUSES

/** A verification that failed, for one cause. */
export class VerificationFault extends Error {
  override readonly name = 'VerificationFault'
  constructor(
    readonly cause_code: FailureCause,
    message: string,
  ) {
    super(message)
  }
}
