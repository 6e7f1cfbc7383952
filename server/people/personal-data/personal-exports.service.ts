import type { Clock } from '../../platform/clock.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import type { PersonExport } from './person.ts'
import { MAX_LISTED, type OfPerson, type PersonalDataByName } from './personal-data.ts'

type Deps = { personal: PersonalDataByName; clock: Pick<Clock, 'nowMs'> }

export type PersonalExports = ReturnType<typeof personalExports>

/** Exports of everything that is stored about a person. */
export const personalExports = ({ personal, clock }: Deps) => {
  const exportedAt = () => showTime(clock.nowMs())
  return {
    /** Everything that an account can see about the person with a normalized email address. */
    async ofPerson(query: Trx['query'], person: Omit<OfPerson, 'limit'>): Promise<PersonExport> {
      const of = { ...person, limit: MAX_LISTED + 1 }
      const lists = await Promise.all(
        Object.entries(personal).map(async ([name, { list }]) => [name, await list(query, of)] as const),
      )
      const applicant = lists.flatMap(([, [newest]]) => newest?.details?.contact ?? [])[0]
      return {
        exportedAt: exportedAt(),
        ...(applicant && { applicant }),
        ...Object.fromEntries(
          lists.map(([name, records]) => [name, records.slice(0, MAX_LISTED).map(({ exported }) => exported)]),
        ),
        isComplete: lists.every(([, { length }]) => length < of.limit),
      }
    },

    /** An export with only the given lists, for a person who is unknown. */
    only: (lists: Readonly<Record<string, readonly object[]>>): PersonExport => ({
      exportedAt: exportedAt(),
      ...Object.fromEntries(Object.keys(personal).map((name) => [name, []])),
      ...lists,
      isComplete: true,
    }),
  }
}
