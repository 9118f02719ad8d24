/** Holders of an instrument and those waiting for it; runs and jobs link to their pages. */
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { LeaseState } from '../../../../main/contract/instruments/lease'
import { utcSecond } from '../../draw/format/time'
import { holderPath } from '../../draw/instruments/state-text'

/** `free`, or the holders, the end of the lease, and those waiting. */
export const LeaseView = ({ lease: { holder, held_with, queue, expires_at } }: { readonly lease: LeaseState }) => (
  <>
    {holder === null ? 'free' : <HolderNames holders={[holder, ...held_with]} />}
    {expires_at !== null && ` until ${utcSecond(expires_at)}`}
    {queue.length > 0 && '; waiting: '}
    <HolderNames holders={queue} />
  </>
)

export const HolderNames = ({ holders }: { readonly holders: LeaseState['queue'] }) =>
  holders.map((holder, at) => (
    <Fragment key={holder.holder_id}>
      {at > 0 && ', '}
      <HolderName holder={holder} />
    </Fragment>
  ))

const HolderName = ({ holder }: { readonly holder: LeaseState['queue'][number] }) => {
  const path = holderPath(holder)
  return path === null ? holder.label : <Link href={path}>{holder.label}</Link>
}
