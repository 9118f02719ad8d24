import { getPriority, platform, setPriority } from 'node:os'

/** The event loop of the service comes first where cores are scarce. On Linux, niceness belongs to the thread. */
export function leaveCoresToTheService(): void {
  if (platform() === 'linux') setPriority(Math.min(19, getPriority() + 5))
}
