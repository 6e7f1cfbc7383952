/** Where pages were before, as people have them in bookmarks, mails and notes. */
const moved: readonly [from: string, to: string][] = [
  ['/admin/accounts', '/settings/accounts'],
  ['/admin', '/settings/accounts'],
  ['/orders', '/adoptions'],
  ['/categories', '/settings/categories'],
  ['/usage', '/settings/usage'],
  ['/webhooks', '/settings/webhooks'],
  ['/account', '/settings/account'],
  ['/users', '/settings/users'],
  ['/mail', '/settings/mail'],
  ['/audit-log', '/settings/audit-log'],
  ['/me', '/settings/sign-in'],
]

/** Where a path leads now; undefined if it never meant anything else. */
export const newPathOf = (path: string): string | undefined => {
  const found = moved.find(([from]) => path === from || path.startsWith(`${from}/`))
  return found && found[1] + path.slice(found[0].length)
}
