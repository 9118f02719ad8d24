// One client: sends over `connections` for `warm_ms` + `ms`, each its next request after the answer, and prints the
// milliseconds that those of the last `ms` took and the statuses that were no success.
const { Agent, request } = require('node:http')
const { url, secret, method, path, body, connections, warm_ms, ms } = JSON.parse(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const { port } = new URL(url)
const length = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}
const headers = { authorization: `Bearer ${secret}`, ...length }
const times = []
const wrong = {}
const counted = performance.now() + warm_ms
const until = counted + ms

const one = () =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, reply => {
      reply.resume().on('end', () => {
        if (start >= counted) times.push(performance.now() - start)
        if (reply.statusCode >= 300) wrong[reply.statusCode] = (wrong[reply.statusCode] ?? 0) + 1
        resolve()
      })
    })
    sent.on('error', reject).end(body)
  })
const connection = async () => {
  while (performance.now() < until) await one()
}
Promise.all(Array.from({ length: connections }, connection)).then(() => console.log(JSON.stringify({ times, wrong })))
