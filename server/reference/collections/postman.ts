import {
  type CollectionRequest,
  type Field,
  KEY_VARIABLE,
  type RequestCollection,
} from './request-collection.ts'

/** The format of Postman (Collection Format v2.1.0), which Insomnia, Hoppscotch and others import too. */
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
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }],
    request: {
      method: request.method,
      description: request.description,
      header: [...typeHeader(request), ...request.headers.map(field)],
      ...bodyOf(request),
      url: urlOf(request),
    },
    response: [],
  }
}

const typeHeader = ({ body, text }: CollectionRequest) => {
  const value = text?.type ?? (body === undefined ? undefined : 'application/json')
  return value === undefined ? [] : [{ key: 'Content-Type', value }]
}

const field = ({ name, value, description, isSent }: Field) => ({
  key: name,
  value,
  description,
  ...(!isSent && { disabled: true }),
})

const bodyOf = ({ body, file, text }: CollectionRequest) => {
  if (text !== undefined) return { body: { mode: 'raw', raw: text.value } }
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

/** Ids are read from texts: JavaScript would round those beyond 2^53 in a body. */
const scriptOf = ({ makes, finds, isList, mayBeMissing, success }: CollectionRequest): string[] => [
  `if ([${mayBeMissing ? '404, 409' : '409'}].includes(pm.response.code)) {`,
  "  pm.test('The error has a code and a message', () => {",
  "    pm.expect(pm.response.json()).to.include.all.keys('code', 'message')",
  '  })',
  '} else {',
  ...checksOf(success).map((line) => `  ${line}`),
  '}',
  ...(makes === undefined
    ? []
    : [
        "const place = pm.response.headers.get('Location')",
        `if (place) pm.collectionVariables.set('${makes}', place.split('/').pop())`,
      ]),
  ...(finds === undefined
    ? []
    : [
        `const first = /^\\[\\{"\\w*[iI]d":"?([^",}]+)/.exec(pm.response.text())`,
        `if (first) pm.collectionVariables.set('${finds}', first[1])`,
      ]),
  ...(isList
    ? ["pm.collectionVariables.set('cursor', pm.response.headers.get('X-Next-Cursor') || '')"]
    : []),
]

const checksOf = ({ statuses, shape }: CollectionRequest['success']): string[] => {
  const named = statuses.join(' or ')
  const status = `pm.test('The status is ${named}', () => pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]))`
  if (!shape) return [status]
  const { isArray, fields } = shape
  const keys = fields.map((name) => `'${name}'`).join(', ')
  const check = fields.length > 0 ? `pm.expect(one).to.include.all.keys(${keys})` : ''
  return [
    status,
    isArray
      ? `pm.test('The body is a list${fields.length > 0 ? ' of objects with the required fields' : ''}', () => {`
      : `pm.test('The body has the required fields', () => {`,
    '  const body = pm.response.json()',
    ...(isArray
      ? [
          "  pm.expect(body).to.be.an('array')",
          ...(check ? [`  for (const one of body) ${check}`] : []),
        ]
      : [
          "  pm.expect(body).to.be.an('object')",
          ...(check ? [`  ${check.replace('(one)', '(body)')}`] : []),
        ]),
    '})',
  ]
}
