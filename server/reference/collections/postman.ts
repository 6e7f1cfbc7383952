import {
  type CollectionRequest,
  type Field,
  KEY_VARIABLE,
  type RequestCollection,
} from './request-collection.ts'

/** As Postman imports it (Collection Format v2.1.0); Insomnia, Hoppscotch and others do, too. */
export const postmanCollection = ({
  name,
  description,
  variables,
  folders,
}: RequestCollection) => ({
  info: {
    // The id is always the same, so that an import replaces the previous one.
    _postman_id: '5b0c1f5e-6f0a-4a57-9d0e-ad0b7ed57012',
    name,
    description,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: {
    type: 'bearer',
    bearer: [{ key: 'token', value: `{{${KEY_VARIABLE}}}`, type: 'string' }],
  },
  variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
  item: folders.map((folder) => ({
    name: folder.name,
    description: folder.description,
    item: folder.requests.map(requestItem),
  })),
})

const requestItem = (request: CollectionRequest) => {
  const script = scriptOf(request)
  return {
    id: request.id,
    name: request.name,
    ...(script.length > 0 && {
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }],
    }),
    request: {
      method: request.method,
      description: request.description,
      header: [...(request.body === undefined ? [] : [jsonHeader]), ...request.headers.map(field)],
      ...bodyOf(request),
      url: urlOf(request),
    },
    response: [],
  }
}

const jsonHeader = { key: 'Content-Type', value: 'application/json' }

const field = ({ name, value, description, isSent }: Field) => ({
  key: name,
  value,
  description,
  ...(!isSent && { disabled: true }),
})

const bodyOf = ({ body, file }: CollectionRequest) => {
  if (file !== undefined) {
    return { body: { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: file }] } }
  }
  if (body === undefined) return {}
  return { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }
}

const urlOf = ({ path, pathParameters, query }: CollectionRequest) => {
  const sent = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${value}`)
  return {
    raw: `{{baseUrl}}/${path.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path,
    ...(query.length > 0 && { query: query.map(field) }),
    ...(pathParameters.length > 0 && {
      variable: pathParameters.map((name) => ({ key: name, value: `{{${name}}}` })),
    }),
  }
}

/** Ids are read from the address: in a body JavaScript would round those beyond 2^53. */
const scriptOf = ({ makes, isList }: CollectionRequest): string[] => [
  ...(makes === undefined
    ? []
    : [
        "const place = pm.response.headers.get('Location')",
        `if (place) pm.collectionVariables.set('${makes}', place.split('/').pop())`,
      ]),
  ...(isList
    ? ["pm.collectionVariables.set('cursor', pm.response.headers.get('X-Next-Cursor') || '')"]
    : []),
]
