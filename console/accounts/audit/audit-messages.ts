import type { AuditAction, AuditEntry } from '@adoption-store/client'

/** What an entry did; the target and fields are shown beside it. The action itself while the labels are loading. */
export const actionLabel = (actions: readonly AuditAction[], action: string): string =>
  actions.find((known) => known.action === action)?.label ?? action

export const actorLabel = ({ type, id, name }: AuditEntry['actor']): string => {
  if (type === 'cli') return `Command line${name ? ` (${name})` : ''}`
  if (type === 'system') return 'The service'
  return `${name ?? (type === 'key' ? 'Key' : 'User')} #${id}`
}

/** The options of the action filter: a kind covers all actions that begin with it. */
export const actionKinds = (actions: readonly AuditAction[]): { value: string; label: string }[] => {
  const groups = new Map(actions.map(({ action, group }) => [action.split('.')[0] ?? action, group]))
  return [...groups]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}
