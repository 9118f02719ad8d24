/** The operating system's keyring. Both throw where it is locked, or does not know what it is given. */
export interface Keyring {
  seal(text: string): Uint8Array
  open(sealed: Uint8Array): string
}

/** What the service is started with; every host builds one of these and nothing reads the environment after that. */
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
  /** Further device profiles, added to the lab's. */
  readonly devices: readonly string[]
  /** The path segment that stands for `svc`. */
  readonly segment: string
  /** Address under which others reach the service, without a slash at its end; null or left out: the one it listens on. */
  readonly public_url?: string | null
  /** Built interface to serve, null when there is none (commands, tests). */
  readonly interface_dir: string | null
  readonly log_level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Native binding of better-sqlite3 for Electron, null for the one Node finds. */
  readonly sqlite_binding: string | null
  /** For the passphrase of the signing keys; null or left out: it lies in a file that only its owner reads. */
  readonly keyring?: Keyring | null
  /** Hold every reply against its contract (tests and development); left out: no. */
  readonly check_replies?: boolean
}
