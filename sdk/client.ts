import {
  type AccountCalls,
  accountCalls,
  type BanCalls,
  banCalls,
  type KeyCalls,
  keyCalls,
  type MeCalls,
  meCalls,
  type RateLimitCalls,
  rateLimitCalls,
  type UsageCalls,
  usageCalls,
} from './accounts.ts'
import {
  type CategoryCalls,
  categoryCalls,
  type InventoryCalls,
  inventoryCalls,
} from './categories.ts'
import { type EventCalls, eventCalls } from './events.ts'
import type { ClientOptions } from './options.ts'
import { type OrderCalls, orderCalls } from './orders.ts'
import { type PetCalls, petCalls } from './pets.ts'
import { transport } from './transport.ts'
import { type WebhookCalls, webhookCalls } from './webhooks.ts'

/**
 * The Animal Adoption Store, as a key may use it. Every call may throw an `ApiError` when the service refuses, a
 * `ConnectionError` or `TimeoutError` when no answer came, and the reason of its `signal` when that was aborted. What
 * passes by itself is tried again: see `Patience`.
 *
 * The key is kept where neither printing nor JSON shows it.
 */
export class AdoptionStore {
  readonly pets: PetCalls
  readonly categories: CategoryCalls
  readonly inventory: InventoryCalls
  readonly orders: OrderCalls
  readonly events: EventCalls
  readonly webhooks: WebhookCalls
  readonly rateLimit: RateLimitCalls
  readonly me: MeCalls
  readonly accounts: AccountCalls
  readonly keys: KeyCalls
  readonly bans: BanCalls
  readonly usage: UsageCalls

  /** Throws a TypeError when the key or the address cannot be one; sends nothing. */
  constructor(options: ClientOptions) {
    const { send, open, runtime } = transport(options)
    this.pets = petCalls(send)
    this.categories = categoryCalls(send)
    this.inventory = inventoryCalls(send)
    this.orders = orderCalls(send)
    this.events = eventCalls({ send, open, runtime })
    this.webhooks = webhookCalls(send)
    this.rateLimit = rateLimitCalls(send)
    this.me = meCalls(send)
    this.accounts = accountCalls(send)
    this.keys = keyCalls(send)
    this.bans = banCalls(send)
    this.usage = usageCalls(send)
  }
}
