import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import type { HistoryAction, HistoryActionDefinition, HistoryActionTable } from '../../requests/api/history-action.ts'
import type { Subject } from '../../requests/api/subject.ts'
import { type Author, authorTypes } from '../../requests/author/author.ts'

/** A change to an animal, with names of fields but no values. */
export type NewHistoryEntry = {
  petId: bigint
  action: HistoryAction
  fields?: readonly string[]
  /** The new status of the animal, the order or the application. */
  status?: string
  /** What it is about, if not the animal. */
  subject?: Subject
  /** The owner, if the animal is new and still belongs to them at the end of the transaction. */
  ownerId?: bigint | undefined
}

/** An entry to write, with what it shows, and whether it joins the one before it. */
export type PendingHistory = NewHistoryEntry &
  Pick<HistoryActionDefinition, 'shows' | 'isJoined'> & {
    author: Author
    timeMs: number
  }

export const historyActionSchema = (actions: HistoryActionTable) =>
  Type.Unsafe<HistoryAction>(
    Type.Enum(Object.keys(actions), {
      $id: 'HistoryAction',
      description: 'The kind of change to an animal. More kinds may be added.',
    }),
  )

export const HistoryEntry = Type.Object(
  {
    id: Int64({ description: 'Identifier of the entry.', examples: [1] }),
    time: Type.String({
      format: 'date-time',
      description: 'When it happened. For an entry with several changes, the time of the last one.',
    }),
    actor: Type.Optional(
      Type.Object(
        {
          type: Type.Enum([...authorTypes], {
            description: 'A person, an API key, the command line, or the service itself and applicants.',
          }),
          name: Type.Optional(
            Type.String({
              description: 'The name of the user or the key at that time; absent if it belongs to another account.',
            }),
          ),
        },
        { description: 'Who did it; absent if unknown.' },
      ),
    ),
    action: Type.Unsafe<HistoryAction>({ $ref: 'HistoryAction#' }),
    fields: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 100,
        description: 'The names of the changed fields. Their values are not recorded.',
      }),
    ),
    status: Type.Optional(Type.String({ description: 'The new status of the animal, the order or the application.' })),
    orderId: Type.Optional(
      Int64({
        description: 'The order that it is about. For `unpublished`: the order whose return unpublished the animal.',
      }),
    ),
    applicationId: Type.Optional(Int64({ description: 'The application that it is about.' })),
  },
  {
    $id: 'HistoryEntry',
    description: "An entry of an animal's history.",
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
