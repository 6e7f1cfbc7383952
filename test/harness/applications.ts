import { scopes } from '../../server/requests/access/scope.ts'
import type { TestApp } from './app.ts'
import { tester } from './author.ts'

type Headers = Record<string, string>

/** Applies as a program with a key does. Each applicant has a different email address. */
export const applicationsOf = (app: TestApp, headers: Headers = app.key) => {
  let applicants = 0
  const send = (method: 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object, more?: Headers) =>
    app.inject({
      method,
      url,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...more },
      ...(body && { payload: JSON.stringify(body) }),
    })
  const post = (url: string, body: object, more?: Headers) => app.post(url, body, { ...headers, ...more })
  const newApplicant = () => {
    applicants += 1
    return { name: `Ada ${applicants}`, email: `ada-${applicants}@example.org` }
  }

  return {
    get: (url: string, more?: Headers) => app.get(url, { ...headers, ...more }),
    post,
    put: (url: string, body: object, more?: Headers) => send('PUT', url, body, more),
    patch: (url: string, body: object, more?: Headers) => send('PATCH', url, body, more),
    remove: (url: string, more?: Headers) => send('DELETE', url, undefined, more),
    async addPet(fields: object = {}): Promise<number> {
      return (await post('/v1/pets', { name: 'Biscuit', categoryId: 7, ...fields })).json().id
    },
    async addForm(questions: readonly object[]): Promise<number> {
      return (await post('/v1/forms', { questions })).json().id
    },
    /** Fills in the usual values of missing fields. */
    apply: (fields: object = {}, more?: Headers) =>
      post('/v1/applications', { formId: 1, applicant: newApplicant(), answers: {}, ...fields }, more),
  }
}

/** Headers of a key of another account, with all scopes of accounts. */
export const keyOfOther = async (app: TestApp) => {
  const { key, accountId } = await app.createKey('business')
  return { headers: app.bearer(key), accountId }
}

/** Headers of a publishable key of the account of `app.key`. */
export const publishableKey = async (app: TestApp): Promise<Headers> => {
  const { key } = await app.service.keys.create(tester, app.accountId, {
    name: 'page',
    kind: 'publishable',
    allowedOrigins: [],
  })
  return app.bearer(key)
}

export const everyScope = scopes
