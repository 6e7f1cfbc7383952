import { Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { ShownName } from '../../platform/http/name.ts'
import { type Contact, MAX_LISTED, type MentionsByName, type PersonalDataByName } from './personal-data.ts'

const time = (description: string) => Type.String({ format: 'date-time', description })
/** The animal of a case. */
export const petId = Int64({ description: 'The animal.', examples: [1] })
export const petName = Type.Optional(
  ShownName({
    description: 'The name of the animal; absent if it was removed, and without `pets:read`.',
    examples: ['Biscuit'],
  }),
)

const head = {
  id: Type.String({
    description: 'Identifies the person for as long as any of their data is stored. Opaque.',
    examples: ['per_WnR4dmRhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rh'],
  }),
  name: ShownName({
    description: 'Name in the newest application or order.',
    examples: ['Ada Lovelace'],
  }),
  email: Type.String({
    description: 'The email address as written there.',
    examples: ['ada@example.org'],
  }),
  phone: Type.Optional(
    Type.String({
      description: 'Telephone number, if it has one.',
      examples: ['+44 20 7946 0000'],
    }),
  ),
}
const tail = {
  firstSeenAt: time('When the first application was sent or order placed (RFC 3339, UTC).'),
  lastSeenAt: time('When the last application was sent or order placed.'),
}

const personExample = {
  id: 'per_WnR4dmRhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rh',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
}
const seenExample = {
  firstSeenAt: '2026-11-20T09:30:00.000Z',
  lastSeenAt: '2026-11-20T09:30:00.000Z',
}
type Head = { id: string; name: string; email: string; phone?: string }

/** A person in a list, with the numbers of their cases. */
export type Person = Head & { firstSeenAt: string; lastSeenAt: string }
/** A person with the lists of their cases. */
export type PersonDetails = Person & { names: string[]; isComplete: boolean }
/** An export, with a list for each kind of personal data. */
export type PersonExport = { exportedAt: string; applicant?: Contact; isComplete: boolean }
/** The numbers of erased records of each kind, and the ids of what is left. */
export type ErasedPerson = Readonly<Record<string, number | readonly bigint[]>>

export const countName = (kind: string): string => `${kind}Count`
export const remainingName = (name: string): string => `remaining${name.charAt(0).toUpperCase()}${name.slice(1)}`

type Contributed = { personal: PersonalDataByName; mentions: MentionsByName }

/** The schemas of responses about people, from what the modules contribute. */
export const personSchemas = ({ personal, mentions }: Contributed) => {
  const kinds = Object.entries(personal)
  const cases = kinds.flatMap(([name, { cases: ofKind }]) => (ofKind ? [{ name, ...ofKind }] : []))
  const names = kinds.map(([name]) => name)
  const lists = mapped(kinds, ([name, { exported }]) => [name, exported])
  const remaining = cases.flatMap(({ name, schemas }) =>
    schemas.remaining ? [[remainingName(name), schemas.remaining] as const] : [],
  )
  const texts = Object.entries(mentions).map(([name, { schema }]) => [name, schema] as const)

  const Person = Type.Object(
    { ...head, ...mapped(cases, ({ kind, schemas }) => [countName(kind), schemas.count]), ...tail },
    {
      $id: 'Person',
      description: 'A person who has applied or ordered, identified by email address, ignoring case.',
      examples: [{ ...personExample, ...mapped(cases, ({ kind }) => [countName(kind), 1]), ...seenExample }],
    },
  )
  const PersonDetails = Type.Object(
    {
      ...head,
      names: Type.Array(Type.String(), {
        maxItems: 10,
        description: 'The names that the person has given, newest first, at most 10.',
        examples: [['Ada Lovelace', 'Ada Byron']],
      }),
      ...mapped(cases, ({ name, schemas }) => [name, schemas.details]),
      isComplete: Type.Boolean({ description: `Whether the lists contain all ${listed(casesNames(cases), 'and')}.` }),
      ...tail,
    },
    {
      $id: 'PersonDetails',
      description: `A person with all ${listed(casesNames(cases), 'and')}.`,
      examples: [
        {
          ...personExample,
          names: [personExample.name],
          ...mapped(cases, ({ name, example }) => [name, [example]]),
          isComplete: true,
          ...seenExample,
        },
      ],
    },
  )
  const ApplicantExport = Type.Object(
    {
      exportedAt: time('When it was exported (RFC 3339, UTC).'),
      applicant: Type.Optional(Type.Unsafe<Contact>({ $ref: 'Applicant#' })),
      ...lists,
      isComplete: Type.Boolean({
        description: `\`false\` if there are more than ${MAX_LISTED} ${listed(names, 'or')}. The lists contain the newest.`,
      }),
    },
    {
      $id: 'ApplicantExport',
      description: 'All data that an account has about an applicant, matched by email address.',
      examples: [
        {
          exportedAt: '2026-11-20T09:30:00.000Z',
          applicant: { name: 'Ada Lovelace', email: 'ada@example.org' },
          ...mapped(kinds, ([name]) => [name, []]),
          isComplete: true,
        },
      ],
    },
  )
  const ErasedPerson = Type.Object(
    {
      ...mapped(cases, ({ name, schemas }) => [name, schemas.erased]),
      ...Object.fromEntries([...remaining, ...texts]),
    },
    {
      $id: 'ErasedPerson',
      description: 'The result of erasing a person.',
      examples: [
        {
          ...mapped(cases, ({ name }) => [name, 1]),
          ...mapped([...remaining, ...texts], ([name]) => [name, []]),
        },
      ],
    },
  )
  return { ApplicantExport, Person, PersonDetails, ErasedPerson }
}

export type PersonSchemas = ReturnType<typeof personSchemas>

const mapped = <Item, Value>(
  items: readonly Item[],
  map: (item: Item) => readonly [string, Value],
): Record<string, Value> => Object.fromEntries(items.map(map))

const casesNames = (cases: readonly { name: string }[]): string[] => cases.map(({ name }) => name)

/** `applications, orders or mails`. */
const listed = (names: readonly string[], conjunction: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`
