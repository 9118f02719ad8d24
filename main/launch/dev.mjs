/**
 * npm run dev: builds and starts the headless service, again after each change of main, and serves the window with hot
 * reload. Options are passed to the service, for example `npm run dev -- --data /tmp/lab --port 7600`.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { giveUp, ROOT, setUp } from './install/setup.mjs'
import { servicePaths } from './service-paths.mjs'

const WINDOW_PORT = 5173

/** @param {string} line */
const say = line => console.log(line)

/**
 * The service as a child process, one at a time.
 * @param {(url: string, text: string) => void} started called with its address and with what it prints
 */
function createService(started) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null
  let wanted = 0
  let ended = false
  /**
   * Options with the port of the first start, for later starts: the session cookie's name contains the port, so another
   * port would sign the window out.
   * @type {string[]}
   */
  let port = []

  const stop = async () => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill('SIGTERM')
    await new Promise(resolve => ending.once('exit', resolve))
  }
  const restart = async () => {
    wanted += 1
    const mine = wanted
    await stop()
    if (mine !== wanted || ended) return
    const program = join(ROOT, 'out', 'main', 'headless.js')
    const args = [program, ...process.argv.slice(2), ...port]
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout?.setEncoding('utf8').on('data', text => {
      const url = /running at (\S+)/.exec(text)?.[1]
      if (!url) return say(text.trimEnd())
      const own = new URL(url).port
      port = own === '' ? [] : ['--port', own]
      started(url, text)
    })
  }
  /** Stops for good: a build that finishes afterwards starts no service. */
  const end = async () => {
    ended = true
    await stop()
  }
  return { restart, end }
}

/**
 * Vite proxy that sends the page's calls to the service with the service's own address as origin, as it accepts no
 * other. `pointTo` sets the address, which is known once the service runs.
 */
function createProxy() {
  /** Vite's own copy of the options, which it reads at each call. @type {import('vite').ProxyOptions} */
  let live = {}
  /** @param {import('node:http').ClientRequest} request */
  const asOwnPage = request => {
    if (request.getHeader('origin')) request.setHeader('origin', String(live.target))
  }
  /** @type {import('vite').ProxyOptions} */
  const options = {
    target: 'http://127.0.0.1:7513',
    changeOrigin: true,
    ws: true,
    configure(proxy, made) {
      live = made
      proxy.on('proxyReq', asOwnPage)
      proxy.on('proxyReqWs', asOwnPage)
    },
  }
  /** @param {string} url */
  const pointTo = url => {
    live.target = url
  }
  return { options, pointTo }
}

async function main() {
  setUp(say)
  const { build, createServer, mergeConfig } = await import('vite')
  const { resolveConfig } = await import('electron-vite')
  const configs = (await resolveConfig({ root: ROOT, mode: 'development' }, 'serve', 'development')).config
  if (!configs?.main || !configs.renderer) throw new Error('electron.vite.config.ts names no main or no renderer')

  const proxy = createProxy()
  const server = await createServer(
    mergeConfig(configs.renderer, {
      configFile: false,
      server: { host: '127.0.0.1', port: WINDOW_PORT, proxy: { [servicePaths()]: proxy.options } },
    }),
  )
  await server.listen()
  const [at = `http://127.0.0.1:${WINDOW_PORT}/`] = server.resolvedUrls?.local ?? []
  const window = at.replace(/\/$/, '')
  const service = createService((address, text) => {
    proxy.pointTo(address)
    say(text.replaceAll(address, window).replace('Pentad is running', `The service is at ${address}, the window`))
  })
  const watcher = await build(
    mergeConfig(configs.main, { configFile: false, logLevel: 'warn', build: { watch: {}, emptyOutDir: false } }),
  )
  if ('on' in watcher)
    watcher.on('event', event => {
      if (event.code === 'END') void service.restart()
      if (event.code === 'ERROR') console.error(event.error.message)
    })

  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, async () => {
      await service.end()
      process.exit(0)
    })
}

main().catch(giveUp)
