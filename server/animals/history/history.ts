import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { type Author, authorTypes } from '../../requests/author/author.ts'

/** What happens to an animal, and what there is to read for it. Names are never changed, as entries keep them. */
const actions = {
  added: 'pet',
  changed: 'pet',
  moved: 'pet',
  transferred: 'pet',
  profileChanged: 'pet',
  published: 'pet',
  unpublished: 'pet',
  photoAdded: 'pet',
  photoChanged: 'pet',
  photoRemoved: 'pet',
  photosOrdered: 'pet',
  orderPlaced: 'order',
  orderMoved: 'order',
  orderChanged: 'order',
  orderUndone: 'order',
  applicationReceived: 'application',
  applicationMoved: 'application',
  applicationChanged: 'application',
} as const

export type HistoryAction = keyof typeof actions
export type HistorySubject = (typeof actions)[HistoryAction]

export const subjectOf = (action: HistoryAction): HistorySubject => actions[action]

/** What a change says of an animal. Names of fields, never what they hold. */
export type NewHistoryEntry = {
  petId: bigint
  action: HistoryAction
  fields?: readonly string[]
  /** What the animal, the order or the application is now. */
  status?: string
  orderId?: bigint
  applicationId?: bigint
  /** Whose the animal is, where it is new and still theirs at the end of the transaction. */
  ownerId?: bigint | undefined
}

/** One that waits to be written. */
export type PendingHistory = NewHistoryEntry & { author: Author; timeMs: number }

export const HistoryActionSchema = Type.Unsafe<HistoryAction>(
  Type.Enum(Object.keys(actions), {
    $id: 'HistoryAction',
    description: 'What happened to an animal. More may be added.',
  }),
)

export const HistoryEntry = Type.Object(
  {
    id: Int64({ description: 'Identifier of the entry.', examples: [1] }),
    time: Type.String({
      format: 'date-time',
      description: 'When it happened; of changes that are one entry, the last.',
    }),
    actor: Type.Optional(
      Type.Object(
        {
          type: Type.Enum([...authorTypes], {
            description:
              'A person, an API key, the command line, or the service itself and applicants.',
          }),
          name: Type.Optional(
            Type.String({
              description:
                'The name of the user or the key at that time; absent where it is of another account.',
            }),
          ),
        },
        { description: 'Who did it; absent where nobody knows any more.' },
      ),
    ),
    action: Type.Unsafe<HistoryAction>({ $ref: 'HistoryAction#' }),
    fields: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The names of the fields that were changed, without what they hold.',
      }),
    ),
    status: Type.Optional(
      Type.String({ description: 'What the animal, the order or the application became.' }),
    ),
    orderId: Type.Optional(Int64({ description: 'The order that it is about.' })),
    applicationId: Type.Optional(Int64({ description: 'The application that it is about.' })),
  },
  {
    $id: 'HistoryEntry',
    description: 'Something that happened to an animal.',
    examples: [
      {
        id: 1,
        time: '2026-11-20T09:30:00.000Z',
        actor: { type: 'user', name: 'Mia Chen' },
        action: 'published',
      },
    ],
  },
)
export type HistoryEntry = Static<typeof HistoryEntry>
