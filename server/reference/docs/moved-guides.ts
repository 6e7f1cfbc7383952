/** Guides by their former names. */
export const movedGuides: ReadonlyMap<string, string> = new Map([['keys-in-a-web-page', 'authentication']])
