import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { mintSecret, signedHeaders } from './signature.ts'

const message = {
  id: 'evt_0000000000000000001',
  body: '{"name":"Bärli","categoryId":9007199254740993}',
}

test('the standardwebhooks library accepts our signatures and rejects changed ones', () => {
  const secret = mintSecret(randomBytes)
  const secrets = { secret, previousSecret: undefined, previousSecretUntilMs: 0 }
  const headers = signedHeaders(message, secrets, Date.now())
  new Webhook(secret).verify(message.body, headers)
  assert.throws(() => new Webhook(secret).verify(`${message.body} `, headers))
  assert.throws(() => new Webhook(mintSecret(randomBytes)).verify(message.body, headers))
})

test('a secret has 32 random bytes in the format of Standard Webhooks', () => {
  const secret = mintSecret(randomBytes)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(secret, mintSecret(randomBytes))
})

test('during a rotation either secret verifies, and afterwards only the new one', () => {
  const [secret, previousSecret] = [mintSecret(randomBytes), mintSecret(randomBytes)]
  const nowMs = Date.now()
  const secrets = { secret, previousSecret, previousSecretUntilMs: nowMs + 1 }
  const during = signedHeaders(message, secrets, nowMs)
  assert.match(during['webhook-signature'] ?? '', /^v1,[^ ]+ v1,[^ ]+$/)
  for (const each of [secret, previousSecret]) new Webhook(each).verify(message.body, during)
  const afterwards = signedHeaders(message, secrets, nowMs + 1)
  new Webhook(secret).verify(message.body, afterwards)
  assert.throws(() => new Webhook(previousSecret).verify(message.body, afterwards))
})
