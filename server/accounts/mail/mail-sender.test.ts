import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { type MailOutcome, mailSender, mailServerFault } from './mail-sender.ts'
import type { SmtpConfig } from './smtp-config.ts'
import { testMessage } from './test-message.ts'

const message = testMessage('alex@x.org', { name: 'Paws', address: 'mail@example.org' }, 0)
/** Short, for servers that never reply. */
const limits = { setupMs: 300, idleMs: 300, totalMs: 900 }

const at = (port: number, more: Partial<SmtpConfig> = {}): SmtpConfig => ({
  host: '127.0.0.1',
  port,
  isTls: false,
  tls: 'auto',
  auth: undefined,
  ...more,
})

/** A server with custom replies. */
const rawServer = async (talk: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    talk(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Replies to each line by its first word, and is silent if there is no reply for it. */
const answering = (answers: Record<string, string>) => (socket: Socket) => {
  socket.write('220 hello\r\n')
  socket.on('data', (chunk) => {
    for (const line of String(chunk).split('\r\n')) {
      const answer = answers[line.split(/[ :]/)[0] ?? '']
      if (answer !== undefined) socket.write(`${answer}\r\n`)
    }
  })
}
const usual = { EHLO: '250 hello', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go on' }

const drip = (socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), 50)
  socket.once('close', () => clearInterval(timer))
}

test('an attempt always ends and reports the cause, whatever a mail server does', async () => {
  const talks: Record<string, [(socket: Socket) => void, MailOutcome['result']]> = {
    'says nothing': [() => {}, 'unreachable'],
    'hangs up': [(socket) => socket.destroy(), 'unreachable'],
    'is no mail server': [(socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'unreachable'],
    'drips its greeting': [(socket) => drip(socket, '220-x\r\n'), 'unreachable'],
    'has an endless greeting': [(socket) => socket.write('220-'.padEnd(1_000_000, 'x')), 'unreachable'],
    'turns everybody away': [(socket) => socket.write('554 go away\r\n'), 'unreachable'],
    'stalls after its greeting': [answering({}), 'unreachable'],
    'stalls at the recipient': [answering({ ...usual, RCPT: '' }), 'refused'],
    'stalls after the text': [answering(usual), 'refused'],
    'drips its verdict': [
      (socket) => {
        answering(usual)(socket)
        socket.on('data', (chunk) => String(chunk).includes('DATA') && drip(socket, '250-x\r\n'))
      },
      'refused',
    ],
    'wants us to sign in': [answering({ ...usual, MAIL: '530 Authentication required' }), 'unreachable'],
    'closes for today': [answering({ ...usual, MAIL: '421 closing' }), 'refused'],
  }
  for (const [what, [talk, result]] of Object.entries(talks)) {
    await using server = await rawServer(talk)
    const outcome = await mailSender(at(server.port), limits)(message)
    assert.equal(outcome.result, result, `${what}: ${JSON.stringify(outcome)}`)
    if (outcome.result === 'refused') assert.equal(outcome.isPermanent, false, what)
    if ('error' in outcome) assert.ok(outcome.error.length <= 300, what)
  }
})

test('certificates are checked, and a password is neither sent in cleartext nor shown', async () => {
  await using starttls = await mailServer({ disabledCommands: [] })
  const offered = await mailSender(at(starttls.port))(message)
  assert.match(JSON.stringify(offered), /unreachable.*certificate/)
  await using tls = await mailServer({ secure: true })
  const own = await mailSender(at(tls.port, { isTls: true }))(message)
  assert.match(JSON.stringify(own), /unreachable.*certificate/)
  await using plain = await mailServer()
  const needed = await mailSender(at(plain.port, { tls: 'required' }))(message)
  assert.equal(needed.result, 'unreachable')
  assert.equal(plain.received.length, 0)

  const auth = { user: 'mail', pass: 'hunter2' }
  await using picky = await mailServer({
    allowInsecureAuth: true,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error(`no ${password}`)),
  })
  const wrong = await mailSender(at(picky.port, { auth }))(message)
  assert.equal(wrong.result, 'unreachable')
  assert.doesNotMatch(JSON.stringify(wrong), /hunter2/)
  assert.match((await mailServerFault(at(picky.port, { auth }))) ?? '', /user or password/)
  const right = at(picky.port, { auth: { user: 'mail', pass: 'right' } })
  assert.equal(await mailServerFault(right), undefined)
  assert.deepEqual(await mailSender(right)(message), { result: 'sent' })
})

test('a stop cancels what the server has not received, and waits for its reply to the rest', async () => {
  await using silent = await rawServer(() => {})
  const stop = new AbortController()
  const waiting = mailSender(at(silent.port))(message, { stopping: stop.signal })
  stop.abort()
  assert.deepEqual(await waiting, { result: 'brokenOff' })

  let answer = () => {}
  const given = new Promise<void>((resolve) => {
    answer = resolve
  })
  const late = new AbortController()
  await using slow = await mailServer({
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        late.abort()
        answer()
        setImmediate(done)
      })
    },
  })
  const sending = mailSender(at(slow.port))(message, { stopping: late.signal })
  await given
  assert.deepEqual(await sending, { result: 'sent' })
})
