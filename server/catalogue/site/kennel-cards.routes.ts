import { type Operation, operation } from '../../requests/api/operation.ts'
import { resource } from '../../requests/api/reply.ts'
import { KennelCardQuery, KennelCards } from './kennel-card.ts'
import type { KennelCardsService } from './kennel-cards.service.ts'

type Deps = { kennelCards: KennelCardsService }

export const kennelCardSchemas = [KennelCards]

/** The cards of animals to print, for staff. */
export const kennelCardOperations = ({ kennelCards }: Deps): Operation[] => [
  operation({
    id: 'getKennelCards',
    method: 'GET',
    path: '/animals/kennel-cards',
    tag: 'animals',
    stability: 'beta',
    scope: 'pets:read',
    summary: 'Get kennel cards of your animals',
    description:
      'Returns cards to hang at the kennels: photo, name, facts, fee, your organization, and a QR code that leads to the ' +
      "animal's page. Drafts have cards too, without a code. The public site shows the same card of each published animal " +
      'at `/adopt/{petId}/card`.',
    query: KennelCardQuery,
    returns: { 200: { description: 'The cards.', schema: KennelCards } },
    errors: [],
    guide: { name: 'adoption-site', about: 'The content of your adoption site' },
    example: {
      query: { id: '1' },
      client: `const { html } = await store.animals.kennelCards([1])\nconsole.log(html)`,
    },
    handle: async ({ caller, query: { id: ids, language }, origin }) =>
      resource(await kennelCards.print(caller, { ids, language }, origin)),
  }),
]
