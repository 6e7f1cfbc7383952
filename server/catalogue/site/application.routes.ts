import { parseQuery } from '../../platform/http/query.ts'
import type { PortalPage, Visit } from '../../requests/api/portal-page.ts'
import type { Reply } from '../../requests/api/reply.ts'
import type { FollowedApplicationService } from './followed-application.service.ts'
import type { Look } from './layout.html.ts'
import type { OtherAnimals } from './other-animals.ts'
import { privatePage, readOnlyStatus, seeOther } from './private-page.ts'
import type { Visitor } from './site-lists.ts'

type Deps = {
  followed: FollowedApplicationService
  otherAnimals: OtherAnimals
  visitorOf: (visit: Visit) => Visitor
  lookFor: (visit: Visit) => Promise<Look>
}

/** The pages and actions at the secret links of applicants, which work even if the site is off. */
export const applicationPages = ({ followed, otherAnimals, visitorOf, lookFor }: Deps): PortalPage[] => {
  const askedBy = ({ params, address, origin }: Visit) => ({
    secret: String(params.secret),
    address,
    origin,
  })
  const pathOf = ({ params }: Visit): string => `/applications/${String(params.secret)}`
  const erased = async (visit: Visit): Promise<Reply> => {
    const { erasedPage } = await writers()
    return privatePage(visit, erasedPage(await lookFor(visit)), { status: 410 })
  }

  const paused = async (visit: Visit): Promise<Reply> => {
    const { withdrawPausedPage } = await writers()
    return privatePage(visit, withdrawPausedPage(await lookFor(visit), pathOf(visit)), readOnlyStatus)
  }

  const backTo = async (visit: Visit): Promise<Reply> => seeOther((await lookFor(visit)).link(pathOf(visit)))

  return [
    {
      path: '/applications/{secret}',
      isForVisitors: true,
      isRejectedUnderLoad: true,
      async handle(visit) {
        const view = await followed.show(askedBy(visit))
        if (view === undefined) return undefined
        if (view === 'erased') return erased(visit)
        const isNew = parseQuery(String(visit.query ?? '')).has('sent')
        const { applicationPage, offersOthers } = await writers()
        const look = await lookFor(visit)
        const others =
          look.hasSite && offersOthers(view) ? await otherAnimals(view.animal, visitorOf(visit)) : undefined
        return privatePage(visit, applicationPage(look, view, { isNew, others }))
      },
    },
    {
      path: '/applications/{secret}/withdraw',
      isForVisitors: true,
      isRejectedUnderLoad: true,
      async handle(visit) {
        const view = await followed.show(askedBy(visit))
        if (view === undefined) return undefined
        if (view === 'erased') return erased(visit)
        if (!view.isOpen) return backTo(visit)
        if (view.isPaused) return paused(visit)
        const { withdrawPage } = await writers()
        return privatePage(visit, withdrawPage(await lookFor(visit), view))
      },
      async receive(visit) {
        const outcome = await followed.withdraw(askedBy(visit))
        return outcome === 'paused' ? paused(visit) : outcome && backTo(visit)
      },
    },
  ]
}

const writers = () => import('./application.html.ts')
