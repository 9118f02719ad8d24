/** The figures' font as tests read it; the window fetches the same files. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FontFiles } from '../../../renderer/src/draw/figures/font-subset'

const font = (path: string) =>
  new Uint8Array(readFileSync(resolve(import.meta.dirname, '../../../node_modules/@expo-google-fonts/arimo', path)))

export const FONTS: FontFiles = {
  regular: font('400Regular/Arimo_400Regular.ttf'),
  bold: font('700Bold/Arimo_700Bold.ttf'),
  italic: font('400Regular_Italic/Arimo_400Regular_Italic.ttf'),
}
