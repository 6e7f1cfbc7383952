import assert from 'node:assert/strict'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'
import { bearer } from '../harness/keys.ts'
import type { mailServer } from '../harness/mail-server.ts'
import type { Receiver } from '../harness/receiver.ts'
import { filesIn, type Replica, type Running } from './running.ts'
import type { Shipped } from './shipped.ts'

type Stores = {
  shipped: Shipped
  running: Running
  /** The address for clients: of a load balancer, or of the only server. */
  address: string
  /** The beginning of links in mail. */
  publicUrl: string
  mail: Awaited<ReturnType<typeof mailServer>>
  receiver: Receiver
  /** Tests only photos, because the rest is the same as in a deployment that is tested fully. */
  onlyPhotos?: boolean
}

type Photo = { id: number; variants: { url: string; bytes: number }[] }
type Added = { petId: number; photo: Photo }

/**
 * A shelter's first day on a deployment: a key and a user by the command line, animals with photos through every
 * replica, mail and a webhook. After a restart everything must still be there, and only the expected places may have
 * been written.
 */
export const spendFirstDay = async (stores: Stores): Promise<void> => {
  const { running, address, shipped, onlyPhotos = false } = stores
  const [first] = running.replicas
  assert.ok(first)
  const headers = bearer(await createKey(first))
  // Its warnings depend on the machine, but no check may fail.
  await first.exec('doctor')

  const webhook = { url: stores.receiver.url, types: ['pet.photosUpdated'] }
  await send(`${address}/v1/webhooks`, headers, webhook)
  const added: Added[] = []
  for (const replica of running.replicas) added.push(await addPhoto(replica.address, headers))
  await allServe(stores, headers, added)
  if (!onlyPhotos) await spendTheRest(stores, headers, added)

  await running.stop()
  nothingFailed(running.replicas)
  onlyPhotosAreKept(shipped)
}

const spendTheRest = async (
  stores: Stores,
  headers: Record<string, string>,
  added: readonly Added[],
): Promise<void> => {
  const { running, address, receiver } = stores
  await eventually('each photo has reached the receiver', () => added.every(({ petId }) => received(receiver, petId)))
  await pagesAreThere(address)
  await running.restart()
  // Without a key, a write gets 401 once the balancer has found a replica that can write.
  await eventually(
    'the balancer sends writes',
    async () => (await fetch(`${address}/v1/pets`, { method: 'POST' })).status === 401,
  )
  const later = await addPhoto(address, headers)
  await allServe(stores, headers, [...added, later])
  await mailArrives(stores)
  await eventually('the photo after the restart has reached the receiver', () => received(receiver, later.petId))
}

const createKey = async (replica: Replica): Promise<string> => {
  const args = ['keys', 'create', '--plan', 'business', '--name', 'first day', '--json']
  return JSON.parse(await replica.exec(...args)).key
}

const send = async (url: string, headers: Record<string, string>, body: object) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  assert.equal(response.status, 201, `${url}: ${text}`)
  return JSON.parse(text)
}

let pictures = 0

/** Adds an animal with a unique photo. */
const addPhoto = async (address: string, headers: Record<string, string>): Promise<Added> => {
  pictures += 1
  const { petId, status, text } = await uploadPhoto(address, headers, await jpeg(900 + pictures, 600))
  assert.equal(status, 201, `${address}: ${text}`)
  return { petId, photo: JSON.parse(text) }
}

/** Adds an animal, and sends a photo of it. */
export const uploadPhoto = async (
  address: string,
  headers: Record<string, string>,
  photo: Buffer,
): Promise<{ petId: number; status: number; text: string }> => {
  const { id } = await send(`${address}/v1/pets`, headers, { name: 'Biscuit', categoryId: 7 })
  const response = await fetch(`${address}/v1/pets/${id}/photos`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/jpeg' },
    body: new Uint8Array(photo),
  })
  return { petId: id, status: response.status, text: await response.text() }
}

/** Every replica serves every file of every photo, whichever has stored it. */
const allServe = async (
  { running, address }: Stores,
  headers: Record<string, string>,
  added: readonly Added[],
): Promise<void> => {
  const addresses = new Set([...running.replicas.map((replica) => replica.address), address])
  for (const one of addresses) {
    for (const { petId, photo } of added) {
      const list = await fetch(`${one}/v1/pets/${petId}/photos`, { headers })
      const [found]: Photo[] = JSON.parse(await list.text())
      assert.equal(found?.id, photo.id, `${one} lists the photo of ${petId}`)
      for (const { url, bytes } of photo.variants) {
        const file = await fetch(`${one}${new URL(url).pathname}`)
        const body = await file.arrayBuffer()
        assert.deepEqual([file.status, body.byteLength], [200, bytes], `${one} serves ${url}`)
      }
    }
  }
}

const received = (receiver: Receiver, petId: number): boolean =>
  receiver.received.some(({ body }) => JSON.parse(body).data?.petId === petId)

/** Sends an invitation, and checks that its link leads to the public address. */
const mailArrives = async ({ running, mail, publicUrl }: Stores): Promise<void> => {
  const email = 'ada@example.org'
  const args = ['users', 'create', '--email', email, '--name', 'Ada', '--role', 'admin', '--json']
  await running.replicas[0]?.exec(...args)
  const isFor = ({ to }: { to: string[] }) => to.includes(email)
  await eventually(`mail to ${email} arrives`, () => mail.received.some(isFor))
  // Undoes the line wrapping of mail.
  const { raw = '' } = mail.received.find(isFor) ?? {}
  const text = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
  assert.ok(text.includes(`${publicUrl}/`), text)
}

/** Checks the pages in the image. The console and the gallery are there only if they were built. */
const pagesAreThere = async (address: string): Promise<void> => {
  for (const path of ['/', '/adopt', '/docs', '/docs/guides/first-request', '/openapi.json']) {
    const response = await fetch(`${address}${path}`, { headers: { accept: 'text/html' } })
    await response.arrayBuffer()
    assert.equal(response.status, 200, path)
  }
}

/** Fails if a replica tried to write elsewhere, even if its code ignored the error. */
const nothingFailed = (replicas: readonly Replica[]): void => {
  for (const { name, lines } of replicas) {
    const faults = lines().filter((line) =>
      /EACCES|EROFS|EPERM|ENOENT|photos|uploads|"level":"(error|fatal)"/.test(line),
    )
    assert.deepEqual(faults, [], name)
  }
}

/** Only photos and a cache of compiled code may have been written. */
const onlyPhotosAreKept = ({ volumes }: Shipped): void => {
  for (const { path, folder, replica } of volumes) {
    const others = filesIn(folder).filter(
      (file) => !/(^|\/)[0-9a-f]{2}\/[0-9a-f]{64}\.(webp|jpg)$/.test(file) && !isExpected(file),
    )
    assert.deepEqual(others, [], `${path} of ${replica ?? 'all replicas'}`)
  }
}

/** The embedded databases, their request logs, and the compile cache of Node.js. */
const isExpected = (file: string): boolean =>
  /^(store(\.staging)?\.db(-lock|\.requests(-journal)?)?|secret\.key|audit\.key)$|(^|\/)v\d[^/]*\/[0-9a-f]+$/.test(file)
