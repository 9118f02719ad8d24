/** Golden vectors of a driver file, played against the file itself: what it sends, and what it makes of the answers. */
import { driverCodecOf, placeholdersOf, sendCommands } from '../drivers/commands'
import { identify } from '../drivers/connection'
import { errorsDialogue } from '../drivers/error-queue'
import { type ReadValue, readParameter, writeParameter } from '../drivers/parameter-dialogues'
import { agrees } from '../drivers/parameter-spec'
import { dialogueByHand } from '../drivers/raw-link'
import type { DriverFile, VectorSpec } from '../drivers/schema'
import { shownBytes, textOf } from '../model/bytes'
import { isFault } from '../model/fault'
import type { Dialogue } from '../model/request'
import { bytesOfText, playVector } from './played-vector'

/** Vectors that the file contradicts, each as `/vectors/3/tx: message`. Requires that the file has no other contradiction. */
export const contradictedVectors = (driver: DriverFile): string[] =>
  driver.vectors.flatMap((vector, index) => wrongIn(driver, vector).map(wrong => `/vectors/${index}${wrong}`))

function wrongIn(driver: DriverFile, vector: VectorSpec): string[] {
  try {
    if (vector.clear) return wrongClear(driver, vector)
    const { came, sentWrong, unread } = playVector(vector, dialogueOf(driver, vector), reportBytesOf(driver))
    if (sentWrong !== null) return [`/tx: ${sentWrong}`]
    const wrong = 'error' in came ? wrongEnd(came.error, vector) : wrongAnswer(came.answer, driver, vector)
    if (wrong.length > 0) return wrong
    return unread.map(bytes => `/rx: nobody reads ${shownBytes(bytes)}`)
  } catch (error) {
    return [`: ${(error as Error).message}`]
  }
}

const reportBytesOf = ({ transport }: DriverFile): number => transport.hid?.report_bytes ?? 0

function wrongClear({ framing }: DriverFile, { tx }: VectorSpec): string[] {
  const sent = framing.clear_line
  if (sent === undefined) return ['/clear: the framing has no clear_line']
  const wanted = tx.map(text => textOf(bytesOfText(text))).join('')
  return sent === wanted ? [] : [`/tx: it sends ${shownBytes(bytesOfText(sent))}`]
}

/** Dialogue of the driver that the vector describes. */
function dialogueOf(driver: DriverFile, vector: VectorSpec): Dialogue<unknown> {
  const codec = driverCodecOf(driver)
  const placeholders = placeholdersOf(driver.options)
  if (vector.identify) return identify({ codec, driver, placeholders, fallbackSerial: '' })
  if (vector.connect) return sendCommands(codec, { commands: driver.on_connect, placeholders })
  if (vector.errors) return errorsDialogue({ codec, driver, placeholders })
  if (vector.console !== undefined)
    return dialogueByHand({ codec, settle: undefined, answersAll: false }, vector.console)
  const parameter = (vector.set ?? vector.get)!
  const spec = driver.parameters[parameter]!
  const target = { parameter, spec, channel: vector.channel ?? null, options: driver.options }
  return vector.set === undefined ? readParameter(codec, target) : writeParameter(codec, target, vector.value!)
}

function wrongEnd(error: unknown, { fault }: VectorSpec): string[] {
  if (!isFault(error)) throw error
  if (error.fault === fault) return []
  return fault === undefined
    ? [`/rx: ${error.message}`]
    : [`/fault: it ends in ${error.fault}, not in ${fault}: ${error.message}`]
}

function wrongAnswer(answer: unknown, driver: DriverFile, vector: VectorSpec): string[] {
  const { get, value, errors, fault } = vector
  const said = answer instanceof Uint8Array ? textOf(answer) : answer
  if (fault !== undefined) return [`/fault: it does not end in ${fault}`]
  if (errors && JSON.stringify(answer) !== JSON.stringify(errors))
    return [`/errors: it finds ${JSON.stringify(answer)}`]
  if (vector.console !== undefined && (value ?? null) !== said) return [`/value: the answer is ${JSON.stringify(said)}`]
  return get === undefined ? [] : wrongReading(answer as ReadValue, driver, vector)
}

function wrongReading(
  reading: ReadValue,
  { parameters }: DriverFile,
  { get, value, status = 'ok' }: VectorSpec,
): string[] {
  if (reading.status !== status) return [`/rx: the status is ${reading.status}, not ${status}`]
  if (value === undefined || agrees(parameters[get!]!.value, { tolerance: 0, wanted: value, found: reading.value }))
    return []
  return [`/value: the answer reads ${JSON.stringify(reading.value)}`]
}
