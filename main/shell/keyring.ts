/** The desktop's keyring, where it really protects secrets. */
import type { SafeStorage } from 'electron'
import type { Keyring } from '../config/config'

type Storage = Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>

/**
 * Null where there is no keyring. `basic_text` counts as none, as its password is the same in every Chromium. Call
 * after the app is ready.
 */
export function desktopKeyring(storage: Storage, platform: NodeJS.Platform): Keyring | null {
  if (!storage.isEncryptionAvailable()) return null
  if (platform === 'linux' && storage.getSelectedStorageBackend() === 'basic_text') return null
  return {
    seal: text => storage.encryptString(text),
    open: sealed => storage.decryptString(Buffer.from(sealed)),
  }
}
