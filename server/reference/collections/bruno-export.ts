import { hash } from 'node:crypto'
import { brunoScriptOf } from './bruno.ts'
import {
  type CollectionRequest,
  type Field,
  KEY_VARIABLE,
  type RequestCollection,
} from './request-collection.ts'

/** The whole collection in one file, as Bruno exports and imports it. */
export const brunoExport = ({ name, description, variables, folders }: RequestCollection) => {
  const { baseUrl = '', [KEY_VARIABLE]: _, ...ids } = variables
  return {
    name,
    uid: uidOf(name),
    version: '1',
    items: folders.map((folder, at) => ({
      uid: uidOf(`folder ${folder.name}`),
      name: folder.name,
      type: 'folder',
      seq: at + 1,
      root: { meta: { name: folder.name }, docs: folder.description },
      items: folder.requests.map((request, place) => requestItem(request, place + 1)),
    })),
    environments: [
      {
        uid: uidOf('environment'),
        name: 'local',
        variables: [
          environmentVariable('baseUrl', baseUrl, false),
          environmentVariable(KEY_VARIABLE, '', true),
        ],
      },
    ],
    root: {
      request: {
        auth: { mode: 'bearer', bearer: { token: `{{${KEY_VARIABLE}}}` } },
        vars: {
          req: Object.entries(ids).map(([key, value]) => ({
            ...{ uid: uidOf(`variable ${key}`), name: key, value },
            ...{ enabled: true, local: false },
          })),
        },
      },
      docs: description,
    },
  }
}

/** The same each time for the same thing: 21 letters and digits. */
const uidOf = (text: string): string => hash('sha256', text).slice(0, 21)

const environmentVariable = (name: string, value: string, secret: boolean) => ({
  ...{ uid: uidOf(`environment ${name}`), name, value },
  ...{ type: 'text', enabled: true, secret },
})

const requestItem = (request: CollectionRequest, seq: number) => {
  const { id, name, method, path, pathParameters, query, headers, description } = request
  const sent = query.filter(({ isSent }) => isSent).map((one) => `${one.name}=${one.value}`)
  const pathFields = pathParameters.map((one) => ({
    ...{ name: one, value: `{{${one}}}`, description: '', isSent: true },
  }))
  return {
    ...{ uid: uidOf(id), name, type: 'http-request', seq },
    request: {
      url: `{{baseUrl}}/${path.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
      method,
      auth: { mode: 'inherit' },
      headers: headers.map((one) => keyValue(id, one)),
      params: [
        ...query.map((one) => ({ ...keyValue(id, one), type: 'query' })),
        ...pathFields.map((one) => ({ ...keyValue(id, one), type: 'path' })),
      ],
      body: bodyOf(request),
      script: { req: null, res: brunoScriptOf(request).join('\n') || null },
      docs: description,
    },
  }
}

const keyValue = (owner: string, { name, value, description, isSent }: Field) => ({
  uid: uidOf(`${owner} ${name}`),
  ...{ name, value, description, enabled: isSent },
})

const bodyOf = ({ id, body, file }: CollectionRequest) => {
  const empty = { formUrlEncoded: [], multipartForm: [] }
  if (file !== undefined) {
    const field = {
      uid: uidOf(`${id} file`),
      type: 'file',
      name: 'file',
      value: [file],
      enabled: true,
    }
    return { ...empty, mode: 'multipartForm', multipartForm: [field] }
  }
  return body === undefined ? { ...empty, mode: 'none' } : { ...empty, mode: 'json', json: body }
}
