/** The classical bits whose counts the page shows: all, those of a register, or chosen ones. */
import { useState } from 'react'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { routes } from '../../../../../main/contract/routes'
import { type Fetched, useFetched } from '../../../api/use-fetch'
import { Choice } from '../../../components/controls/choice'
import { Field } from '../../../components/controls/field'
import { bitsFault } from '../../../draw/jobs/counts'

const CHOSEN = 'bits'
const REGISTER = 'register '

interface CountedBits {
  /** `register b`, `bits`, or empty for all. */
  readonly what: string
  /** Chosen bits, such as `0,3`. */
  readonly bits: string
}
const ALL: CountedBits = { what: '', bits: '' }

const compact = (text: string): string => text.replaceAll(' ', '')

function queryOf({ what, bits }: CountedBits, num_clbits: number) {
  if (what.startsWith(REGISTER)) return { register: what.slice(REGISTER.length) }
  const clbits = compact(bits)
  return what === CHOSEN && bitsFault(clbits, num_clbits) === undefined ? { clbits } : null
}

interface CountedBitsState {
  readonly choice: CountedBits
  readonly choose: (choice: CountedBits) => void
  /** null while the counts of all bits are shown. */
  readonly chosen: Fetched<JobResult> | null
}

/** The choice of bits, and their counts, which are fetched once they are chosen. */
export function useCountedBits({ job_uuid, num_clbits }: JobResult): CountedBitsState {
  const [choice, choose] = useState(ALL)
  const query = queryOf(choice, num_clbits)
  const chosen = useFetched(routes.getJobResult, query && { params: { job_uuid }, query })
  return { choice, choose, chosen: query && chosen }
}

interface Props {
  readonly result: JobResult
  readonly choice: CountedBits
  readonly choose: (choice: CountedBits) => void
}

/** Fields of the choice; nothing for fewer than two bits. */
export function CountedBitsFields({ result: { registers, num_clbits }, choice, choose }: Props) {
  if (num_clbits < 2) return null
  const names =
    registers.length > 1 ? registers.map(({ name }) => [`${REGISTER}${name}`, `register ${name}`] as const) : []
  const fault = choice.bits === '' ? undefined : bitsFault(compact(choice.bits), num_clbits)
  return (
    <div className="pentad-choices">
      <Choice
        label="Counts of"
        none="all bits"
        value={choice.what}
        options={[...names, [CHOSEN, 'chosen bits …']]}
        choose={what => choose({ ...choice, what })}
      />
      {choice.what === CHOSEN && (
        <Field
          label="Classical bits"
          hint="With commas between; the first is the right-most character"
          value={choice.bits}
          fault={fault}
          change={bits => choose({ ...choice, bits })}
        />
      )}
    </div>
  )
}
