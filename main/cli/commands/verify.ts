import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Option, optionLines, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { CAUSES, VerificationFault } from '../../entropy/evidence/verifier/causes'
import { type EvidenceFinding, verifyEvidence } from '../../entropy/evidence/verifier/verify'
import { HELP_OPTION } from '../io/service-options'
import type { Terminal } from '../io/terminal'

const OPTIONS: Record<string, Option> = {
  key: {
    type: 'string',
    multiple: true,
    value: 'KEY',
    help: 'what you trust: a key id, a certificate id, or a file with keys or a certificate; may be repeated',
  },
  json: { type: 'boolean', help: 'one JSON object a line: each finding, then the result' },
  ...HELP_OPTION,
}

const HELP = `Verifies receipts, proofs, checkpoints and beacon pulses offline: no service and no network.

Usage: npm run verify -- FILE... --key KEY

${optionLines(OPTIONS)}

FILE is a document in JSON, JSON lines (.jsonl), a certificate in PEM, a checkpoint, or a folder of such, with a log's
tiles in tile/. Keys found in FILE are used, but trusted only if KEY is one of them or one of theirs endorsed them.

Exit codes: 0 all verified, 1 an error of this program, 2 called wrongly, else the first cause:
${Object.entries(CAUSES)
  .map(([name, { exit, means }]) => `  ${exit}  ${name}: ${means}`)
  .join('\n')}`

/** Runs `npm run verify`; returns the exit code. */
export async function runVerify(
  argv: readonly string[],
  { cwd }: Pick<ConfigSource, 'cwd'>,
  terminal: Terminal,
): Promise<number> {
  try {
    const { flags, files } = readCall(argv)
    if (flags.help) {
      terminal.out(HELP)
      return 0
    }
    const textOf = flags.json ? asJson : asText
    const exit = await verifyEvidence({
      paths: files.map(file => resolve(cwd, file)),
      keys: flags.key.map(key => (existsSync(resolve(cwd, key)) ? resolve(cwd, key) : key)),
      onFinding: finding => terminal.out(textOf(finding)),
    })
    if (flags.json) terminal.out(JSON.stringify({ verified: exit === 0, exit }))
    else terminal.say(exit === 0 ? 'Verified.' : `NOT VERIFIED: ${causeOf(exit)} (exit code ${exit}).`)
    return exit
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.say(error.message)
      return 2
    }
    if (!(error instanceof VerificationFault)) throw error
    terminal.say(`--key: ${printable(error.message)}`)
    return 2
  }
}

function readCall(argv: readonly string[]) {
  const { values, positionals } = parsed(argv)
  const key = Array.isArray(values.key) ? values.key.map(String) : []
  if (!values.help && positionals.length === 0) throw new UsageError('Say which FILE to verify. See --help.')
  return { flags: { help: values.help === true, json: values.json === true, key }, files: positionals }
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. See --help.`)
  }
}

const causeOf = (exit: number): string => Object.entries(CAUSES).find(([, cause]) => cause.exit === exit)?.[0] ?? ''

const asJson = ({ where, kind, cause, message }: EvidenceFinding): string =>
  JSON.stringify({ where, kind, cause, exit: cause && CAUSES[cause].exit, message })

const asText = ({ where, kind, cause, message }: EvidenceFinding): string =>
  printable(`${cause ? `FAILED ${cause}` : 'ok'}  ${where}  ${kind}: ${message}`)

/**
 * Replaces control characters: file names and contents come from strangers and must not move the cursor or colour the
 * verdict.
 */
const printable = (text: string): string => text.replace(/\p{C}/gu, '\ufffd')
