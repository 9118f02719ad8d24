/** The desktop's keyring, where it protects what it keeps. */
import type { SafeStorage } from 'electron'
import type { Keyring } from '../config/config'

type Storage = Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>

/** Null where there is none. `basic_text`, with a password that every copy of Chromium knows, is none. Ask once the app is ready. */
export function desktopKeyring(storage: Storage, platform: NodeJS.Platform): Keyring | null {
  if (!storage.isEncryptionAvailable()) return null
  if (platform === 'linux' && storage.getSelectedStorageBackend() === 'basic_text') return null
  return {
    seal: text => storage.encryptString(text),
    open: sealed => storage.decryptString(Buffer.from(sealed)),
  }
}
