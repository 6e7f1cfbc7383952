import type { PortalPage, Visit } from '../../requests/api/portal-page.ts'
import type { Reply } from '../../requests/api/reply.ts'
import { applyPath, idIn } from '../listings/slug.ts'
import type { Notice } from './apply.html.ts'
import type { Applying, ApplyService } from './apply.service.ts'
import type { Look } from './layout.html.ts'
import { pathIn } from './page-cache.ts'
import { type PageStatus, privatePage, readOnlyStatus, seeOther } from './private-page.ts'
import type { Visitor } from './site-lists.ts'

type Deps = {
  apply: ApplyService
  visitorOf: (visit: Visit) => Visitor
  lookFor: (visit: Visit) => Promise<Look>
}

/** The public form that people apply for an animal with. */
export const applyPages = ({ apply, visitorOf, lookFor }: Deps): PortalPage[] => {
  const shown = async (visit: Visit, applying: Applying, isSent: boolean): Promise<Reply> => {
    const look = await lookFor(visit)
    if (applying.is === 'sent') return seeOther(look.link(`${applying.path}?sent`))
    const { applyClosedPage, applyPage, applyPausedPage } = await import('./apply.html.ts')
    if (applying.is === 'closed') {
      const status = isSent ? 409 : 410
      return privatePage(visit, applyClosedPage(look, applying.animal, isSent), { status })
    }
    if (applying.is === 'paused') return privatePage(visit, applyPausedPage(look, applying.animal), readOnlyStatus)
    const { view } = applying
    return privatePage(visit, applyPage(look, view), isSent ? { ...statusOf(view.notice), isOfForm: true } : {})
  }

  return [
    {
      path: '/adopt/{name}/apply',
      isForVisitors: true,
      isRejectedUnderLoad: true,
      async handle(visit) {
        const petId = idIn(String(visit.params.name))
        if (petId === undefined) return undefined
        const found = await apply.show(petId, visitorOf(visit))
        if (found?.is === 'form') {
          const path = applyPath(found.view.animal)
          if (path !== pathIn(visit.url)) {
            const { link } = await lookFor(visit)
            return { status: 301, headers: ['location', link(path)] }
          }
        }
        return found && shown(visit, found, false)
      },
      async receive(visit, form) {
        const petId = idIn(String(visit.params.name))
        if (petId === undefined) return undefined
        const visitor = { ...visitorOf(visit), address: visit.address }
        const found = await apply.receive(petId, visitor, form)
        return found && shown(visit, found, true)
      },
    },
  ]
}

const statusOf = (notice: Notice | undefined): PageStatus => {
  if (notice?.is === 'paused') return readOnlyStatus
  if (notice?.is !== 'tooMany') return { status: 400 }
  return { status: 429, headers: ['retry-after', String(notice.retryAfterSeconds)] }
}
