/** Options that select the data folder and the service of a command. */
import type { Flags, Option } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import type { KeyRole } from '../../contract/service/account'

/** `--help`, which every command has. */
export const HELP_OPTION = { help: { type: 'boolean', help: 'show this and stop' } } as const satisfies Record<
  string,
  Option
>

/** `--data` and `--config`. */
export const FOLDER_OPTIONS = {
  data: { type: 'string', value: 'FOLDER', env: 'PENTAD_DATA', help: "data folder (the user's own data folder)" },
  config: { type: 'string', value: 'FILE', env: 'PENTAD_CONFIG', help: 'config file, as for npm start' },
} as const satisfies Record<string, Option>

/** Options `--url`, and `--key` of a key with the given role. */
export const serviceOptions = (role: KeyRole | `${KeyRole} (${string})`) =>
  ({
    url: { type: 'string', value: 'URL', help: 'use the service at this address' },
    key: { type: 'string', value: 'SECRET', env: 'PENTAD_KEY', help: `API key with the role ${role}, for --url` },
  }) as const satisfies Record<string, Option>

/** The flag as text; undefined without it. */
export const flagText = (flags: Flags, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** Values of `--url`, and of `--key` or PENTAD_KEY. */
export const serviceAt = (flags: Flags, env: ConfigSource['env']) => ({
  url: flagText(flags, 'url'),
  key: flagText(flags, 'key') ?? env.PENTAD_KEY,
})
