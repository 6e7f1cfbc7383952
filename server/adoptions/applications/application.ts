import { type Static, Type } from 'typebox'
import { HeldMailStatus, Mail } from '../../accounts/mail/mail.ts'
import { Email, Phone } from '../../platform/http/contact.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { Lines } from '../../platform/http/lines.ts'
import { Name } from '../../platform/http/name.ts'
import type { Language } from '../../platform/language.ts'
import type { Answers } from '../forms/answers.ts'
import { maxAnswerLengths } from '../forms/answers.ts'
import { MAX_OPTIONS, MAX_QUESTIONS, type Question, questionExample } from '../forms/form.ts'
import { Fee } from '../orders/order.ts'

export const applicationStatuses = [
  'submitted',
  'inReview',
  'meetAndGreet',
  'homeVisit',
  'referenceCheck',
  'approved',
  'declined',
  'withdrawn',
] as const

export const ApplicationStatus = Type.Unsafe<(typeof applicationStatuses)[number]>(
  Type.Enum([...applicationStatuses], {
    $id: 'ApplicationStatus',
    description: 'Status of an application.',
  }),
)
export type ApplicationStatus = Static<typeof ApplicationStatus>

const ends = ['approved', 'declined', 'withdrawn'] as const

/** The next statuses from each status. The steps of a review come in any order, and may repeat. */
export const applicationMoves = {
  submitted: ['inReview', ...ends],
  inReview: ['meetAndGreet', 'homeVisit', 'referenceCheck', ...ends],
  meetAndGreet: ['homeVisit', 'referenceCheck', ...ends],
  homeVisit: ['meetAndGreet', 'referenceCheck', ...ends],
  referenceCheck: ['meetAndGreet', 'homeVisit', ...ends],
  approved: [],
  declined: [],
  withdrawn: [],
} as const satisfies Record<ApplicationStatus, readonly ApplicationStatus[]>

/** The statuses that are not final. */
export const openStatuses = applicationStatuses.filter((status) => applicationMoves[status].length > 0)

export const isOpen = (status: ApplicationStatus): boolean => openStatuses.includes(status)

export const canMove = (from: ApplicationStatus, to: ApplicationStatus): boolean =>
  (applicationMoves[from] as readonly ApplicationStatus[]).includes(to)

/** The applicant. Absent once erased. */
export const Applicant = Type.Object(
  {
    name: Name({ description: 'Name of the applicant.', examples: ['Ada Lovelace'] }),
    email: Email({ description: 'Email address.', examples: ['ada@example.org'] }),
    phone: Type.Optional(Phone({ description: 'Telephone number.', examples: ['+44 20 7946 0000'] })),
  },
  { $id: 'Applicant', additionalProperties: false, description: 'The applicant.' },
)
export type Applicant = Static<typeof Applicant>

const AnswersSchema = Type.Unsafe<Answers>({
  $id: 'Answers',
  type: 'object',
  maxProperties: MAX_QUESTIONS,
  additionalProperties: {
    anyOf: [
      { type: 'string', maxLength: maxAnswerLengths.longText },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: { type: 'string' }, maxItems: MAX_OPTIONS },
    ],
  },
  // Each is checked against its question.
  'x-itemwise': true,
  description: 'The answers, by the `id` of their question.',
  examples: [{}],
})

const applicantReference = Type.Unsafe<Applicant>({ $ref: 'Applicant#' })
const answersReference = Type.Unsafe<Answers>({ $ref: 'Answers#' })
const statusReference = Type.Unsafe<ApplicationStatus>({ $ref: 'ApplicationStatus#' })
const time = (description: string) => Type.String({ format: 'date-time', description })

const id = Int64({ description: 'Identifier of the application.', examples: [1] })
const petId = Int64({ description: 'The animal.', examples: [1] })
const formId = Int64({ description: 'The form that it answers.', examples: [1] })
const assigneeId = Int64({ description: 'The user it is assigned to.', examples: [1] })
const note = Lines(10_000, 'A note by staff, at most 10,000 characters.')

export const NewApplication = Type.Object(
  {
    petId: Type.Optional(petId),
    formId,
    applicant: applicantReference,
    answers: answersReference,
  },
  {
    $id: 'NewApplication',
    additionalProperties: false,
    description: 'An application for an animal or, without `petId`, for any animal.',
  },
)
export type NewApplication = Static<typeof NewApplication>

export const SubmittedApplication = Type.Object(
  {
    id,
    status: statusReference,
    statusUrl: Type.Optional(
      Type.String({
        description:
          'A secret link where the applicant can follow and withdraw the application. Absent from a replay once the ' +
          'applicant is erased.',
        examples: ['https://store.example.org/applications/hc9...'],
      }),
    ),
    mailStatus: HeldMailStatus,
  },
  {
    $id: 'SubmittedApplication',
    description: 'A received application.',
    examples: [
      {
        id: 1,
        status: 'submitted',
        statusUrl: 'https://adopt.example.org/applications/hc9...',
      },
    ],
  },
)

