import { type Author, systemAuthor } from '../../server/requests/author/author.ts'

/** In whose name tests change what they need. */
export const tester: Author = systemAuthor('test')
