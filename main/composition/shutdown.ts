type ShutdownStep = () => void | Promise<void>

export interface Shutdown {
  add(step: ShutdownStep): void
  /** Runs the steps once, the last added first; a step that fails does not keep the others from running. */
  run(): Promise<void>
}

/** How what has been started is stopped. */
export function createShutdown(): Shutdown {
  const steps: ShutdownStep[] = []
  return {
    add: step => void steps.push(step),
    async run() {
      const failures: unknown[] = []
      for (const step of steps.splice(0).reverse()) {
        try {
          await step()
        } catch (failure) {
          failures.push(failure)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
