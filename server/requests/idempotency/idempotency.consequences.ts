import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { ResponseChange } from './response-change.ts'

export const responseConsequences: ConsequencesOf<ResponseChange> = {
  // Not visible to anybody: it is written with the change that it responds to.
  'response stored': { response: ({ record }) => record },
}
