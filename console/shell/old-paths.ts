/** The former paths of pages, which people have in bookmarks, mails and notes. */
const moved: readonly [from: string, to: string][] = [
  ['/admin/accounts', '/settings/accounts'],
  ['/admin', '/settings/accounts'],
  ['/orders', '/adoptions'],
  ['/categories', '/settings/categories'],
  ['/usage', '/settings/usage'],
  ['/webhooks', '/settings/webhooks'],
  ['/keys', '/settings/keys'],
  ['/api-keys', '/settings/keys'],
  ['/account', '/settings/account'],
  ['/users', '/settings/users'],
  ['/mail', '/settings/mail'],
  ['/audit-log', '/settings/audit-log'],
  ['/me', '/settings/sign-in'],
]

/** Returns the new path; undefined if it never changed. */
export const newPathOf = (path: string): string | undefined => {
  const found = moved.find(([from]) => path === from || path.startsWith(`${from}/`))
  return found && found[1] + path.slice(found[0].length)
}
