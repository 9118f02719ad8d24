import type { ModuleWithNoise } from '../../modules/model/module'
import type { NoiseModel } from '../../qec/model/noise-model'
import { compileRound } from '../../qec/schedule/compile'
import { feasibilityVerdict } from '../../qec/search/explain/feasibility-gate'
import { griddedDurations, type Rounding } from '../../sequencer/compile/grid'
import type { SequencerProfile } from '../../sequencer/profile/profile'
import type { PlannedDevice, RunPlan } from '../model/plan'

/** The module with every length on the grid: where that changes any, its round is compiled and its gate judged anew. */
export function onGrid(
  resolution: ModuleWithNoise,
  grid_ns: number,
): { resolution: ModuleWithNoise; rounded: Rounding[] } {
  const rounded: Rounding[] = []
  const noise: NoiseModel = griddedDurations(resolution.noise, grid_ns, one => rounded.push(one))
  const compiled = compileRound(resolution.compiled.plan, noise, resolution.compiled.adaptive ? 'adaptive' : 'fixed')
  if (
    compiled.schedule_hash === resolution.compiled.schedule_hash &&
    compiled.duration_ns === resolution.compiled.duration_ns
  )
    return { resolution: { ...resolution, noise }, rounded: [] }
  const { module } = resolution
  const T = compiled.duration_ns
  const coherence_ratio = (module.coherence_ratio * T) / module.predicted_round_duration_ns
  const verdict = feasibilityVerdict(coherence_ratio, compiled.layout, noise)
  const gate = { ...module.gate, verdict, passed: verdict === 'passed' }
  return {
    resolution: {
      ...resolution,
      noise,
      compiled,
      module: { ...module, predicted_round_duration_ns: T, coherence_ratio, gate },
    },
    rounded,
  }
}

/** The device as planned: sites and pairs for which the plan has rates. */
export function plannedDevice(
  { rates }: Pick<RunPlan, 'rates'>,
  noise: NoiseModel,
  { profile, rounded }: { profile: SequencerProfile; rounded: readonly Rounding[] },
): PlannedDevice {
  const sites = Object.keys(rates.sites).map(Number)
  const of = (length: (site: number) => number) => Object.fromEntries(sites.map(site => [site, length(site)]))
  return {
    profile,
    rounded,
    single_ns: of(noise.single),
    readout_ns: of(noise.readout),
    reset_ns: of(noise.reset),
    cz_ns: Object.fromEntries(
      Object.keys(rates.cz).map(pair => {
        const [a, b] = pair.split('-').map(Number) as [number, number]
        return [pair, noise.cz(a, b)]
      }),
    ),
    feedforward_ns: noise.feedforward ?? null,
  }
}
