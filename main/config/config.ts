/**
 * The operating system's keyring. Both functions throw when it is locked; `open` also throws on bytes it did not seal.
 */
export interface Keyring {
  seal(text: string): Uint8Array
  open(sealed: Uint8Array): string
}

/** Settings of the service. Every host builds one; nothing reads the environment after that. */
export interface Config {
  readonly host: 'headless' | 'electron'
  readonly version: string
  /** 0 picks a free port. */
  readonly port: number
  /** Folder of the database, bulk files, endpoint.json. Created when missing. */
  readonly data: string
  /** The folder that comes with the program: drivers, sequencer profiles, labs. */
  readonly resources: string
  /** Lab profile file. */
  readonly lab: string
  /** Device profile files in addition to the lab's. */
  readonly devices: readonly string[]
  /** The path segment in place of `svc`. */
  readonly segment: string
  /** Address under which others reach the service, without a slash at its end; null or left out: the one it listens on. */
  readonly public_url?: string | null
  /** Built interface to serve, null when there is none (commands, tests). */
  readonly interface_dir: string | null
  readonly log_level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Native binding of better-sqlite3 for Electron, null for the one Node finds. */
  readonly sqlite_binding: string | null
  /**
   * Seals the passphrase of the signing keys; null or left out: the passphrase is in a file that only its owner can
   * read.
   */
  readonly keyring?: Keyring | null
  /** Checks every reply against its contract (tests and development); left out: no. */
  readonly check_replies?: boolean
}
