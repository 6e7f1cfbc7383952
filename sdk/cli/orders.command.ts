import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Int64, type NewOrder, type Order, type OrderStatus, orderStatuses } from '../mod.ts'
import {
  type CommandContext,
  type ListLimit,
  limited,
  pageSize,
  type Repeatable,
  readId,
  remote,
  repeatable,
  take,
} from './remote.ts'

type ListOptions = ListLimit & { status?: OrderStatus; pet?: Int64; search?: string; newest?: true }
type PlaceOptions = Repeatable & {
  name: string
  email: string
  phone?: string
  note?: string
  fee?: Fee
}
export type Fee = NonNullable<NewOrder['fee']>

/** `orders list|show|place|approve|deliver|return|cancel|undo`. */
export const orderCommands =
  (context: CommandContext) =>
  (orders: Command): void => {
    const list = limited(orders.command('list').description('list orders'))
      .addOption(new Option('--status <status>', 'only orders with this status').choices(orderStatuses))
      .option('--pet <id>', 'only orders for this animal', readId)
      .option('--search <words>', 'part of the name of the adopter or animal, of an email address, or an id')
      .option('--newest', 'the newest first')
    remote<[], ListOptions>(list, context, async (store, _args, options) => {
      const { status, pet, search, newest } = options
      const query = {
        ...(status && { status }),
        ...(pet !== undefined && { petId: pet }),
        ...(search !== undefined && { q: search }),
        ...(newest && { sort: '-id' as const }),
        limit: pageSize(options),
      }
      return orderTable(await take(store.orders.list(query), options))
    })

    const show = orders.command('show').description('show an order').argument('<id>', 'the order', readId)
    remote<[Int64]>(show, context, async (store, [id]) => orderRow(await store.orders.get(id)))

    const place = repeatable(orders.command('place').description('order an available animal'))
      .argument('<pet>', 'the animal', readId)
      .requiredOption('--name <name>', 'name of the adopter')
      .requiredOption('--email <address>', 'their email address')
      .option('--phone <number>', 'their phone number')
      .option('--note <text>', 'free text')
      .option('--fee <amount>', 'what the adopter pays, such as "150.00 EUR"', readFee)
    remote<[Int64], PlaceOptions>(place, context, async (store, [petId], { note, fee, ...given }) => {
      const { name, email, phone, idempotencyKey } = given
      const customer = { name, email, ...(phone !== undefined && { phone }) }
      return orderRow(
        await store.orders.place(
          { petId, customer, ...(note !== undefined && { note }), ...(fee && { fee }) },
          { idempotencyKey },
        ),
      )
    })

    for (const [move, description] of moves) {
      const command = orders.command(move).description(description).argument('<id>', 'the order', readId)
      remote<[Int64]>(command, context, async (store, [id]) => orderRow(await store.orders[move](id)))
    }
  }

/** `150.00 EUR`. The API has minor units: cents, or whole yen. */
export const readFee = (text: string): Fee => {
  const [, whole = '', decimals = '', currency = ''] = /^(\d{1,9})(?:\.(\d{1,3}))? ([A-Z]{3})$/.exec(text) ?? []
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency || 'EUR' })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  if (currency === '' || decimals.length > digits) throw new InvalidArgumentError('It is written as 150.00 EUR.')
  return { amount: Number(whole + decimals.padEnd(digits, '0')), currency }
}

const moves = [
  ['approve', 'approve a placed order'],
  ['deliver', 'hand the animal over; its status becomes sold'],
  ['return', 'take a delivered animal back'],
  ['cancel', 'cancel an order'],
  ['undo', 'undo the last step, within 15 seconds'],
] as const

const orderTable = (orders: Order[]) => ({
  json: orders,
  headings: ['ID', 'ANIMAL', 'STATUS', 'CUSTOMER', 'EXPIRES', 'UPDATED'],
  rows: orders.map(({ id, petId, status, customer, expiresAt, updatedAt }) => [
    id,
    petId,
    status,
    customer?.name,
    expiresAt,
    updatedAt,
  ]),
})

const orderRow = (order: Order) => ({ ...orderTable([order]), json: order })
