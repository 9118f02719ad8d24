/** A sequencer in a process of its own, behind a pty: swallows programs and answers questions. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOURCE = `
let [left, line] = [0, '']
const answers = { '*IDN?': 'Pentad,QSEQ-1,1,1', 'SYSTem:ERRor?': '0,"No error"' }
process.stdin.on('end', () => process.exit())
process.stdin.on('data', bytes => {
  for (let at = 0; at < bytes.length; ) {
    const skipped = Math.min(left, bytes.length - at)
    left -= skipped
    at += skipped
    if (at === bytes.length) return
    line += String.fromCharCode(bytes[at++])
    const header = /#7([0-9]{7})$/.exec(line)
    if (header) left = Number(header[1])
    if (!line.endsWith('\\n')) continue
    const asked = header ? '' : line.trim()
    line = ''
    if (asked.endsWith('?')) process.stdout.write((answers[asked] ?? '0') + '\\n')
  }
})
`

export interface FarEnd {
  readonly path: string
  readonly folder: string
  close(): void
}

export async function openFarEnd(): Promise<FarEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'pentad-pty-'))
  const path = join(folder, 'port')
  const script = join(folder, 'far-end.cjs')
  writeFileSync(script, SOURCE)
  const socat = spawn('socat', [`PTY,link=${path},raw,echo=0`, `EXEC:${process.execPath} ${script}`], {
    stdio: 'ignore',
  })
  while (!existsSync(path)) await new Promise(resolve => setTimeout(resolve, 5))
  return {
    path,
    folder,
    close() {
      socat.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
