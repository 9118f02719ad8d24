/** The figures' font, fetched at the first export that needs it. */
import regular from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url'
import italic from '@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf?url'
import bold from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url'
import type { FontFiles } from '../../draw/figures/font-subset'

let files: Promise<FontFiles> | null = null

/** Rejects where the font cannot be loaded; the next call tries again. */
export function fontFiles(): Promise<FontFiles> {
  files ??= load().catch((reason: unknown) => {
    files = null
    throw reason
  })
  return files
}

async function load(): Promise<FontFiles> {
  const [r, b, i] = await Promise.all([regular, bold, italic].map(bytesOf))
  return { regular: r!, bold: b!, italic: i! }
}

async function bytesOf(url: string): Promise<Uint8Array> {
  const answer = await fetch(url)
  if (!answer.ok)
    throw new Error(`The font of figures could not be loaded (${answer.status}): reload the page and try again.`)
  return new Uint8Array(await answer.arrayBuffer())
}
