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

/** The parameters of a list of applications. */
export const ListApplications = Type.Object(
  {
    ...idPageParameters,
    status: Type.Optional(
      Type.Array(Type.Unsafe<ApplicationStatus>({ $ref: 'ApplicationStatus#' }), {
        minItems: 1,
        maxItems: applicationStatuses.length,
        description: 'Only applications with this status. Repeat it or separate several by commas.',
      }),
    ),
    petId: Type.Optional(Int64({ description: 'Only applications for this animal.' })),
    assigneeId: Type.Optional(Int64({ description: 'Only applications assigned to this user.' })),
    q: Type.Optional(
      Line(100, {
        description:
          "Only applications with this text in the applicant's name or email address, ignoring case and accents.",
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

export const filterOf = ({ status, petId, assigneeId, q }: ListApplications): ApplicationFilter => ({
  // Sorted without duplicates, so that the same list always has the same parameters.
  ...(status && { statuses: applicationStatuses.filter((one) => status.includes(one)) }),
  ...(petId !== undefined && { petId }),
  ...(assigneeId !== undefined && { assigneeId }),
  // A text that folds to nothing occurs in no name.
  ...(q !== undefined && { q: foldText(q) || q }),
})

/** The inverse, for links to the other pages. */
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
