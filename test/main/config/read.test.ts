import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultConfigFile } from '../../../main/config/config-file.mjs'
import { applicationFolder, dataFolder } from '../../../main/config/folders'
import { closestName, HELP, OPTIONS, readFlags, UsageError } from '../../../main/config/options.mjs'
import { readConfig, versionOf } from '../../../main/config/read'

const ROOT = resolve(import.meta.dirname, '../../..')
let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pentad-config-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const read = (argv: string[], env: Record<string, string> = {}) =>
  readConfig({ argv, env, cwd: home, root: ROOT, host: 'headless', platform: 'linux', home })

function writeConfig(content: unknown, path = join(home, '.config', 'pentad', 'config.json')): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('the config', () => {
  it('has a default for everything', () => {
    expect(read([])).toMatchObject({
      host: 'headless',
      version: versionOf(ROOT),
      port: 7513,
      data: join(home, '.local/share/pentad'),
      lab: join(ROOT, 'resources/labs/demo.json'),
      devices: [],
      segment: 'svc',
      log_level: 'warn',
      sqlite_binding: null,
    })
  })

  it('takes a flag over the environment, that over the file, that over the default', () => {
    writeConfig({ port: 1000, segment: 'file', log_level: 'info', data: 'here' })
    const config = read(['--port', '3000'], { PENTAD_PORT: '2000', PENTAD_SEGMENT: 'env' })
    expect(config).toMatchObject({ port: 3000, segment: 'env', log_level: 'info' })
    expect(config.data).toBe(join(home, '.config/pentad/here'))
    expect(config.devices).toEqual([])
  })

  it('takes every option from every source', () => {
    const wanted = {
      port: 0,
      data: '/d',
      lab: '/l',
      devices: ['/a', '/b'],
      segment: 's',
      log_level: 'debug',
      public_url: 'https://lab.example/pentad',
    }
    const flags =
      '--port 0 --data /d --lab /l --device /a --device /b --segment s --log-level debug --public-url https://lab.example/pentad'.split(
        ' ',
      )
    const env = {
      PENTAD_PORT: '0',
      PENTAD_DATA: '/d',
      PENTAD_LAB: '/l',
      PENTAD_DEVICES: '/a,/b',
      PENTAD_SEGMENT: 's',
      PENTAD_LOG_LEVEL: 'debug',
      PENTAD_PUBLIC_URL: 'https://lab.example/pentad',
    }
    expect(read(flags)).toMatchObject(wanted)
    expect(read([], env)).toMatchObject(wanted)
    expect(read(['--config', writeConfig(wanted, join(home, 'other.json'))])).toMatchObject(wanted)
    expect(read([], { PENTAD_CONFIG: 'other.json' })).toMatchObject(wanted)
  })

  it.each([
    [['--prot', '1'], /Unknown option --prot\. Did you mean --port\?/],
    [['--head-less'], /Did you mean --headless\?/],
    [['-x'], /Unknown option -x/],
    [['seven'], /Unexpected argument 'seven'/],
    [['--port'], /--port needs a value behind it/],
    [['--port', 'http'], /--port cannot be "http"/],
    [['--port', '65536'], /--port cannot be 65536/],
    [['--port', '-1'], /--port/],
    [['--port', '1e3'], /--port cannot be "1e3"/],
    [['--log-level', 'loud'], /--log-level cannot be "loud"/],
    [['--public-url', 'ftp://lab.example'], /--public-url cannot be "ftp/],
    [['--public-url', 'https://lab.example/'], /--public-url cannot be .*slash at its end/],
    [['--segment', 'a/b'], /--segment cannot be "a\/b": letters/],
    [['--config', 'missing.json'], /missing\.json cannot be read/],
  ])('refuses %j in words', (argv, message) => {
    expect(() => read(argv)).toThrow(UsageError)
    expect(() => read(argv)).toThrow(message)
  })

  it('names the environment variable that is wrong', () => {
    expect(() => read([], { PENTAD_PORT: 'x' })).toThrow(/PENTAD_PORT cannot be "x"/)
    expect(() => read([], { PENTAD_HEADLESS: 'perhaps' })).toThrow(/PENTAD_HEADLESS cannot be "perhaps"/)
  })

  it.each([
    ['{ "prot": 1 }', /unknown field "prot"\. Did you mean "port"\?/],
    ['{ "port": "7" }', /config\.json \/port cannot be "7"/],
    ['{ port: 1 }', /config\.json cannot be read/],
    ['[]', /must hold one JSON object/],
  ])('names the config file and the field that is wrong in %s', (content, message) => {
    writeConfig(content)
    expect(() => read([])).toThrow(message)
  })
})

describe('folders', () => {
  const at = (platform: NodeJS.Platform, env = {}) => ({ platform, home: '/h', env })
  it('follow the platform', () => {
    expect(dataFolder(at('linux'))).toBe('/h/.local/share/pentad')
    expect(dataFolder(at('linux', { XDG_DATA_HOME: '/x' }))).toBe('/x/pentad')
    expect(dataFolder(at('darwin'))).toBe('/h/Library/Application Support/Pentad')
    expect(dataFolder(at('win32', { LOCALAPPDATA: '/l' }))).toBe('/l/Pentad')
    expect(defaultConfigFile(at('linux', { XDG_CONFIG_HOME: '/c' }))).toBe('/c/pentad/config.json')
  })

  it('find the application from any folder inside it', () => {
    expect(applicationFolder(join(ROOT, 'main', 'config'))).toBe(ROOT)
    expect(() => applicationFolder('/')).toThrow(/not complete/)
  })
})

it('the help names every option and its environment variable', () => {
  for (const [name, { env }] of Object.entries(OPTIONS)) {
    expect(HELP).toContain(`--${name}`)
    if (env) expect(HELP).toContain(env)
  }
})

it('options take numbers below zero, and say how any other text with a dash before it is written', () => {
  const options = { after: { type: 'string', help: '' }, json: { type: 'boolean', help: '' } } as const
  expect(readFlags(['--json', '--after', '-1.5'], options)).toMatchObject({ json: true, after: '-1.5' })
  for (const argv of [['--after', '--json'], ['--after', '-x'], ['--after']])
    expect(() => readFlags(argv, options)).toThrow(
      '--after needs a value behind it; one that begins with a dash is written --after=-…',
    )
  expect(() => readFlags(['--json', '-1'], options)).toThrow(UsageError)
})

it('the nearest option takes the fewest edits', () => {
  expect(closestName('versoin', ['help', 'version', 'port'])).toBe('version')
})
