/** Most specific first: the User-Agent of most browsers names others too. */
const BROWSERS = [
  ['Electron', /Electron\/(\d+)/],
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Chromium', /(?:Headless)?Chrom(?:e|ium)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
] as const

const SYSTEMS = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** A User-Agent as "Firefox 140 on Linux"; of an unknown browser, the first 40 characters. */
export function browserName(agent: string): string {
  if (agent === '') return 'unnamed'
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0]
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(agent)?.[1]
    if (version !== undefined) return `${name} ${version}${system ? ` on ${system}` : ''}`
  }
  return agent.slice(0, 40)
}
