import { createAccount } from '../../account/account'
import { commandConfig } from '../../config/environment'
import { type Flags, type Option, optionLines, readFlags, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import { type ApiKey, CreateKey, KeyParam, KeyRole, type NewKey } from '../../contract/service/account'
import { openStore } from '../../store/store'
import { type Client, runningService } from '../io/client'
import { commandNamed, splitWords } from '../io/command-words'
import { exitCodeOf } from '../io/faults'
import { FOLDER_OPTIONS, HELP_OPTION } from '../io/service-options'
import type { Terminal } from '../io/terminal'

const OPTIONS: Record<string, Option> = {
  name: { type: 'string', value: 'NAME', help: 'create: what to call the key' },
  roles: { type: 'string', value: 'A,B', help: `create: what it may do; any of ${KeyRole.options.join(', ')}` },
  ...FOLDER_OPTIONS,
  ...HELP_OPTION,
}

const HELP = `API keys for scripts, and sign-in links for browsers.

Usage: npm run keys -- create --name ci --roles jobs,qec,entropy
       npm run keys -- list
       npm run keys -- rotate KEY_ID      new secret, same id; the old secret ends at once
       npm run keys -- revoke KEY_ID      for good
       npm run keys -- link               a fresh sign-in link of the running service

${optionLines(OPTIONS)}

A new secret is printed once, alone on stdout, and cannot be shown again.`

/** Access to the keys, in the opened data folder or through the service that holds it. */
interface KeyKeeper {
  list(): Promise<ApiKey[]>
  create(request: CreateKey): Promise<NewKey>
  rotate(key_id: string): Promise<NewKey>
  revoke(key_id: string): Promise<ApiKey>
}

interface KeysCall {
  readonly flags: Flags
  readonly key_id: string
  readonly data: string
  readonly terminal: Terminal
}

const COMMANDS: Record<string, { takesId: boolean; run(call: KeysCall): Promise<void> }> = {
  create: {
    takesId: false,
    run: ({ flags, data, terminal }) => {
      const request = keyRequest(flags)
      return withKeys(data, async keys => printSecret(await keys.create(request), 'created', terminal))
    },
  },
  list: {
    takesId: false,
    run: ({ data, terminal }) => withKeys(data, async keys => printList(await keys.list(), terminal)),
  },
  rotate: {
    takesId: true,
    run: ({ key_id, data, terminal }) =>
      withKeys(data, async keys => printSecret(await keys.rotate(key_id), 'rotated', terminal)),
  },
  revoke: {
    takesId: true,
    run: ({ key_id, data, terminal }) =>
      withKeys(data, async keys => terminal.say(`Key "${(await keys.revoke(key_id)).name}" is revoked.`)),
  },
  link: {
    takesId: false,
    run: async ({ data, terminal }) => {
      const service = runningService(data)
      if (!service) throw new AppError('not_found', `No service runs on ${data}: start one with npm start.`)
      terminal.out((await service.call(routes.createSignInLink)).url)
    },
  },
}

/** Runs `npm run keys`; returns the exit code. */
export async function runKeys(argv: readonly string[], source: Omit<ConfigSource, 'argv'>, terminal: Terminal) {
  try {
    const { words, options } = splitWords(argv)
    const flags = readFlags(options, OPTIONS)
    if (flags.help) {
      terminal.out(HELP)
      return 0
    }
    const { command, key_id } = chosen(words)
    await command.run({ flags, key_id, data: commandConfig(flags, source).data, terminal })
    return 0
  } catch (error) {
    return exitCodeOf(error, ({ message }) => terminal.say(message))
  }
}

function chosen([name, ...rest]: readonly string[]) {
  const command = commandNamed(COMMANDS, name)
  if (rest.length !== (command.takesId ? 1 : 0))
    throw new UsageError(
      command.takesId ? `Say which key: keys ${name} KEY_ID. See keys list.` : `keys ${name} takes options only.`,
    )
  if (command.takesId && !KeyParam.shape.key_id.safeParse(rest[0]).success)
    throw new UsageError(`"${rest[0]}" is not a key id. See keys list.`)
  return { command, key_id: rest[0] ?? '' }
}

function keyRequest({ name, roles }: Flags): CreateKey {
  if (typeof name !== 'string' || typeof roles !== 'string')
    throw new UsageError('A key needs a name and roles: keys create --name ci --roles jobs,qec')
  const words = roles.split(',').map(word => word.trim())
  const wrong = words.find(word => !KeyRole.safeParse(word).success)
  if (wrong !== undefined)
    throw new UsageError(`There is no role "${wrong}". The roles are ${KeyRole.options.join(', ')}.`)
  const request = CreateKey.safeParse({ name, roles: [...new Set(words)] })
  if (!request.success) throw new UsageError(`--name cannot be "${name}": ${request.error.issues[0]?.message}`)
  return request.data
}

/** Opens the data folder; when a service holds it, calls that service instead. */
async function withKeys(data: string, use: (keys: KeyKeeper) => Promise<void>): Promise<void> {
  const store = openUnlessHeld(data)
  if (!store) return use(remote(serviceOn(data)))
  try {
    const { keys } = createAccount({ store, now: Date.now })
    await use({
      list: async () => keys.list(),
      create: async request => keys.create(request),
      rotate: async key_id => keys.rotate(key_id),
      revoke: async key_id => keys.revoke(key_id),
    })
  } finally {
    store.close()
  }
}

function openUnlessHeld(data: string) {
  try {
    return openStore({ dataDir: data })
  } catch (error) {
    if (error instanceof AppError && error.details.reason === 'data_folder_locked') return null
    throw error
  }
}

function serviceOn(data: string): Client {
  const service = runningService(data)
  if (service) return service
  throw new AppError(
    'conflict',
    `Another process holds ${data} but does not say where it listens. Try again in a moment.`,
  )
}

const remote = (service: Client): KeyKeeper => ({
  list: async () => (await service.call(routes.listKeys)).items,
  create: body => service.call(routes.createKey, { body }),
  rotate: key_id => service.call(routes.rotateKey, { params: { key_id } }),
  revoke: key_id => service.call(routes.revokeKey, { params: { key_id } }),
})

function printSecret(key: NewKey, verb: string, { out, say }: Terminal): void {
  say(
    `Key "${key.name}" (${key.key_id}) is ${verb}, with the roles ${key.roles.join(', ')}. Its secret, shown only now:`,
  )
  out(key.secret)
}

function printList(keys: readonly ApiKey[], { out, say }: Terminal): void {
  if (keys.length === 0) say('No keys yet.')
  for (const { key_id, prefix, name, roles, last_used_at, revoked_at } of keys) {
    const use = revoked_at ? `revoked ${revoked_at}` : `last used ${last_used_at ?? 'never'}`
    out([key_id, `${prefix}…`, name, roles.join(','), use].join('  '))
  }
}
