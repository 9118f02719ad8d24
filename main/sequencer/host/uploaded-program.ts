/** The text of a program in the sequencer's memory. A batch of another number of shots needs another text. */
import type { SequencerProfile } from '../profile/profile'
import { SequencerError } from '../program/errors'
import type { SequencerProgram } from '../program/program'
import { programText } from '../program/text'
import {
  type AsyncSha256,
  heldProgram,
  type SequencerAddress,
  type SequencerLink,
  uploadProgram,
  type WallClock,
} from './sequencer'

/** The text of a program for batches of so many shots, made beforehand. */
export interface PreparedText {
  readonly shots: number
  readonly bytes: Uint8Array
}

export interface UploadOptions {
  readonly program: SequencerProgram
  readonly profile: SequencerProfile
  readonly address: SequencerAddress
  readonly sha256: AsyncSha256
  readonly clock: WallClock
  /** Used for batches of its size: making the text of a large program takes a while. */
  readonly prepared?: PreparedText | undefined
  /** SHA-256 of the text that the same caller uploaded last: it is not sent again where the sequencer still holds it. */
  readonly uploaded_sha256?: string | undefined
}

/** The first text of a run, which its record names. */
interface FirstText {
  readonly program_sha256: string
  readonly program_bytes: number
  readonly uploaded_ms: number
}

export class UploadedProgram {
  private held: { readonly shots: number; readonly sha256: string } | null = null
  private firstText: FirstText = { program_sha256: '', program_bytes: 0, uploaded_ms: 0 }

  constructor(
    private readonly link: SequencerLink,
    private readonly options: UploadOptions,
  ) {}

  /** Empty until a batch was loaded. */
  get first(): FirstText {
    return this.firstText
  }

  /** Uploads the text for batches of so many shots unless it is there; returns its SHA-256. Throws `exceeds_profile`. */
  async load(shots: number): Promise<string> {
    if (this.held?.shots === shots) return this.held.sha256
    const { address, sha256, clock } = this.options
    const bytes = this.textFor(shots)
    const sent = (await this.stillHeld(bytes)) ?? (await uploadProgram(this.link, { address, bytes, sha256 }))
    if (this.held === null)
      this.firstText = { program_sha256: sent, program_bytes: bytes.length, uploaded_ms: clock.now_ms() }
    this.held = { shots, sha256: sent }
    return sent
  }

  private textFor(shots: number): Uint8Array {
    const { program, profile, prepared } = this.options
    const bytes = prepared?.shots === shots ? prepared.bytes : programText(program, shots)
    if (bytes.length <= profile.program_bytes) return bytes
    throw new SequencerError(
      'exceeds_profile',
      `the program has ${bytes.length} bytes, the sequencer takes ${profile.program_bytes}; take fewer rounds or gates`,
    )
  }

  /** SHA-256 of the text where the sequencer still holds it; null where it has to be sent. */
  private async stillHeld(bytes: Uint8Array): Promise<string | null> {
    const { address, sha256, uploaded_sha256 } = this.options
    if (this.held !== null || uploaded_sha256 === undefined) return null
    if ((await sha256(bytes)) !== uploaded_sha256) return null
    return (await heldProgram(this.link, address)) === uploaded_sha256 ? uploaded_sha256 : null
  }
}
