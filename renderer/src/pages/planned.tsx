/** Pages whose part of the service is not in this version: what each is for, and what serves that need today. */
import { AnchorButton, Callout } from '@blueprintjs/core'
import { Code, Pulse, Random } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { Page } from '../show/page'

interface Planned {
  readonly title: string
  readonly icon: ReactElement
  readonly about: string
  readonly holds: readonly string[]
  readonly meanwhile: ReactElement
}

function PlannedPage({ title, icon, about, holds, meanwhile }: Planned) {
  return (
    <Page title={title} about={about}>
      <div className="pentad-planned">
        <Callout icon={icon} intent="primary">
          <h2>This version of Pentad does not serve this page</h2>
          <p>{meanwhile}</p>
          <AnchorButton
            href="/openapi.json"
            target="_blank"
            rel="noopener"
            icon={<Code />}
            text="What the service offers: /openapi.json"
          />
        </Callout>
        <h2>What belongs here</h2>
        <ul>
          {holds.map(item => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    </Page>
  )
}

export const EntropyPage = () => (
  <PlannedPage
    title="Entropy"
    icon={<Random />}
    about="Random bytes from measured sources, with a receipt for each draw."
    holds={[
      'Sources with their live quality, and the pools they fill',
      'A draw with its receipt, and the check of a receipt',
      'The beacon and its chain',
      'The operator panel',
    ]}
    meanwhile={<>No entropy source is attached by this version, so nothing is drawn and nothing is metered.</>}
  />
)

export const InstrumentsPage = () => (
  <PlannedPage
    title="Instruments"
    icon={<Pulse />}
    about="The control electronics of a device, and their simulated twins."
    holds={[
      'Instruments found and configured, with forms made from their driver files',
      'A console and the live log of commands',
      'Who holds the lease of an instrument',
      'Faults that can be put into a twin',
      'The safe-state button',
    ]}
    meanwhile={
      <>
        This version drives no instrument. Device figures come from the calibration snapshots on the{' '}
        <Link href="/backends">Backends</Link> page.
      </>
    }
  />
)
