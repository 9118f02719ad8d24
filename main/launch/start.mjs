/** npm start: sets up what is missing, then opens the workstation in a window, or headless where no window can open. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { chosenConfigFile } from '../config/config-file.mjs'
import { HELP, OPTIONS, readFlags } from '../config/options.mjs'
import { chooseHost, electronBinary, electronCanBeFetched, electronStarts } from './host.mjs'
import { ensureElectronSqlite } from './install/electron-sqlite.mjs'
import { giveUp, ROOT, setUp } from './install/setup.mjs'
import { runInForeground } from './run.mjs'

const argv = process.argv.slice(2)
/** @param {string} line */
const say = line => console.log(line)

async function main() {
  const flags = readFlags(argv, OPTIONS)
  if (flags.help) return say(HELP)
  if (flags.version) return say(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version)
  setUp(say)
  const { program, args } = await hostProgram(wantsHeadless(flags))
  process.exitCode = await runInForeground(program, args)
}

/** @param {boolean} headlessAsked */
async function hostProgram(headlessAsked) {
  const choice = await chooseHost({
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    env: process.env,
    headless: headlessAsked,
    binary: () => electronBinary(ROOT, process.env),
    canFetch: () => electronCanBeFetched(process.env),
    starts: electronStarts,
  })
  if (choice.host === 'headless') return headless(choice.why)
  const binary = choice.host === 'electron' ? choice.binary : fetchElectron()
  if (!binary) return headless('Electron could not be fetched.')
  if (!ensureElectronSqlite(ROOT, say)) return headless('The database engine could not be built for Electron.')
  return { program: binary, args: [ROOT, ...argv] }
}

/** @param {string} why */
function headless(why) {
  say(`${why} Serving the interface to a browser instead of opening a window.`)
  return { program: process.execPath, args: [join(ROOT, 'out', 'main', 'headless.js'), ...argv] }
}

function fetchElectron() {
  say('Fetching Electron (about 110 MB, once) ...')
  const installer = join(ROOT, 'node_modules', 'electron', 'install.js')
  spawnSync(process.execPath, [installer], { stdio: 'ignore', timeout: 600_000 })
  return electronBinary(ROOT, process.env)
}

/**
 * Reads the setting as the service does: flag, environment, config file. A wrong value or file is left for the service
 * to refuse.
 */
function wantsHeadless(/** @type {Record<string, unknown>} */ { headless, config }) {
  if (headless) return true
  const { PENTAD_HEADLESS, INIT_CWD } = process.env
  if (PENTAD_HEADLESS) return /^(1|true|yes)$/.test(PENTAD_HEADLESS)
  const { platform, env } = process
  const file = chosenConfigFile(config, { platform, env, home: homedir(), cwd: INIT_CWD ?? process.cwd() })
  try {
    return file !== null && JSON.parse(readFileSync(file, 'utf8')).headless === true
  } catch {
    return false
  }
}

main().catch(giveUp)
