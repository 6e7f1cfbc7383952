import type { ClientRequest } from 'node:http'

/** A server has a hint or two to give before it responds. */
const MAX_INTERIM = 20

/** Breaks off a request to somebody else's server that is sent one interim response (1xx) after the other. */
export const limitInterim = (request: ClientRequest): void => {
  let count = 0
  request.on('information', () => {
    count += 1
    if (count > MAX_INTERIM) request.destroy(new Error('too many interim responses (1xx)'))
  })
}
