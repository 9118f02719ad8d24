import type { Health } from '../../../../main/contract/service/health'
import { StatusTag } from './tags-and-times'

/** Every part of the service with its state and detail, which explains why a part is off or degraded. */
export const PartList = ({ parts }: Pick<Health, 'parts'>) => (
  <ul className="pentad-parts">
    {parts.map(part => (
      <li key={part.name}>
        <StatusTag status={part.status} />
        <strong>{part.name}</strong>
        <span className="pentad-quiet">{part.detail}</span>
      </li>
    ))}
  </ul>
)
