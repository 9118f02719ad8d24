import { routes } from '../../contract/routes'
import type { Studies } from '../../studies/studies'
import { handle, workContextOf } from '../request/call'

export const studyHandlers = (studies: Studies) => [
  handle(routes.createStudy, ({ params, body }, context) => studies.submit(params, body, workContextOf(context))),
  handle(routes.listStudies, ({ params, query }) => studies.list(params, query)),
  handle(routes.getStudy, ({ params }) => studies.get(params)),
  handle(routes.abortStudy, ({ params }, { caller }) => studies.abort(params, caller!)),
]
