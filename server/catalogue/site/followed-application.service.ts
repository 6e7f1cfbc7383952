import { isOpen } from '../../adoptions/applications/application.ts'
import type { FollowedApplication, SubmissionsService } from '../../adoptions/applications/submissions.service.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Maintenance } from '../../requests/maintenance/maintenance.ts'
import { tooMany } from '../../requests/rate-limits/limiter.ts'
import { type LookupGuard, LookupRejected } from '../../requests/rate-limits/lookup-guard.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import type { ApplicationView } from './application.html.ts'

type Deps = {
  submissions: Pick<SubmissionsService, 'follow' | 'withdraw'>
  listings: Pick<ListingsService, 'show'>
  organizations: Pick<OrganizationsService, 'find'>
  /** Limits failed lookups of secrets per address. */
  guard: LookupGuard
  maintenance: Pick<Maintenance, 'isReadOnly'>
  /** Whether applicants receive the link by mail. */
  isMailed: boolean
  /** How long the details of closed applications are stored. */
  retentionDays: number
}

/** A secret link, and who opens it. */
type FollowRequest = { secret: string; address: string; origin: string }

export type FollowedApplicationService = ReturnType<typeof followedApplicationService>

/** The pages at the secret links of applicants. */
export const followedApplicationService = (deps: Deps) => {
  const { submissions, listings, organizations, guard, maintenance, isMailed, retentionDays } = deps

  const viewOf = async (
    application: FollowedApplication,
    { secret, origin }: FollowRequest,
  ): Promise<ApplicationView | 'erased'> => {
    const { petId, ownerId, status } = application
    if (application.applicant === undefined) return 'erased'
    const [animal] = petId === undefined ? [] : await listings.show([petId])
    const organization = await organizations.find({ actsForStore: false }, ownerId)
    const path = `/applications/${secret}`
    return {
      application,
      animal,
      organization,
      path,
      origin,
      retentionDays,
      isMailed: isMailed && !application.isMailHeld,
      isOpen: isOpen(status),
      isPaused: maintenance.isReadOnly(),
    }
  }

  /** Undefined if the link leads nowhere, whatever the reason. Throws after too many failed lookups. */
  const find = async (request: FollowRequest): Promise<FollowedApplication | undefined> => {
    try {
      return await guard(request.address, () => submissions.follow(request.secret), isUnknown)
    } catch (error) {
      if (isUnknown(error)) return undefined
      throw error instanceof LookupRejected ? tooMany(error.decision) : error
    }
  }

  return {
    async show(request: FollowRequest): Promise<ApplicationView | 'erased' | undefined> {
      const found = await find(request)
      return found && viewOf(found, request)
    },

    /** Undefined if there is no such application. A closed application stays as it is, as its page says. */
    async withdraw(request: FollowRequest): Promise<'done' | 'paused' | undefined> {
      if (!(await find(request))) return undefined
      if (maintenance.isReadOnly()) return 'paused'
      await submissions.withdraw(request.secret, request.address).catch((error: unknown) => {
        if (!(error instanceof HttpError && error.code === 'invalid_transition')) throw error
      })
      return 'done'
    },
  }
}

const isUnknown = (error: unknown): boolean => error instanceof HttpError && error.code === 'application_not_found'
