import { Callout } from '@blueprintjs/core'
import { Link } from 'wouter'
import { amount } from '../draw/format/quantity'

interface Props {
  /** Compute tokens. */
  readonly required: number
  readonly available: number
}

/** What is missing, and the three ways out. */
export const Shortage = ({ required, available }: Props) => (
  <Callout intent="warning" compact role="alert">
    Not enough compute tokens: {amount(required)} required, {amount(available)} available.{' '}
    <Link href="/account?purchase">Get tokens</Link>, lower the shots, or use the -mock backend.
  </Callout>
)
