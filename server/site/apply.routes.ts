import type { PortalPage, Visit } from '../api/portal-page.ts'
import type { Reply } from '../api/reply.ts'
import type { Applying, ApplyService } from './apply.service.ts'
import { pathIn } from './kept-pages.ts'
import type { Look } from './layout.html.ts'
import { privatePage, seeOther } from './private-page.ts'
import { applyPath, idIn } from './slug.ts'
import type { Visitor } from './visitor.ts'

type Deps = {
  apply: ApplyService
  visitorOf: (visit: Visit) => Visitor
  lookFor: (visit: Visit) => Promise<Look>
}

/** The public form by which people apply for an animal. */
export const applyPages = ({ apply, visitorOf, lookFor }: Deps): PortalPage[] => {
  const shown = async (visit: Visit, applying: Applying, isSent: boolean): Promise<Reply> => {
    if (applying.is === 'sent') return seeOther(`${applying.path}?sent`)
    const { applyClosedPage, applyPage } = await import('./apply.html.ts')
    const look = await lookFor(visit)
    if (applying.is === 'closed') {
      const status = isSent ? 409 : 410
      return privatePage(visit, applyClosedPage(look, applying.animal, isSent), { status })
    }
    const { view, retryAfterSeconds } = applying
    const made = applyPage(look, view)
    if (!isSent) return privatePage(visit, made)
    return retryAfterSeconds === undefined
      ? privatePage(visit, made, { status: 400 })
      : privatePage(visit, made, {
          status: 429,
          headers: ['retry-after', String(retryAfterSeconds)],
        })
  }

  return [
    {
      path: '/adopt/{name}/apply',
      ...{ isForVisitors: true, isRefusedUnderLoad: true },
      async handle(visit) {
        const petId = idIn(String(visit.params.name))
        if (petId === undefined) return undefined
        const found = await apply.show(petId, visitorOf(visit))
        if (found?.is === 'form') {
          const path = applyPath(found.view.animal)
          if (path !== pathIn(visit.url)) return { status: 301, headers: ['location', path] }
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
