import {
  type CollectionRequest,
  type Field,
  KEY_VARIABLE,
  type RequestCollection,
} from './request-collection.ts'

/** The files of a collection that Bruno opens as a folder, by their paths in it. */
export const brunoFiles = (collection: RequestCollection): Map<string, string> => {
  const { name, description, variables, folders } = collection
  const { baseUrl, [KEY_VARIABLE]: _, ...ids } = variables
  const files = new Map<string, string>()
  files.set(
    'bruno.json',
    `${JSON.stringify({ version: '1', name, type: 'collection' }, null, 2)}\n`,
  )
  files.set(
    'collection.bru',
    blocks([
      ['auth', ['mode: bearer']],
      ['auth:bearer', [`token: {{${KEY_VARIABLE}}}`]],
      ['vars:pre-request', Object.entries(ids).map(([key, value]) => pair(key, value))],
      ['docs', description.split('\n')],
    ]),
  )
  files.set(
    'environments/local.bru',
    `${blocks([['vars', [`baseUrl: ${baseUrl}`]]])}\nvars:secret [\n  ${KEY_VARIABLE}\n]\n`,
  )
  for (const folder of folders) {
    files.set(
      `${folder.name}/folder.bru`,
      blocks([
        ['meta', [`name: ${folder.name}`]],
        ['docs', [folder.description]],
      ]),
    )
    folder.requests.forEach((request, at) => {
      files.set(`${folder.name}/${request.id}.bru`, requestFile(request, at + 1))
    })
  }
  return files
}

type Block = [name: string, lines: readonly string[]]

const requestFile = (request: CollectionRequest, place: number): string => {
  const { name, method, path, pathParameters, query, headers, body, file, description } = request
  const kind = file !== undefined ? 'multipartForm' : body === undefined ? 'none' : 'json'
  const sent = query.filter(({ isSent }) => isSent).map((one) => `${one.name}=${one.value}`)
  const url = `{{baseUrl}}/${path.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`
  return blocks([
    ['meta', [`name: ${name}`, 'type: http', `seq: ${place}`]],
    [method.toLowerCase(), [`url: ${url}`, `body: ${kind}`, 'auth: inherit']],
    ['params:query', query.map(fieldLine)],
    ['params:path', pathParameters.map((one) => pair(one, `{{${one}}}`))],
    ['headers', headers.map(fieldLine)],
    ['body:json', body === undefined ? [] : body.split('\n')],
    ['body:multipart-form', file === undefined ? [] : [`file: @file(${file})`]],
    ['script:post-response', brunoScriptOf(request)],
    ['docs', description === '' ? [] : description.split('\n')],
  ])
}

const fieldLine = ({ name, value, isSent }: Field): string =>
  `${isSent ? '' : '~'}${pair(name, value)}`

const pair = (name: string, value: string): string => `${name}: ${value}`.trimEnd()

/** What keeps an id, or where the next page begins. */
export const brunoScriptOf = ({ makes, isList }: CollectionRequest): string[] => [
  ...(makes === undefined
    ? []
    : [
        "const place = res.getHeader('location')",
        `if (place) bru.setVar('${makes}', place.split('/').pop())`,
      ]),
  ...(isList ? ["bru.setVar('cursor', res.getHeader('x-next-cursor') ?? '')"] : []),
]

/** A block for each that has something in it. */
const blocks = (all: readonly Block[]): string =>
  all
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `${name} {\n${lines.map(indented).join('\n')}\n}\n`)
    .join('\n')

const indented = (line: string): string => (line === '' ? '' : `  ${line}`)
