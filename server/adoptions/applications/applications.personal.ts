import { type Static, Type } from 'typebox'
import { petId, petName } from '../../people/personal-data/person.ts'
import { MAX_LISTED, type PersonalData } from '../../people/personal-data/personal-data.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { ApplicantMail, type Application, type ApplicationStatus, openStatuses } from './application.ts'
import { listOfPerson } from './application-lists.repository.ts'
import { listMailsOfPerson } from './application-mails.repository.ts'

const time = (description: string) => Type.String({ format: 'date-time', description })

const PersonApplication = Type.Object({
  id: Int64({ description: 'Identifier of the application.', examples: [1] }),
  petId: Type.Optional(petId),
  petName,
  status: Type.Unsafe<ApplicationStatus>({ $ref: 'ApplicationStatus#' }),
  createdAt: time('When it was sent.'),
  updatedAt: time('When it last changed.'),
  closedAt: Type.Optional(time('When it was approved, declined or withdrawn.')),
})

/** Applicants. */
export const applicantData: PersonalData = {
  list: async (query, of) =>
    (await listOfPerson(query, of)).map((application) => {
      const { id, petId, applicant, createdAt } = application
      return {
        exported: application,
        details: { id, petId, contact: applicant, createdAt, summary: summaryOf(application) },
      }
    }),
  exported: Type.Array(Type.Unsafe<Application>({ $ref: 'Application#' }), { maxItems: MAX_LISTED }),
  cases: {
    kind: 'application',
    streams: [{ table: 'applications', prefix: 'applicant', account: 'account_id' }],
    openStatuses,
    schemas: {
      count: Type.Integer({ description: 'Number of applications.', examples: [2] }),
      details: Type.Array(PersonApplication, { maxItems: MAX_LISTED, description: 'Newest first, at most 200.' }),
      erased: Type.Integer({ description: 'Number of applications whose applicant was erased.' }),
    },
    example: {
      id: 1,
      petId: 1,
      petName: 'Biscuit',
      status: 'approved',
      createdAt: '2026-11-20T09:30:00.000Z',
      updatedAt: '2026-11-20T09:30:00.000Z',
      closedAt: '2026-11-20T09:30:00.000Z',
    },
  },
}

const summaryOf = ({
  id,
  petId,
  status,
  createdAt,
  updatedAt,
  closedAt,
}: Application): Static<typeof PersonApplication> => ({
  id,
  ...(petId !== undefined && { petId }),
  status,
  createdAt,
  updatedAt,
  ...(closedAt !== undefined && { closedAt }),
})

/** It is erased with its application. */
export const applicantMailData: PersonalData = {
  list: async (query, of) => (await listMailsOfPerson(query, of)).map((mail) => ({ exported: mail })),
  exported: Type.Array(ApplicantMail, {
    maxItems: MAX_LISTED,
    description: 'Stored mail to the person about these applications.',
  }),
}
