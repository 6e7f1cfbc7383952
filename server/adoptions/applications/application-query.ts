import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { Line } from '../../platform/http/lines.ts'
import { foldText } from '../../platform/search-text.ts'
import { idPageParameters } from '../../requests/api/page.ts'
import {
  type ApplicationFilter,
  type ApplicationSort,
  type ApplicationStatus,
  applicationSorts,
  applicationStatuses,
} from './application.ts'

/** What a list of applications is asked by. */
export const ListApplications = Type.Object(
  {
    ...idPageParameters,
    status: Type.Optional(
      Type.Array(Type.Unsafe<ApplicationStatus>({ $ref: 'ApplicationStatus#' }), {
        minItems: 1,
        maxItems: applicationStatuses.length,
        description:
          'Only applications with this status. Several are repeated or separated by commas.',
      }),
    ),
    petId: Type.Optional(Int64({ description: 'Only applications for this animal.' })),
    assigneeId: Type.Optional(Int64({ description: 'Only those that this user takes care of.' })),
    q: Type.Optional(
      Line(100, {
        description:
          'Only those whose applicant has this in the name or the email address; case and accents make no difference.',
        examples: ['lovelace'],
      }),
    ),
    sort: Type.Optional(
      Type.Unsafe<ApplicationSort>(
        Type.Enum([...applicationSorts], {
          default: 'id',
          description: 'Oldest (`id`) or newest (`-id`) first.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
)
export type ListApplications = Static<typeof ListApplications>

export const filterOf = ({
  status,
  petId,
  assigneeId,
  q,
}: ListApplications): ApplicationFilter => ({
  // Each once, in one order: the same list, however it is asked for.
  ...(status && { statuses: applicationStatuses.filter((one) => status.includes(one)) }),
  ...(petId !== undefined && { petId }),
  ...(assigneeId !== undefined && { assigneeId }),
  // What is folded to nothing is in no name.
  ...(q !== undefined && { q: foldText(q) || q }),
})

/** The same for the links to the other pages. */
export const parametersOf = ({
  status,
  petId,
  assigneeId,
  q,
  sort = 'id',
}: ListApplications): Record<string, string> => ({
  ...(status && { status: status.join(',') }),
  ...(petId !== undefined && { petId: String(petId) }),
  ...(assigneeId !== undefined && { assigneeId: String(assigneeId) }),
  ...(q !== undefined && { q }),
  ...(sort !== 'id' && { sort }),
})
