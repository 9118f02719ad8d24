/** Circuits to start from, written by the service as OpenQASM 3 with comments that say which qubit is what. */
import { z } from 'zod'

/** Fewest and most qubits of a GHZ state. */
export const GHZ_QUBITS = { min: 2, max: 100 } as const

const TEMPLATE_IDS = ['ghz', 'teleportation', 'encoder-513', 'flagged-round'] as const
export const TemplateId = z.enum(TEMPLATE_IDS)
export type TemplateId = z.infer<typeof TemplateId>

export const CircuitTemplate = z.object({
  template: TemplateId,
  name: z.string(),
  /** Its outcome without noise. */
  about: z.string(),
  /** How many qubits may be asked for; null where the template has a size of its own. */
  qubits: z.object({ min: z.int(), max: z.int(), default: z.int() }).nullable(),
})
export type CircuitTemplate = z.infer<typeof CircuitTemplate>

export const TemplateParam = z.object({ template: TemplateId })
export const TemplateQuery = z.strictObject({
  qubits: z.coerce.number().int().min(GHZ_QUBITS.min).max(GHZ_QUBITS.max).optional(),
})

export const TemplateText = z.object({ name: z.string(), text: z.string() })
export type TemplateText = z.infer<typeof TemplateText>
