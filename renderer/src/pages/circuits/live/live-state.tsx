/** The panel of the state: which moment, which branch, and its figures in tabs. */
import { Button, Callout, InputGroup, Switch, Tab, Tabs } from '@blueprintjs/core'
import { memo, type ReactNode, useEffect, useState } from 'react'
import type { CircuitWire } from '../../../../../main/circuits/editing/document/model'
import { numberOfExpression } from '../../../../../main/circuits/editing/writing/parameter-value'
import { significant } from '../../../../../main/contract/numbers/number-text'
import { Panel } from '../../../components/layout/page'
import { Empty, Loading, ProblemMessage } from '../../../components/messages/answer'
import { countWithNoun, percent } from '../../../draw/format/quantity'
import { AmplitudeTable } from './amplitude-table'
import { BlochVectors } from './bloch-vectors'
import { Branches } from './branches'
import { ClassicalBits } from './classical-bits'
import { ProbabilityTable } from './probability-table'
import type { AnsweredState, LiveState } from './use-live-state'
import './live.css'

interface Props {
  readonly live: LiveState
  readonly qubits: readonly CircuitWire[]
  readonly clbits: readonly CircuitWire[]
}

export const LiveStatePanel = memo(({ live, qubits, clbits }: Props) => (
  <Panel
    title="State"
    tags={<span className="pentad-quiet">exact, without noise</span>}
    actions={
      <>
        {live.isShown && (
          <Switch
            className="circuits-on-wires"
            label="On the wires"
            checked={live.isOnWires}
            onChange={event => live.showOnWires(event.currentTarget.checked)}
          />
        )}
        <Button
          size="small"
          variant="minimal"
          text={live.isShown ? 'Hide' : 'Show'}
          aria-expanded={live.isShown}
          onClick={() => live.show(!live.isShown)}
        />
      </>
    }
  >
    {live.isShown && (
      <>
        <MomentSlider live={live} />
        <Inputs live={live} />
        <Answered live={live} qubits={qubits} clbits={clbits} />
      </>
    )}
  </Panel>
))

/** Arrow keys move it by a moment, Home and End to its ends. */
function MomentSlider({ live }: Pick<Props, 'live'>) {
  const { moment, depth } = live
  const said = moment === depth ? `the end, after all ${depth}` : `after ${moment} of ${depth}`
  return (
    <label className="circuits-moment">
      <span>Moment</span>
      <input
        type="range"
        min={0}
        max={depth}
        value={moment}
        aria-valuetext={said}
        onChange={event => live.goTo(event.currentTarget.valueAsNumber)}
      />
      {/* The slider itself says it: a status would be spoken at each edit. */}
      <span className="circuits-moment-said" aria-hidden>
        {said}
      </span>
    </label>
  )
}

/** Values of what the program leaves open, as constants such as `pi / 4`. */
const Inputs = ({ live }: Pick<Props, 'live'>) =>
  live.inputs.length > 0 && (
    <div className="circuits-state-inputs">
      {live.inputs.map(name => (
        <InputValue key={name} name={name} enter={value => live.setParameter(name, value)} />
      ))}
    </div>
  )

function InputValue({ name, enter }: { readonly name: string; readonly enter: (value: number) => void }) {
  const [typed, setTyped] = useState('')
  const value = typed === '' ? null : numberOfExpression(typed)
  return (
    <InputGroup
      size="small"
      aria-label={`Value of ${name} in radians`}
      placeholder="radians, such as pi / 4"
      leftElement={<span className="circuits-field-label">{name}</span>}
      intent={typed !== '' && value === null ? 'danger' : 'none'}
      aria-invalid={typed !== '' && value === null}
      value={typed}
      onValueChange={next => {
        setTyped(next)
        const entered = next === '' ? null : numberOfExpression(next)
        if (entered !== null) enter(entered)
      }}
    />
  )
}

function Answered({ live, qubits, clbits }: Props) {
  const { state, reason, problem } = live
  if (reason !== null) return <Empty title="No state to show">{reason}</Empty>
  if (problem !== null) return <Refused live={live} />
  if (state === null) return <LongComputation key={live.moment} before={<Loading what="the state" />} />
  return (
    <div className="circuits-state" data-stale={live.isStale || undefined} aria-busy={live.isStale}>
      {live.isStale && <LongComputation />}
      <Branches live={live} state={state} qubits={qubits} clbits={clbits} />
      <Figures state={state} qubits={qubits} clbits={clbits} />
      <Caveats state={state} />
    </div>
  )
}

/** Seconds after which the panel says how long the state has been computed. */
const LONG_S = 1

/** Shows `before` at first, then how long the computation has been going on. */
function LongComputation({ before = null }: { readonly before?: ReactNode }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(passed => passed + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (seconds < LONG_S) return before
  return (
    <p className="pentad-quiet">
      The state of this circuit is being computed, for {countWithNoun(seconds, 'second')} so far. An earlier moment, or
      outcomes that are held, take less.
    </p>
  )
}

/** Why the service refuses a circuit as too large, with a button that releases pinned outcomes. */
function Refused({ live }: Pick<Props, 'live'>) {
  const { problem, held } = live
  const [fault] = problem!.faults
  if (problem!.code !== 'invalid_request' || fault === undefined) return <ProblemMessage problem={problem!} />
  return (
    <Empty
      title="No state to show"
      {...(held.length > 0 && { action: <Button size="small" text="All outcomes" onClick={live.releaseAll} /> })}
    >
      {fault.message}.
    </Empty>
  )
}

interface FiguresProps extends Omit<Props, 'live'> {
  readonly state: AnsweredState
}

const Figures = ({ state, qubits, clbits }: FiguresProps) => (
  <Tabs id="circuit-state" className="circuits-state" animate={false} renderActiveTabPanelOnly>
    <Tab id="probabilities" title="Probabilities" panel={<ProbabilityTable state={state} qubits={qubits} />} />
    <Tab id="amplitudes" title="Amplitudes" panel={<AmplitudeTable state={state} qubits={qubits} />} />
    <Tab id="qubits" title="Bloch vectors" panel={<BlochVectors state={state} qubits={qubits} />} />
    {clbits.length > 0 && (
      <Tab id="bits" title="Classical bits" panel={<ClassicalBits state={state} clbits={clbits} />} />
    )}
  </Tabs>
)

const SHOWN_NEGLECTED = 1e-9

const Caveats = ({ state: { unfinished, neglected } }: { readonly state: AnsweredState }) => (
  <>
    {unfinished > 0 && (
      <Callout compact intent="warning">
        With a probability of {percent(unfinished)} a loop reaches its bound of iterations before it ends.
      </Callout>
    )}
    {neglected > SHOWN_NEGLECTED && (
      <p className="pentad-quiet">Branches with a total probability of {significant(neglected)} are left out.</p>
    )}
  </>
)
