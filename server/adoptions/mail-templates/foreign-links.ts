import { isIPv4, isIPv6 } from 'node:net'

/**
 * Text that a mail program may turn into a link: a URL with its protocol, two words joined by a dot, an email address,
 * or a host in Punycode.
 */
const linkPattern =
  /\/\/|@|[^\s.][.](?=[\p{L}\p{M}\p{N}-]*\p{L})[\p{L}\p{M}\p{N}-]{2}|(?<![\p{L}\p{N}])(?:www[.]|https?:|mailto:|tel:|xn--)/iu

/** Signs that are not shown, and that browsers leave out of addresses. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Dots that browsers accept in a host, besides those that become one in NFKC. */
const dots = /。/gu

/**
 * The first word of a text that could become a link to somewhere else than the organization's
 * website. Without this, a template could lead strangers anywhere in the store's name.
 */
export const findForeignLink = (text: string, website: string | undefined): string | undefined => {
  const own = website === undefined ? undefined : bare(website)
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(dots, '.')
    .split(/\s+/u)
    .find((word) => (linkPattern.test(word) || hasIpLink(word)) && bare(trimmed(word)) !== own)
}

/** Without the punctuation around it. */
const trimmed = (word: string): string => word.replace(/^["'“„«(<]{1,5}|[)>.,;:!?"'”»]{1,5}$/gu, '')

const bare = (address: string): string =>
  address
    .normalize('NFKC')
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .toLowerCase()

/** Numbers joined by dots, and the path or port that follows them. */
const numbers =
  /(?<![\p{L}\p{N}.])(?:0x[\da-f]*|\d+)(?:\.(?:0x[\da-f]*|\d+))*(?![\p{L}\p{N}]|\.[\p{L}\p{N}])(?:\.?(?::\d+)?[/?#]\S{1,40})?/giu
const bracketed = /\[([\da-f:.]{2,45})/giu

/** Longer runs of numbers are no host. */
const MAX_HOST = 80

/** Whether a word has an IP address as a host, in any notation that browsers understand. */
const hasIpLink = (word: string): boolean => {
  for (const [found] of word.matchAll(numbers)) if (isIpLink(found)) return true
  for (const [, address = ''] of word.matchAll(bracketed)) if (isIPv6(address)) return true
  return false
}

const isIpLink = (found: string): boolean => {
  const end = found.search(/\.?(?::\d+)?[/?#]/)
  const host = end < 0 ? found : found.slice(0, end)
  if (host.length > MAX_HOST || !isUnusual(host, end < 0 ? '' : found.slice(end))) return false
  return isIPv4(URL.parse(`http://${host}/`)?.hostname ?? '')
}

/** Dates, times, prices and telephone numbers are no hosts. */
const isUnusual = (host: string, rest: string): boolean => {
  const parts = host.split('.')
  if (/0x/i.test(host)) return true
  if (parts.length === 4) return rest !== '' || !isPhoneNumber(parts)
  const last = Number(parts.at(-1))
  return parts.length > 1 ? last > MAX_USUAL : last > MAX_PHONE && /\p{L}/u.test(rest)
}

/** Numbers up to here appear in dates and prices, such as 1.12.2026. */
const MAX_USUAL = 9_999
/** A single number is the host of a link only if it has the size of an address. */
const MAX_PHONE = 0xff_ff_ff

/** A telephone number written with dots: it begins with 0, and its other groups have two or three digits. */
const isPhoneNumber = ([first = '', ...others]: readonly string[]): boolean =>
  /^0\d/.test(first) && others.every((part) => /^\d{2,3}$/.test(part))
