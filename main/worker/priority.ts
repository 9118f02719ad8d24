import { getPriority, platform, setPriority } from 'node:os'

/**
 * Lowers the priority of this thread, so that the service's event loop comes first. Linux only, where niceness is per
 * thread.
 */
export function leaveCoresToTheService(): void {
  if (platform() === 'linux') setPriority(Math.min(19, getPriority() + 5))
}
