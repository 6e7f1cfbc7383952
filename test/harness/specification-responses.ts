/** Sends requests to the operations of the specification, and records their responses. */

type Sent = {
  method: 'GET' | 'HEAD' | 'POST'
  url: string
  headers: Record<string, string>
  payload?: string
}
type Received = {
  statusCode: number
  headers: Record<string, number | string | string[] | undefined>
  body: string
}
/** A request as text, and its whole response. */
export type Recorded = { request: string; response: string }

type App = { key: { authorization: string }; send: (sent: Sent) => Promise<Received> }

const names = ['Biscuit', 'Łukasz "Luk" O\'Malley', '小白🐶', '</script>\u2028', 'x'.repeat(255)]
const statuses = [undefined, 'available', 'pending', 'sold']
const categories = ['1', '7', '-9223372036854775808', '9007199254740993']
const ANIMALS = 24

const added = Array.from({ length: ANIMALS }, (_, at) => {
  const status = statuses[at % statuses.length]
  const fields = `"name":${JSON.stringify(names[at % names.length])},"categoryId":${categories[(at >> 1) % 4]}`
  return `{${fields}${status ? `,"status":"${status}"` : ''}}`
})

const refused = [
  '{}',
  '[]',
  '{"name":"A"}',
  '{"categoryId":1}',
  '{"name":"A","categoryId":"1"}',
  '{',
  '{"name":" ","categoryId":1.5,"status":"gone","id":4,"species":"dog","photos":[]}',
]

const lists = [
  '',
  '?limit=1',
  '?limit=100',
  '?limit=5&status=available',
  '?status=pending',
  '?status=sold',
  '?limit=0',
  '?limit=101',
  '?limit=x',
  '?status=gone',
  '?status=sold&status=sold',
  '?species=dog',
  '?id=1,3,9',
  '?categoryId=9007199254740993',
  '?name=bis',
  '?sort=-id&limit=3',
  '?cursor=no',
]

const animals = ['1', '2', '4', '24', '25', '99', '0', 'x', '01', '9223372036854775808']

/** Adds animals and an order. */
export const recordWrites = async (app: App): Promise<Recorded[]> => {
  const record = recorder(app)
  for (const body of [...added, ...refused]) await record.post('/v1/pets', body)
  const customer = '{"name":"Ada","email":"ada@example.org"}'
  await record.post('/v1/store/orders', `{"petId":1,"customer":${customer}}`)
  await record.post('/v1/store/orders', `{"petId":3,"customer":${customer}}`)
  return record.all
}

/** Reads them in every way that the specification has. */
export const recordReads = async (app: App): Promise<Recorded[]> => {
  const record = recorder(app)
  for (const list of lists) {
    const { headers } = await record.get(`/v1/pets${list}`)
    const { etag, 'x-next-cursor': cursor } = headers
    const more = `${list === '' ? '?' : `${list}&`}cursor=${cursor}`
    if (cursor) await record.get(`/v1/pets${more}`)
    if (etag) await record.get(`/v1/pets${list}`, { 'if-none-match': String(etag) })
  }
  await record.get('/v1/pets?limit=2', { prefer: 'return=total-count' })
  for (const id of animals) {
    const { headers } = await record.get(`/v1/pets/${id}`)
    if (headers.etag) await record.get(`/v1/pets/${id}`, { 'if-none-match': String(headers.etag) })
  }
  for (const list of ['', '?limit=1', '?petId=1', '?status=placed']) {
    await record.get(`/v1/store/orders${list}`)
  }
  for (const url of ['/v1/pets', '/v1/pets/1', '/v1/store/orders']) {
    await record.head(url)
    await record.get(url, { authorization: '' })
    await record.get(url, { authorization: 'Bearer aas_live_no' })
  }
  await record.post('/v1/pets', '{"name":"Later","categoryId":1}', { authorization: '' })
  await record.post('/v1/pets', '{"name":"Later","categoryId":1}')
  return record.all
}

const recorder = ({ key, send }: App) => {
  const all: Recorded[] = []
  const ask = async (sent: Sent): Promise<Received> => {
    const headers = Object.entries({ ...key, ...sent.headers, 'x-request-id': 'the-same' })
    const response = await send({
      ...sent,
      headers: Object.fromEntries(headers.filter(([, value]) => value !== '')),
    })
    const { method, url, payload = '' } = sent
    const request = `${method} ${url} ${JSON.stringify(sent.headers)} ${payload}`
    all.push({ request, response: written(response) })
    return response
  }
  return {
    all,
    get: (url: string, headers = {}) => ask({ method: 'GET', url, headers }),
    head: (url: string) => ask({ method: 'HEAD', url, headers: {} }),
    post: (url: string, payload: string, headers = {}) =>
      ask({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}

/** The whole response, except the date and the remaining requests of the client. */
const written = ({ statusCode, headers, body }: Received): string => {
  const shown = Object.entries(headers).filter(([name]) => !/^date$|ratelimit/.test(name))
  const lines = shown.map(([name, value]) => `${name}: ${value}`).sort()
  return [statusCode, ...lines, '', body].join('\n')
}
