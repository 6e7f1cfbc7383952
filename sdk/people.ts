import type { CallOptions, ListOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { ApplicantExport, ErasedPerson, PeopleQuery, Person, PersonDetails } from './schemas.ts'
import type { Send } from './transport.ts'

/**
 * Calls for people, that is, adopters by email address. They need `applications:read` and `orders:read`; erasing needs
 * `applications:write` and `orders:write`.
 */
export type PeopleCalls = ReturnType<typeof peopleCalls>

export const peopleCalls = (send: Send) => ({
  /** Lists people, last seen first. Awaitable, and iterable over all pages. */
  list: (query?: PeopleQuery, options?: ListOptions): List<Person> =>
    list(send, { operation: 'listPeople', path: '/people', query }, options),

  /** Gets a person with all applications and orders. Throws `person_not_found`. */
  get: (id: string, options?: ReadOptions): Call<PersonDetails> =>
    send({ operation: 'getPerson', path: path(id) }, options),

  /** Exports all data that your account has about the person. Throws `person_not_found`. */
  export: (id: string, options?: CallOptions): Call<ApplicantExport> =>
    send({ operation: 'exportPerson', path: `${path(id)}/export` }, options),

  /**
   * Erases the person's data from all applications and orders. Throws `person_not_found`, `not_owner`,
   * `person_has_open_cases`.
   */
  erase: (id: string, options?: CallOptions): Call<ErasedPerson> =>
    send({ operation: 'erasePerson', method: 'DELETE', path: path(id) }, options),
})

const path = (id: string): string => `/people/${inPath(id)}`
