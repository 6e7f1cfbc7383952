import { type Author, systemAuthor } from '../../server/requests/author/author.ts'

/** The author of changes that tests make directly. */
export const tester: Author = systemAuthor('test')
