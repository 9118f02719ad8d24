/** Replays a fault through the round: the chiplet, frame by frame, and how the shot ends. */
import { Callout } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../../main/contract/modules/candidates'
import type { FaultReplay } from '../../../../../main/contract/modules/faults'
import { Sheet } from '../../../components/tables/sheet'
import { endEntries, frameText, injectionFrame, pauliText, replayFrames } from '../../../draw/fault-replay/frames'
import { blockOfStep } from '../../../draw/fault-replay/schedule-timeline'
import { chipletMap } from '../../../draw/modules/chiplet-map'
import { sitesAround } from '../../../draw/modules/role-map'
import { ReplayControls } from './replay-controls'
import { ReplayDrawing } from './replay-drawing'
import { usePlayback } from './use-playback'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
  readonly replay: FaultReplay
  /** Called with the block of the schedule that the frame has just done, null before and at the injection. */
  readonly follow: (block: string | null) => void
}

export function ReplayPlayer({ backend, module, replay, follow }: Props) {
  const frames = useMemo(() => replayFrames(replay), [replay])
  const map = useMemo(() => chipletMap(backend, module, sitesOf(backend, module, replay)), [backend, module, replay])
  const animation = useMemo(() => ({ last: frames.length - 1, at: injectionFrame(replay) }), [frames, replay])
  const { playback, act, element } = usePlayback<HTMLDivElement>(animation)
  const still = useReducedMotion()
  useEffect(() => {
    if (still) act({ type: 'speed', speed: 1 })
  }, [still, act])

  const frame = frames[Math.min(playback.at, frames.length - 1)]!
  const words = frameText(frame, replay.fault)
  const block = frame.step && blockOfStep(frame.step)
  const onBlock = useEffectEvent(follow)
  useEffect(() => onBlock(block), [block])

  const roles = new Map(map.sites.map(({ site, role }) => [site, role]))
  return (
    <div className="replay" data-wide={map.view[2] > WIDE * map.view[3]} ref={element}>
      <ReplayDrawing map={map} frame={frame} />
      <div className="pentad-stack">
        <h3>{replay.fault.text}</h3>
        <ReplayControls playback={playback} act={act} inject={injectionFrame(replay)} words={words} />
        <p className="replay-caption" aria-live={playback.playing ? 'off' : 'polite'}>
          {words}
        </p>
        <Sheet
          entries={[
            ['Paulis', pauliText(frame.paulis, site => roles.get(site) ?? '')],
            ['Flipped bits', frame.flipped.join(', ') || 'none'],
          ]}
        />
        <End replay={replay} reached={playback.at === playback.last} />
      </div>
    </div>
  )
}

/** Ratio of width to height from which the map stands above the words. */
const WIDE = 1.5

/** The module's surroundings, and the sites beyond them that the replay touches. */
const sitesOf = (backend: Backend, module: ResolvedModule, { steps }: FaultReplay) => [
  ...new Set([...sitesAround(backend, module, [module]), ...steps.flatMap(({ sites }) => sites)]),
]

const End = ({ replay, reached }: { readonly replay: FaultReplay; readonly reached: boolean }) => (
  <Callout compact intent={replay.fails ? 'danger' : 'success'} className="replay-end" data-reached={reached}>
    <h3>{replay.fails ? 'Ends in a logical error' : 'Ends without a logical error'}</h3>
    <p>{replay.why}</p>
    <Sheet entries={endEntries(replay)} />
  </Callout>
)

const query = () => matchMedia('(prefers-reduced-motion: reduce)')

const watch = (changed: () => void) => {
  const preference = query()
  preference.addEventListener('change', changed)
  return () => preference.removeEventListener('change', changed)
}

/** Whether the system prefers reduced motion. */
const useReducedMotion = (): boolean => useSyncExternalStore(watch, () => query().matches)