const head = { id, petId: Type.Optional(petId), formId }
const tail = {
  assigneeId: Type.Optional(assigneeId),
  orderId: Type.Optional(Int64({ description: 'The order placed by its approval.' })),
  createdAt: time('When it was sent (RFC 3339, UTC).'),
  updatedAt: time('When it last changed.'),
  closedAt: Type.Optional(time('When it was approved, declined or withdrawn.')),
}

/** An application as shown. */
export const Application = Type.Object(
  {
    ...head,
    formVersion: Type.Integer({
      description: 'The version of the form that it answers.',
      examples: [1],
    }),
    status: statusReference,
    applicant: Type.Optional(applicantReference),
    questions: Type.Optional(
      Type.Array(Type.Unsafe<Question>({ $ref: 'Question#' }), {
        maxItems: MAX_QUESTIONS,
        description: 'The questions as they were when the application was sent.',
      }),
    ),
    answers: Type.Optional(answersReference),
    note: Type.Optional(note),
    ...tail,
  },
  {
    $id: 'Application',
    description:
      'An application. `applicant`, `answers` and `note` are absent once erased, and without `applications:read`; ' +
      '`questions`, `answers` and `note` are not in lists.',
    examples: [
      {
        id: 1,
        petId: 1,
        formId: 1,
        formVersion: 1,
        status: 'inReview',
        applicant: { name: 'Ada Lovelace', email: 'ada@example.org' },
        questions: [questionExample],
        answers: { home: 'House' },
        note: 'Call on Monday.',
        assigneeId: 1,
        createdAt: '2026-11-20T09:30:00.000Z',
        updatedAt: '2026-11-20T09:30:00.000Z',
      },
    ],
  },
)
export type Application = Static<typeof Application>

/** The data in events. It contains no personal data, so erasures need not change events. */
const ApplicationProgress = Type.Object(
  { ...head, status: statusReference, ...tail },
  {
    $id: 'ApplicationProgress',
    description: 'The progress of an application, without any data of the applicant.',
  },
)
type ApplicationProgress = Static<typeof ApplicationProgress>

export const ApplicationPatch = Type.Object(
  {
    status: Type.Optional(statusReference),
    assigneeId: Type.Optional(Type.Union([assigneeId, Type.Null()], { description: 'The user it is assigned to.' })),
    note: Type.Optional(Type.Union([note, Type.Null()])),
  },
  {
    $id: 'ApplicationPatch',
    additionalProperties: false,
    description: 'Changes to an application (RFC 7396). `null` removes a field.',
  },
)
export type ApplicationPatch = Static<typeof ApplicationPatch>

export const Approval = Type.Object(
  {
    closeOthers: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether all other open applications for the animal are declined.',
      }),
    ),
    fee: Type.Optional(Fee),
  },
  { $id: 'Approval', additionalProperties: false, description: 'Options of an approval.' },
)
export type Approval = Static<typeof Approval>

/** An application as stored, with the account that sees it. */
export type OwnedApplication = {
  application: Application
  ownerId: bigint
  /** The salt of its secret link; undefined once erased. */
  linkSalt: string | undefined
  /** The language of mail to the applicant. */
  language: Language
}

export const applicationSorts = ['id', '-id'] as const
export type ApplicationSort = (typeof applicationSorts)[number]

/** The filters of a list, which a cursor is bound to. */
export type ApplicationFilter = {
  statuses?: readonly ApplicationStatus[]
  petId?: bigint
  assigneeId?: bigint
  /** Folded for the search. */
  q?: string
}

export type ApplicationChange =
  | { kind: 'application submitted'; after: Application; ownerId: bigint }
  | { kind: 'application changed'; before: Application; after: Application; ownerId: bigint }
  /** The responses of receivers to its events up to this position are already erased. */
  | { kind: 'applicant erased'; applicationId: bigint; eventsAfter: bigint }

export const applicationLocation = (applicationId: bigint): string => `/v1/applications/${applicationId}`

export const progressOf = (application: Application): ApplicationProgress => {
  const { applicant: _1, questions: _2, answers: _3, note: _4, formVersion: _5, ...progress } = application
  return progress
}

/** Removes all data of the applicant. */
export const withoutApplicant = (application: Application): Application => {
  const { applicant: _1, questions: _2, answers: _3, note: _4, ...rest } = application
  return rest
}

/** Mail to an applicant, without its text, as that contains the secret link. */
export const ApplicantMail = Type.Pick(Mail, ['id', 'kind', 'status', 'subject', 'createdAt', 'sentAt'])
export type ApplicantMail = Static<typeof ApplicantMail>

export const applicationSchemas = [
  ApplicationStatus,
  Applicant,
  AnswersSchema,
  NewApplication,
  SubmittedApplication,
  Application,
  ApplicationProgress,
  ApplicationPatch,
  Approval,
]
