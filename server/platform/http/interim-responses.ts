import type { ClientRequest } from 'node:http'

/** A well-behaved server sends one or two. */
const MAX_INTERIM = 20

/** Aborts a request to another server that sends an endless series of interim responses (1xx). */
export const limitInterim = (request: ClientRequest): void => {
  let count = 0
  request.on('information', () => {
    count += 1
    if (count > MAX_INTERIM) request.destroy(new Error('too many interim responses (1xx)'))
  })
}
