import type { components, operations } from './openapi.gen.ts'

type Schemas = components['schemas']
/** What an operation takes as its query; cursors are followed by the lists themselves. */
type Query<Operation extends keyof operations> = NonNullable<
  operations[Operation]['parameters']['query']
>

/** An animal (spec section 2). */
export type Pet = Schemas['Pet']
/** An animal to add. */
export type NewPet = Schemas['NewPet']
/** What to change of an animal. */
export type PetPatch = Schemas['PetPatch']
/** Availability of an animal (spec section 3). */
export type PetStatus = Schemas['PetStatus']
/** At most 100 animals to add, all or each by itself. */
export type PetBatch = Schemas['PetBatch']
/** What became of each animal of a batch, in its order. */
export type PetBatchResults = Schemas['PetBatchResults']
/** Which animals, and how many in a page (1-100, 20 when left out). */
export type PetQuery = Query<'listPets'>
/** How many animals have each status. */
export type PetCounts = Schemas['PetCounts']

/** A category, with the number of its animals. */
export type Category = Schemas['Category']
/** A name for a category. */
export type NewCategory = Schemas['NewCategory']
/** What to change of a category. */
export type CategoryPatch = Schemas['CategoryPatch']

/** An order for an animal. */
export type Order = Schemas['Order']
/** An order to place. */
export type NewOrder = Schemas['NewOrder']
/** What to change of an order; `note: null` removes the note (RFC 7396). */
export type OrderPatch = Schemas['OrderPatch']
/** Where an order stands. */
export type OrderStatus = Schemas['OrderStatus']
/** Whom an animal goes to. */
export type Customer = Schemas['Customer']
/** Which orders, and how many in a page. */
export type OrderQuery = Query<'listOrders'>

/** What kinds of events there are. */
export type EventType = Schemas['Event']['type']
/** Which events, and how many in a page. */
export type EventQuery = Query<'listEvents'>

/** An address that events are sent to. */
export type Webhook = Schemas['Webhook']
/** A webhook to make. */
export type NewWebhook = Schemas['NewWebhook']
/** What to change of a webhook. */
export type WebhookPatch = Schemas['WebhookPatch']
/** A webhook with the secret it was just given. `secret` is absent when the answer is a replay: rotate it then. */
export type WebhookWithSecret = Schemas['WebhookWithSecret']
/** How the receiver took a test. */
export type WebhookTest = Schemas['WebhookTest']
/** How the sending of one event stands. */
export type Delivery = Schemas['Delivery']

/** The plan, its windows as they stand, and the ban if there is one (spec section 8). */
export type RateLimit = Schemas['RateLimit']
/** The caller: the key in use, its scopes and its account. */
export type Me = Schemas['Me']
/** The name of a plan. */
export type Plan = Schemas['Plan']
/** Who calls: limits count for an account. */
export type Account = Schemas['Account']
/** An account to make. */
export type NewAccount = Schemas['NewAccount']
/** What to change of an account. */
export type AccountPatch = Schemas['AccountPatch']
/** The requests of one day, in UTC. */
export type UsageDay = Schemas['UsageDay']
/** What a key may do. */
export type Scope = Schemas['Scope']
/** A key, without its secret. */
export type ApiKey = Schemas['ApiKey']
/** A key to make. */
export type NewApiKey = Schemas['NewApiKey']
/** A key with its secret, shown once. `key` is absent when the answer is a replay: rotate it then. */
export type IssuedApiKey = Schemas['IssuedApiKey']
/** How a key is rotated. */
export type Rotation = Schemas['Rotation']
/** A key that is refused for a time. */
export type Ban = Schemas['Ban']
/** How many in a page (1-100, 20 when left out), and where it begins. */
export type PageQuery = Query<'listCategories'>
