import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { AdoptionStore, verifyWebhook, WebhookVerificationError } from './mod.ts'

const secret = `whsec_${btoa('a secret of thirty-two bytes ...')}`
const other = `whsec_${btoa('another one of thirty-two bytes .')}`
const at = new Date('2026-11-20T12:00:00Z')
const nowMs = () => at.getTime()
const payload = '{"id":"evt_1","type":"pet.created","data":{"id":9007199254740993,"name":"Größe"}}'

const headersBy = (...secrets: string[]) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(at.getTime() / 1_000),
  'webhook-signature': secrets.map((text) => new Webhook(text).sign('evt_1', at, payload)).join(' '),
})

const verify = (options: {
  body?: string | Uint8Array
  headers?: Parameters<typeof verifyWebhook>[1]
  secrets?: string | string[]
  laterSeconds?: number
  toleranceSeconds?: number
}) =>
  verifyWebhook(
    'body' in options ? (options.body as string) : payload,
    options.headers ?? headersBy(secret),
    options.secrets ?? secret,
    {
      nowMs: () => nowMs() + (options.laterSeconds ?? 0) * 1_000,
      toleranceSeconds: options.toleranceSeconds,
    },
  )

test('a webhook signed by the service is accepted, and its event has exact ids', async () => {
  const event = await verify({})
  assert.deepEqual(event.data, { id: 9007199254740993n, name: 'Größe' })
  await verify({ body: new TextEncoder().encode(payload) })
  await verify({ headers: new Headers(headersBy(secret)) })
  const upper = Object.entries(headersBy(secret)).map(([name, value]) => [name.toUpperCase(), value])
  await verify({ headers: Object.fromEntries(upper) })
})

test('during a secret rotation either side may be ahead', async () => {
  await verify({ headers: headersBy(other, secret) })
  await verify({ secrets: [other, secret] })
  await verify({ headers: headersBy(other, secret), secrets: [secret] })
})

test('a parsed body is rejected with an error that says its bytes are needed', async () => {
  for (const body of [JSON.parse(payload), undefined, 7]) {
    await assert.rejects(verify({ body }), { name: 'TypeError', message: /^payload must be/ })
  }
})

const refused = (call: Promise<unknown>) => assert.rejects(call, WebhookVerificationError)

test('a changed, foreign or missing signature is rejected', async () => {
  await refused(verify({ body: payload.replace('1', '2') }))
  await refused(verify({ secrets: other }))
  await refused(verify({ headers: { ...headersBy(secret), 'webhook-id': 'evt_2' } }))
  await refused(verify({ headers: { ...headersBy(secret), 'webhook-signature': 'v1,AAAA v1,%% v1a,x' } }))
  await refused(verify({ headers: { ...headersBy(secret), 'webhook-signature': '' } }))
  await refused(verify({ headers: {} }))
})

test('the timestamp is signed too, and must be recent', async () => {
  const headers = headersBy(secret)
  await verify({ laterSeconds: 300 })
  await verify({ laterSeconds: -300 })
  await refused(verify({ laterSeconds: 301 }))
  await refused(verify({ laterSeconds: -301 }))
  await refused(verify({ laterSeconds: 11, toleranceSeconds: 10 }))
  await refused(verify({ headers: { ...headers, 'webhook-timestamp': 'now' } }))
  const moved = String(at.getTime() / 1_000 + 1)
  await refused(verify({ headers: { ...headers, 'webhook-timestamp': moved } }))
})

test('an invalid secret is a TypeError', async () => {
  await assert.rejects(verify({ secrets: 'whsec_' }), TypeError)
  await assert.rejects(verify({ secrets: 'whsec_%%%' }), TypeError)
})

test('a webhook signed for a test equals one signed by the service, and is accepted', async () => {
  const { webhooks } = new AdoptionStore({ apiKey: 'k', baseUrl: 'http://store.test' })
  const text = await webhooks.sign(payload, secret, { id: 'evt_1', sentAt: at })
  assert.equal(text.body, payload)
  assert.deepEqual(text.headers, { 'content-type': 'application/json', ...headersBy(secret) })
  assert.equal((await verify({ body: text.body, headers: text.headers })).id, 'evt_1')

  const event = {
    id: 'evt_2',
    type: 'pet.deleted',
    time: '',
    data: { id: 9007199254740993n },
  } as const
  const rotated = await webhooks.sign(event, [other, secret])
  const received = new Request('http://receiver.test', { method: 'POST', ...rotated })
  assert.deepEqual(await verifyWebhook(await received.text(), received.headers, secret), event)
  assert.equal(rotated.headers['webhook-id'], 'evt_2')
  await assert.rejects(webhooks.sign(payload, 'whsec_%%%'), TypeError)
})
