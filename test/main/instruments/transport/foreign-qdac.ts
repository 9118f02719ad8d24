/**
 * A QDAC-II as its manual describes it, in a process of its own on TCP: SCPI-99 with short and long mnemonics in any case, numeric
 * suffixes, channel lists, figures in exponents, an error queue. Nothing of it comes from the driver file or the twin.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const SOURCE = `
const { createServer } = require('node:net')
const channels = Array.from({ length: 24 }, () => ({ volt: 0, slew: 2e7, range: 'HIGH' }))
const errors = []
const fail = (code, text) => { errors.push(code + ',"' + text + '"'); return null }
// A mnemonic is its capitals or the whole of it.
const is = (word, pattern) => [pattern, pattern.replace(/[a-z]+/g, '')].some(form => form.toUpperCase() === word.toUpperCase())
const figure = value => value.toExponential(6).toUpperCase()
function source(number, path, isQuery, argument) {
  const channel = channels[number - 1]
  if (!channel) return fail(-114, 'Header suffix out of range')
  const [head, next] = path
  if (is(head, 'RANGe')) {
    if (isQuery) return channel.range
    if (!/^(LOW|HIGH)$/i.test(argument)) return fail(-224, 'Illegal parameter value')
    channel.range = argument.toUpperCase()
    return null
  }
  if (!is(head, 'VOLTage')) return fail(-113, 'Undefined header')
  if (next !== undefined && is(next, 'LAST')) return isQuery ? figure(channel.volt) : fail(-113, 'Undefined header')
  const key = next === undefined ? 'volt' : is(next, 'SLEW') ? 'slew' : null
  if (key === null) return fail(-113, 'Undefined header')
  if (isQuery) return figure(channel[key])
  const value = Number(argument)
  if (argument === '' || !Number.isFinite(value)) return fail(-104, 'Data type error')
  const most = key === 'slew' ? 2e7 : channel.range === 'LOW' ? 2 : 10
  if (Math.abs(value) > most) return fail(-222, 'Data out of range')
  channel[key] = value
  return null
}
function carryOut(line) {
  const [, header = '', query = '', argument = ''] = /^:?([*A-Za-z0-9:]+)(\\?)?\\s*(.*?)\\s*$/.exec(line) ?? []
  const isQuery = query === '?'
  if (/^\\*IDN$/i.test(header) && isQuery) return 'QDevil, QDAC-II, 83, 13-1.57'
  const path = header.split(':')
  const [, root = '', suffix = '1'] = /^([A-Za-z]+)(\\d*)$/.exec(path[0]) ?? []
  if (is(root, 'SOURce')) return source(Number(suffix || 1), path.slice(1), isQuery, argument)
  if (is(root, 'READ') && isQuery) {
    const list = /^\\(@([\\d,]+)\\)$/.exec(argument)
    return list ? list[1].split(',').map(() => figure(1.5e-9)).join(',') : fail(-109, 'Missing parameter')
  }
  if (is(root, 'SYSTem') && is(path[1] ?? '', 'ERRor') && isQuery) {
    if (is(path[2] ?? '', 'COUNt')) return String(errors.length)
    return errors.splice(0).join(',') || '0,"No error"'
  }
  return fail(-113, 'Undefined header')
}
createServer(socket => {
  let text = ''
  socket.on('data', bytes => {
    text += bytes
    const lines = text.split('\\n')
    text = lines.pop()
    for (const line of lines) {
      const answer = carryOut(line.trim())
      if (answer !== null) socket.write(answer + '\\n')
    }
  })
  socket.on('error', () => socket.destroy())
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })
`

export async function openForeignQdac(): Promise<{ readonly port: number; end(): void }> {
  const child = spawn(process.execPath, ['-e', SOURCE], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the instrument ended with ${code}`)))
    createInterface(child.stdout).once('line', line => resolve(Number(line)))
  })
  return { port, end: () => void child.kill('SIGKILL') }
}
