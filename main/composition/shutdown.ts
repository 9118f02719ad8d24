type ShutdownStep = () => void | Promise<void>

export interface Shutdown {
  add(step: ShutdownStep): void
  /** Runs all steps once, the last added first, even when one fails; then throws the first error. */
  run(): Promise<void>
}

/** Collects the steps that stop the service. */
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
