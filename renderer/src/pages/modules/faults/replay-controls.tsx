/** The controls of a replay: a slider over its frames, play and pause, single steps, the injection, the speed. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Flash, Pause, Play, Reset, StepForward } from '@blueprintjs/icons'
import { useId } from 'react'
import { Choice } from '../../../components/controls/choice'
import { type Playback, type PlaybackAction, SPEEDS, type Speed } from '../../../draw/fault-replay/playback'

interface Props {
  readonly playback: Playback
  readonly act: (act: PlaybackAction) => void
  /** Frame at which the fault is injected. */
  readonly inject: number
  /** The frame in words. */
  readonly words: string
}

export function ReplayControls({ playback, act, inject, words }: Props) {
  const { at, last, playing, speed } = playback
  const id = useId()
  return (
    <div className="replay-controls">
      <label htmlFor={id} className="pentad-quiet">
        Step {at} of {last}
      </label>
      <input
        id={id}
        type="range"
        className="replay-range"
        min={0}
        max={last}
        value={at}
        aria-valuetext={words}
        onChange={event => act({ type: 'go', to: event.currentTarget.valueAsNumber })}
      />
      <div className="pentad-choices">
        <ButtonGroup>
          <Button icon={<Reset />} aria-label="To the start" onClick={() => act({ type: 'go', to: 0 })} />
          <Button icon={<ChevronLeft />} aria-label="One step back" onClick={() => act({ type: 'step', by: -1 })} />
          <Button
            intent="primary"
            icon={playing ? <Pause /> : <Play />}
            text={playing ? 'Pause' : 'Play'}
            onClick={() => act({ type: 'toggle' })}
          />
          <Button icon={<ChevronRight />} aria-label="One step on" onClick={() => act({ type: 'step', by: 1 })} />
          <Button icon={<StepForward />} aria-label="To the end" onClick={() => act({ type: 'go', to: last })} />
        </ButtonGroup>
        <Button icon={<Flash />} text="To the injection" onClick={() => act({ type: 'go', to: inject })} />
        <Choice
          label="Speed"
          value={String(speed)}
          options={SPEEDS.map(each => [String(each), `${each} steps/s`])}
          choose={chosen => act({ type: 'speed', speed: Number(chosen) as Speed })}
        />
        <span className="pentad-quiet">
          <kbd>Space</kbd> plays, <kbd>←</kbd>
          <kbd>→</kbd> step (ten with Shift), <kbd>Home</kbd>
          <kbd>End</kbd> jump
        </span>
      </div>
    </div>
  )
}
