import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../../files/durable-file'
import { makeFolders } from '../../../files/folders'

const HOUR_MS = 3_600_000
/** Hours for which a reply can be asked for again. */
const KEPT_HOURS = 24
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16]

/** Encrypts kept replies (AES-256-GCM) under a key an hour, in files outside the database and its backups. */
export interface ReplyKeys {
  /** The current hour, whose key seals new replies; the key is on the disk when it returns. */
  currentHour(): number
  seal(hour: number, bytes: Uint8Array, bound: string): Uint8Array
  /** Null where the key is destroyed, or what was sealed is damaged. */
  open(hour: number, sealed: Uint8Array, bound: string): Uint8Array | null
  /** Destroys keys a day after the last reply that they sealed. */
  purge(): void
}

/** `now` in milliseconds since 1970. `folder` is made where it is missing. */
export function openReplyKeys(folder: string, now: () => number): ReplyKeys {
  makeFolders(folder)
  const keys = new Map<number, Buffer>()
  const fileOf = (hour: number) => join(folder, `${hour}.key`)
  const hourNow = () => Math.floor(now() / HOUR_MS)
  for (const name of readdirSync(folder)) {
    const hour = /^(\d{1,10})\.key$/.exec(name)?.[1]
    const key = hour === undefined ? null : readFileSync(join(folder, name))
    if (key?.length === KEY_BYTES) keys.set(Number(hour), key)
  }

  function destroy(hour: number): void {
    keys.get(hour)?.fill(0)
    keys.delete(hour)
    overwrite(fileOf(hour))
    rmSync(fileOf(hour), { force: true })
  }

  return {
    currentHour() {
      const hour = hourNow()
      if (!keys.has(hour)) {
        const key = randomBytes(KEY_BYTES)
        replaceFile(fileOf(hour), key)
        keys.set(hour, key)
      }
      return hour
    },
    seal(hour, bytes, bound) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keys.get(hour)!, nonce).setAAD(Buffer.from(bound))
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    open(hour, sealed, bound) {
      const key = keys.get(hour)
      if (!key || hour <= hourNow() - KEPT_HOURS - 1) return null
      const tag = sealed.subarray(sealed.length - TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(bound)).setAuthTag(tag)
      try {
        return Buffer.concat([
          decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
          decipher.final(),
        ])
      } catch {
        return null
      }
    },
    purge() {
      const first = hourNow() - KEPT_HOURS
      for (const hour of [...keys.keys()]) if (hour < first) destroy(hour)
    },
  }
}

function overwrite(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(KEY_BYTES), { flag: 'r+', flush: true })
  } catch {
    // It is gone already.
  }
}
