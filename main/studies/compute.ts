/** Computes the missing points and crossings of a study, kind by kind; each is stored as soon as it is computed. */
import type { BreakEvenPoint, Crossing, Study } from '../contract/runs/studies'
import type { Runner } from '../worker/runner'
import { type MapPoint, mapPointsOf } from './checked-request'
import type { ComputedPoint } from './point'
import type { StudyTable } from './table'
import type { StudyTasks } from './tasks'

interface StudyContext {
  readonly study_id: string
  readonly request: Study['request']
  /** As stored. */
  readonly plan: Uint8Array
  readonly table: Pick<StudyTable, 'points' | 'add' | 'cross'>
  /** Writes, waiting where the disk is full. */
  readonly whenSpaceIsFree: <T>(write: () => T | Promise<T>) => Promise<T>
  readonly computing: Runner<StudyTasks>
  readonly engine: string
  readonly signal: AbortSignal
  readonly progress: (fraction: number, stage: string) => void
}

/** Throws the signal's reason when aborted; the points stored until then stay. */
export async function computeStudy(study: StudyContext): Promise<void> {
  const { study_id, request, table, whenSpaceIsFree, computing, signal } = study
  const points = table.points(study_id)
  const crossings: Crossing[] = []
  for (const [index, at] of mapPointsOf(request).entries()) {
    if (index >= points.length) {
      signal.throwIfAborted()
      const { point, engine } = await pointAt(study, points, { ...at, index })
      signal.throwIfAborted()
      await whenSpaceIsFree(() => table.add(study_id, { index, point, engine }))
      points.push(point)
    }
    const ofKind = points.slice(0, index + 1).filter(({ kind }) => kind === at.kind)
    if (ofKind.length < request.scales.length) continue
    const curve = { kind: at.kind, points: ofKind, seed: request.seed }
    crossings.push(...(await computing.run('crossings', curve, { signal, always_queued: true })))
    signal.throwIfAborted()
    await whenSpaceIsFree(() => table.cross(study_id, crossings))
  }
}

async function pointAt(
  { request, plan, computing, engine, signal, progress }: StudyContext,
  points: readonly BreakEvenPoint[],
  { kind, scale, index }: MapPoint & { readonly index: number },
): Promise<ComputedPoint> {
  // The device as calibrated is the same point for every kind.
  const same = scale === 1 && points.find(point => point.scale === 1)
  if (same) return { point: { ...same, kind }, engine }
  const total = request.kinds.length * request.scales.length
  const report = (fraction: number, stage: string) =>
    progress((index + fraction) / total, `${kind} × ${scale}: ${stage}`)
  return computing.run(
    'studyPoint',
    { plan, request, at: { kind, scale } },
    { signal, host: { progress: report }, always_queued: true },
  )
}
