import type { AuditEntry } from '@adoption-store/client'

/** What an action did, in words; its target and fields are shown beside it. */
const messages: Record<string, string> = {
  'pet.create': 'Added an animal',
  'pet.update': 'Changed an animal',
  'pet.delete': 'Deleted an animal',
  'pet.batch': 'Changed several animals',
  'profile.update': 'Changed a profile',
  'profile.batch': 'Changed several profiles',
  'listing.publish': 'Published a listing',
  'listing.unpublish': 'Unpublished a listing',
  'organization.update': 'Changed the organization',
  'category.update': 'Named a category',
  'category.delete': 'Removed the name of a category',
  'order.place': 'Started an adoption',
  'order.update': 'Changed an adoption',
  'order.approve': 'Approved an adoption',
  'order.deliver': 'Handed over an animal',
  'order.return': 'Recorded a return',
  'order.cancel': 'Cancelled an adoption',
  'order.expire': 'Ended an overdue adoption',
  'order.read': 'Read an adoption',
  'order.list': 'Listed adoptions',
  'customer.erase': "Erased an adopter's data",
  'event.list': 'Read events with adopters’ data',
  'event.stream': 'Followed events with adopters’ data',
  'account.create': 'Created an account',
  'account.update': 'Changed an account',
  'account.suspend': 'Suspended an account',
  'account.resume': 'Resumed an account',
  'account.transfer': "Transferred an account's animals",
  'account.receive': 'Received the animals of another account',
  'key.create': 'Created an API key',
  'key.rotate': 'Rotated an API key',
  'key.revoke': 'Revoked an API key',
  'key.ban': 'Banned an API key',
  'ban.lift': 'Lifted a ban',
  'webhook.create': 'Created a webhook',
  'webhook.update': 'Changed a webhook',
  'webhook.disable': 'Disabled a webhook',
  'webhook.rotate': "Rotated a webhook's secret",
  'webhook.delete': 'Deleted a webhook',
  'webhook.redeliver': 'Sent an event again',
  import: 'Imported a file',
  export: 'Exported the animals',
  backup: 'Backed up the database',
  restore: 'Restored a backup',
  copy: 'Copied the database',
  'sample.add': 'Added the sample shelter',
  'sample.remove': 'Removed the sample shelter',
  'audit.export': 'Exported the audit log',
  'audit.begin': 'Began the log of a store that was there before',
  'audit.gap': 'Lost entries of reads',
  'audit.unverified': 'Found the log changed',
  'user.create': 'Invited a user',
  'user.update': 'Changed a user',
  'user.delete': 'Deleted a user',
  'user.signIn': 'Signed in',
  'user.signInFailed': 'Failed to sign in',
  'user.signOut': 'Signed out',
}

/** The action itself where a newer service has one that this console does not know. */
export const actionMessage = (action: string): string => messages[action] ?? action

export const actorLabel = ({ type, id, name }: AuditEntry['actor']): string => {
  if (type === 'cli') return `Command line${name ? ` (${name})` : ''}`
  if (type === 'system') return 'The service'
  return `${name ?? (type === 'key' ? 'Key' : 'User')} #${id}`
}

/** What the filter by action offers: a kind of action covers all that begin with it. */
export const actionKinds = [
  { value: 'pet', label: 'Animals' },
  { value: 'profile', label: 'Profiles' },
  { value: 'listing', label: 'Listings' },
  { value: 'category', label: 'Categories' },
  { value: 'order', label: 'Adoptions' },
  { value: 'customer', label: "Adopters' data erased" },
  { value: 'event', label: 'Events read' },
  { value: 'account', label: 'Accounts' },
  { value: 'organization', label: 'Organizations' },
  { value: 'key', label: 'API keys' },
  { value: 'ban', label: 'Bans' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'user', label: 'Users' },
  { value: 'import', label: 'Imports' },
  { value: 'export', label: 'Exports' },
  { value: 'backup', label: 'Backups' },
  { value: 'restore', label: 'Restored backups' },
  { value: 'copy', label: 'Copies' },
  { value: 'sample', label: 'Sample shelter' },
  { value: 'audit', label: 'The log itself' },
] as const
export type ActionKind = (typeof actionKinds)[number]['value']
