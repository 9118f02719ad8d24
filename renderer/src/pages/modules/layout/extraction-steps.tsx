/** What the ancilla does for each generator, in order: couple, flag, move. */
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import { stepText } from '../../../draw/modules/module-text'

export const ExtractionSteps = ({ module }: { readonly module: ResolvedModule }) => (
  <div className="modules-extractions">
    {module.extractions.map(({ generator, steps }, at) => (
      <section key={generator} aria-label={`Generator ${at + 1}`}>
        <h3>
          g{at + 1} = <code>{generator}</code>
        </h3>
        <ol>
          {steps.map((step, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed sequence in which steps repeat
            <li key={place} data-kind={step.kind}>
              {stepText(step)}
            </li>
          ))}
        </ol>
      </section>
    ))}
  </div>
)
