/**
 * Durable writes of small files: flushed to disk on return, and atomic, so a crash leaves all of the old content or all
 * of the new.
 */
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces the file atomically and flushes it to disk before returning; by default readable by its owner only. */
export const replaceFile = (path: string, content: string | Uint8Array, mode = 0o600): void =>
  writeDurably(path, content, { mode, put: temporary => renameSync(temporary, path) })

/** Like `replaceFile`, for a path where no file exists. Throws the system's error EEXIST otherwise. */
export const writeNewFile = (path: string, content: string | Uint8Array): void =>
  // Unlike a rename, a link fails where a file exists.
  writeDurably(path, content, { mode: 0o600, put: temporary => linkSync(temporary, path) })

/** Appends to the file and flushes it to disk before returning; a new file is readable by its owner only. */
export const appendDurably = (path: string, text: string): void => writeFlushed(path, text, { flags: 'a', mode: 0o600 })

/**
 * Flushes a folder's entries to disk; does nothing on Windows, which cannot open a folder: NTFS journals the rename
 * itself.
 */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

interface WriteOptions {
  readonly mode: number
  /** Puts the flushed file in its place. */
  readonly put: (temporary: string) => void
}

function writeDurably(path: string, content: string | Uint8Array, { mode, put }: WriteOptions): void {
  const temporary = `${path}.${process.pid}.part`
  rmSync(temporary, { force: true })
  try {
    writeFlushed(temporary, content, { flags: 'wx', mode })
    put(temporary)
  } finally {
    rmSync(temporary, { force: true })
  }
  syncFolder(dirname(path))
}

interface OpenOptions {
  readonly flags: 'a' | 'wx'
  readonly mode: number
}

function writeFlushed(path: string, content: string | Uint8Array, { flags, mode }: OpenOptions): void {
  const file = openSync(path, flags, mode)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
