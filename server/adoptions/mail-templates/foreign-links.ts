/**
 * Text that a mail program may turn into a link: a URL with its protocol, two words joined by a dot, or an email
 * address.
 */
const linkPattern =
  /\/\/|@|[^\s.。][.。](?=[\p{L}\p{M}\p{N}-]*\p{L})[\p{L}\p{M}\p{N}-]{2}|^(?:www[.。]|https?:|mailto:|tel:)/iu

/** Signs that are not shown, and that browsers leave out of addresses. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The first word of a text that could become a link to somewhere else than the organization's
 * website. Without this, a template could lead strangers anywhere in the store's name.
 */
export const findForeignLink = (text: string, website: string | undefined): string | undefined => {
  const own = website === undefined ? undefined : bare(website)
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .split(/\s+/u)
    .find((word) => linkPattern.test(word) && bare(trimmed(word)) !== own)
}

/** Without the punctuation around it. */
const trimmed = (word: string): string => word.replace(/^["'“„«(<]{1,5}|[)>.,;:!?"'”»]{1,5}$/gu, '')

const bare = (address: string): string =>
  address
    .normalize('NFKC')
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .toLowerCase()
