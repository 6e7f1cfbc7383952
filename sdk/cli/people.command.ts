import type { Command } from 'commander'
import type { Person } from '../mod.ts'
import { type CommandContext, type ListLimit, limited, pageSize, remote, take } from './remote.ts'

type ListOptions = ListLimit & { search?: string }

/** `people list|show|export|erase`. */
export const peopleCommands =
  (context: CommandContext) =>
  (people: Command): void => {
    const ofOne = (name: string, description: string): Command =>
      people.command(name).description(description).argument('<id>', 'the person')

    const list = limited(people.command('list').description('list people, the last seen first')).option(
      '--search <text>',
      'only those with this in a name or the email address',
    )
    remote<[], ListOptions>(list, context, async (store, _args, options) => {
      const { search } = options
      const query = { ...(search !== undefined && { q: search }), limit: pageSize(options) }
      return personTable(await take(store.people.list(query), options))
    })

    remote<[string]>(ofOne('show', 'show the applications and orders of a person'), context, async (store, [id]) => {
      const person = await store.people.get(id)
      const rows = [
        ...person.applications.map((one) => ['application', one] as const),
        ...person.orders.map((one) => ['order', one] as const),
      ].map(([kind, { id: of, petName, petId, status, createdAt }]) => [kind, of, petName ?? petId, status, createdAt])
      return { json: person, headings: ['KIND', 'ID', 'ANIMAL', 'STATUS', 'RECEIVED'], rows }
    })

    remote<[string]>(ofOne('export', 'show all data about a person'), context, async (store, [id]) => {
      const exported = await store.people.export(id)
      const { applications, orders } = exported
      const found = [
        context.print.counted(applications.length, 'application'),
        context.print.counted(orders.length, 'order'),
      ]
      return { json: exported, text: `${found.join(', ')}: --json shows them.` }
    })

    remote<[string]>(
      ofOne('erase', 'erase a person from all closed applications and orders'),
      context,
      async (store, [id]) => {
        const erased = await store.people.erase(id)
        const { applications, orders, remainingOrders, notedPets } = erased
        const rest =
          remainingOrders.length === 0
            ? ''
            : ` Others must erase the customer of these orders: ${remainingOrders.join(', ')}.`
        const places = [context.print.counted(applications, 'application'), context.print.counted(orders, 'order')]
        const noted =
          notedPets.length === 0 ? '' : ` Notes about these animals contain the email address: ${notedPets.join(', ')}.`
        const text = `Erased in ${places.join(' and ')}.${rest}${noted}`
        return { json: erased, text }
      },
    )
  }

const personTable = (people: Person[]) => ({
  json: people,
  headings: ['ID', 'NAME', 'EMAIL', 'APPLICATIONS', 'ORDERS', 'LAST SEEN'],
  rows: people.map(({ id, name, email, applicationCount, orderCount, lastSeenAt }) => [
    id,
    name,
    email,
    applicationCount,
    orderCount,
    lastSeenAt,
  ]),
})
