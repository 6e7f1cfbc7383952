import { accountsContributions } from '../accounts/accounts.contributions.ts'
import type { MailKindTable } from '../accounts/mail/mail.ts'
import { adoptionsContributions } from '../adoptions/adoptions.contributions.ts'
import { animalsContributions } from '../animals/animals.contributions.ts'
import { catalogueContributions } from '../catalogue/catalogue.contributions.ts'
import { exchangeContributions } from '../exchange/exchange.contributions.ts'
import { feedContributions } from '../feed/feed.contributions.ts'
import { peopleContributions } from '../people/people.contributions.ts'
import { dueWorkTables } from '../platform/due-work/due-work.tables.ts'
import type { CopiedTables } from '../platform/storage/copy.ts'
import { referenceContributions } from '../reference/reference.contributions.ts'
import type { AuditActionTable } from '../requests/api/audit-action.ts'
import type { EventKinds } from '../requests/api/event-type.ts'
import type { HistoryActionTable } from '../requests/api/history-action.ts'
import type { Contributions } from '../requests/api/module.ts'
import type { ErrorTable } from '../requests/errors/api-error.ts'
import { requestsContributions } from '../requests/requests.contributions.ts'
import { backupTables } from './backups/backups.tables.ts'
import { replicaHealthTables } from './replica-health.tables.ts'

/** From the lowest module to the highest: a table is copied after those that it refers to. */
const modules = [
  requestsContributions,
  accountsContributions,
  feedContributions,
  peopleContributions,
  animalsContributions,
  adoptionsContributions,
  catalogueContributions,
  exchangeContributions,
  referenceContributions,
  { tables: { ...dueWorkTables, ...backupTables, ...replicaHealthTables } },
] as const satisfies readonly Contributions[]

const merged = <Name extends keyof Contributions>(name: Name): Merged<Name> =>
  // `Merged` has what `Object.assign` does to several values.
  Object.assign({}, ...modules.map((module: Contributions) => module[name])) as Merged<Name>

type Merged<Name extends keyof Contributions> = Intersection<Extract<Module, Record<Name, unknown>>[Name]>
type Module = (typeof modules)[number]
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never

/** The docs list the types of events in this order, and those of other nouns below. */
const nouns = ['pet', 'listing', 'order', 'application', 'category', 'key', 'webhook']

const ordered = <Kinds extends object>(kinds: Kinds): Kinds => {
  const placeOf = (type: string) => {
    const place = nouns.findIndex((noun) => type.startsWith(`${noun}.`))
    return place < 0 ? nouns.length : place
  }
  const entries = Object.entries(kinds).toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  return Object.fromEntries(entries) as Kinds
}

/** What all modules contribute. */
export const contributions = {
  // What no module contributes does not compile.
  tables: merged('tables') satisfies CopiedTables,
  errors: merged('errors') satisfies ErrorTable,
  // Nor does a kind of mail.
  mails: merged('mails') satisfies MailKindTable,
  personal: merged('personal'),
  mentions: merged('mentions'),
  auditActions: merged('auditActions') satisfies AuditActionTable,
  events: ordered(merged('events')) satisfies EventKinds,
  historyActions: merged('historyActions') satisfies HistoryActionTable,
}
