import type { Account } from '../../accounts/accounts/account.ts'
import type { Actor } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'

/** The account of the sample, and who adds or removes it. */
export type SampleParty = { account: Account; author: Author }

/** For the changes of single animals, which the audit log does not list. */
export const inBulk = ({ account, author }: SampleParty): SampleParty => ({
  account,
  author: { ...author, isInBulk: true },
})

export const actorOf = ({ account }: Pick<SampleParty, 'account'>): Actor => ({
  accountId: account.id,
  scopes: new Set(),
  actsForStore: false,
})
