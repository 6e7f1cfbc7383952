import assert from 'node:assert/strict'

type Response = { url: string; headers: Record<string, unknown> }

const isolated = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Only our HTML pages may run, load or embed anything; all other responses are isolated, errors included. */
export const checkPolicy = ({ url, headers }: Response): void => {
  const policy = String(headers['content-security-policy'])
  if (policy === isolated) return
  assert.match(String(headers['content-type'] ?? 'text/html'), /^text\/html\b/, url)
  assert.match(policy, /^default-src 'none';.* frame-ancestors 'none'$/, url)
}
