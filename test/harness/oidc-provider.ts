import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The claims of a person whom the provider knows; `sub` never changes. */
type Person = { sub: string } & Record<string, unknown>

type Details = { uid: string; prompt: { name: string } }
type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }

/** The part of the package that is used here, because it has no types. */
type Provider = {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Details>
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  on(event: string, listener: (...of: unknown[]) => void): void
  Grant: new (of: { accountId: string; clientId: string }) => Grant
}

type Library = { Provider: new (issuer: string, options: object) => Provider }

type Options = { redirectUri: string; clientId?: string; clientSecret?: string }

/** A real OpenID Connect provider, which signs one person in without asking. */
export const startOidcProvider = async ({
  redirectUri,
  clientId = 'store',
  clientSecret = 'a secret of store & provider: 100%',
}: Options) => {
  const name = 'oidc-provider'
  const { Provider } = (await import(name)) as Library
  const people = new Map<string, Person>()
  let current: Person | undefined
  /** Lets tests intercept requests to the provider. */
  let intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const open = () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'roles', 'realm_access', 'xms_edov'],
      },
      scopes: ['openid', 'email', 'profile'],
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['one of the tests'] },
      pkce: { required: () => true },
      interactions: { url: (_: unknown, { uid }: Details) => `/interaction/${uid}` },
      findAccount: (_: unknown, sub: string) => {
        const person = people.get(sub)
        return person && { accountId: sub, claims: async () => person }
      },
      async loadExistingGrant({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
        const grant = new provider.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    return provider
  }
  let provider = open()

  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    await provider.interactionDetails(request, response)
    const result = current
      ? { login: { accountId: current.sub } }
      : { error: 'access_denied', error_description: 'the person said no' }
    await provider.interactionFinished(request, response, result)
  }
  server.on('request', (request, response) => {
    if (intercept?.(request, response)) return
    if (request.url?.startsWith('/interaction/')) {
      interact(request, response).catch((error) => response.destroy(error))
    } else provider.callback()(request, response)
  })
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    },
    /** Sets who signs in from now on; undefined is a person who declines. */
    signInAs(person: Person | undefined): void {
      current = person
      if (person) people.set(person.sub, person)
    },
    intercept(by: typeof intercept): void {
      intercept = by
    },
    /** Forgets all cookies and codes. */
    reopen(): void {
      provider = open()
    },
    /** Visits a URL as a new browser. Returns where it is redirected in the end. */
    async visit(url: string): Promise<string> {
      const jar = new Map<string, string>()
      let at = url
      while (at.startsWith(issuer)) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const set of response.headers.getSetCookie()) {
          const [pair = ''] = set.split(';')
          const equals = pair.indexOf('=')
          jar.set(pair.slice(0, equals), pair.slice(equals + 1))
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${response.status} ${await response.text()}`)
        at = new URL(location, at).href
      }
      return at
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
