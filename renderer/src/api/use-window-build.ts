/** Detects that the service serves a newer build of the window: Pentad may be updated while a window is open. */
import { useCallback, useEffect, useState } from 'react'

/** `replaced`: another build is served. `incomplete`: a part could not be loaded, and no other build was found. */
export type WindowBuild = 'current' | 'replaced' | 'incomplete'

/** Event that Vite sends when a part that is loaded on first use could not be loaded. */
const PART_MISSING = 'vite:preloadError'

/** Address of the script in the window's HTML, which identifies its build; null where there is none. */
const entryOf = (html: string): string | null => /<script\b[^>]*\bsrc="(?<src>[^"]+)"/.exec(html)?.groups?.src ?? null

const entryHere = (): string | null => document.querySelector('script[src]')?.getAttribute('src') ?? null

/** Whether another build is served; false where the service does not tell. */
async function isReplaced(): Promise<boolean> {
  try {
    const reply = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } })
    const served = reply.ok ? entryOf(await reply.text()) : null
    return served !== null && served !== entryHere()
  } catch {
    return false
  }
}

/** Checks the build after a restart of the service, and when a part of the window could not be loaded. */
export function useWindowBuild(started_at: string | undefined): WindowBuild {
  const [build, setBuild] = useState<WindowBuild>('current')
  const [known, setKnown] = useState(started_at)
  const ask = useCallback(async (otherwise: WindowBuild) => {
    const found = (await isReplaced()) ? 'replaced' : otherwise
    setBuild(before => (found === 'current' ? before : found))
  }, [])
  useEffect(() => {
    const missing = () => void ask('incomplete')
    addEventListener(PART_MISSING, missing)
    return () => removeEventListener(PART_MISSING, missing)
  }, [ask])
  useEffect(() => {
    if (started_at === undefined || started_at === known) return
    setKnown(started_at)
    if (known !== undefined) void ask('current')
  }, [started_at, known, ask])
  return build
}
