/** How the window looks, and what is running behind it. */
import { AnchorButton, Button, HTMLTable, Radio, RadioGroup } from '@blueprintjs/core'
import { Code, Help, Learning } from '@blueprintjs/icons'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { Health } from '../../../../main/contract/service/health'
import { useHealth, useServiceStatus } from '../../api/use-health'
import { PageLayout, Panel } from '../../components/layout/page'
import { Answer } from '../../components/messages/answer'
import { Sheet } from '../../components/tables/sheet'
import { PartList } from '../../components/values/part-list'
import { StatusTag, UtcTimestamp } from '../../components/values/tags-and-times'
import { duration } from '../../draw/format/time'
import { useOpenDialog } from '../../window-state/open-dialog'
import { THEMES, type Theme, usePreferences } from '../../window-state/preferences'
import { THIRD_PARTY } from './third-party'

export function SettingsPage() {
  const health = useHealth()
  return (
    <PageLayout title="Settings & About" about="How the window looks, and what is running behind it.">
      <div className="pentad-columns">
        <div className="pentad-stack">
          <ThemePanel />
          <HelpPanel />
          <Panel title="API">
            <p>
              Everything this window does goes through the service's own endpoints, described as OpenAPI 3.1. Scripts
              use the same ones with an API key.
            </p>
            <div className="pentad-row">
              <AnchorButton href="/openapi.json" target="_blank" rel="noopener" icon={<Code />} text="/openapi.json" />
              <AnchorButton href="/healthz" target="_blank" rel="noopener" text="/healthz" />
            </div>
          </Panel>
        </div>
        <div className="pentad-stack">
          <Answer of={health} what="the service's state">
            {data => (
              <>
                <ServicePanel health={data} />
                <PartsPanel health={data} />
              </>
            )}
          </Answer>
          <LicencePanel />
        </div>
      </div>
    </PageLayout>
  )
}

const THEME_TEXT: Record<Theme, string> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
}

function ThemePanel() {
  const { theme, setTheme } = usePreferences()
  return (
    <Panel title="Theme">
      <RadioGroup
        aria-label="Theme"
        inline
        selectedValue={theme}
        onChange={event => setTheme(event.currentTarget.value as Theme)}
      >
        {THEMES.map(name => (
          <Radio key={name} value={name} label={THEME_TEXT[name]} />
        ))}
      </RadioGroup>
      <p className="pentad-quiet">Kept in this browser, not in the service.</p>
    </Panel>
  )
}

function HelpPanel() {
  const show = useOpenDialog(state => state.show)
  return (
    <Panel title="Help">
      <div className="pentad-row">
        <Button icon={<Learning />} text="The demo lab in three steps" onClick={() => show('welcome')} />
        <Button icon={<Help />} text="Keyboard shortcuts" onClick={() => show('shortcuts')} />
      </div>
    </Panel>
  )
}

const ServicePanel = ({ health }: { readonly health: Health }) => (
  <Panel title="Pentad" tags={<StatusTag status={useServiceStatus()} />}>
    <Sheet
      entries={[
        ['Version', health.version],
        ['Host', health.host === 'electron' ? 'Electron' : 'headless, shown in a browser'],
        ['Lab profile', health.lab],
        ['Engine', `${health.engine.kind}: ${health.engine.detail}`],
        ['Started', <UtcTimestamp key="started" at={health.started_at} />],
        ['Up for', duration(Date.now() - Date.parse(health.started_at))],
        [
          'Event loop delay',
          `${significant(health.event_loop_delay_ms.p50)} ms median, ${significant(health.event_loop_delay_ms.p99)} ms at the 99th percentile`,
        ],
      ]}
    />
  </Panel>
)

const PartsPanel = ({ health }: { readonly health: Health }) => (
  <Panel title="Parts">
    <PartList parts={health.parts} />
  </Panel>
)

const LicencePanel = () => (
  <Panel title="Licence">
    <p>
      Pentad is under the Apache License 2.0. Its figures come with no warranty; what is simulated is marked as
      simulated.
    </p>
    <details>
      <summary>Built on</summary>
      <HTMLTable compact className="pentad-table">
        <thead>
          <tr>
            <th scope="col">Package</th>
            <th scope="col">Licence</th>
          </tr>
        </thead>
        <tbody>
          {THIRD_PARTY.map(([name, licence]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{licence}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </details>
  </Panel>
)
