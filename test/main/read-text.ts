import type { JsonText } from '../../main/contract/model/json-text'

/** What a reply says whose JSON was made already. */
export const readText = <T>({ parts }: JsonText): T =>
  JSON.parse(Buffer.concat(parts.map(part => Buffer.from(part as string))).toString()) as T
