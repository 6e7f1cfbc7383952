import type { apiOf } from './console.ts'
import { jpeg } from './images.ts'
import { bearer } from './keys.ts'
import type { Server } from './server.ts'

/** What the forms are about. */
export type FormIds = Record<
  'pet' | 'form' | 'application' | 'adopted' | 'open' | 'import' | 'account' | 'user' | 'webhook',
  number
>

/** Adds what the forms are about. */
export const prepareForms = async (store: {
  api: ReturnType<typeof apiOf>
  key: string
  server: Pick<Server, 'fetch'>
}): Promise<FormIds> => {
  const { api, key, server } = store
  const { account } = await api.call('GET', '/v1/me')
  await api.call('PUT', `/v1/accounts/${account.id}/organization`, { name: 'Paws' })
  const questions = [{ id: 'home', label: 'Where will she live?', kind: 'text', required: true }]
  const form = (await api.call('POST', '/v1/forms', { name: 'Dogs', questions })).id
  const pet = (await api.addPet('Biscuit')).id
  const adopted = (await api.addPet('Olive')).id
  const post = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
    (
      await server.fetch(path, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': type },
        body,
      })
    ).json()
  await post(`/v1/pets/${pet}/photos`, 'image/jpeg', new Uint8Array(await jpeg(640, 480)))
  const csv = 'name,remark\nPepper,Sleeps a lot\n'
  const imported = await post('/v1/imports', 'application/octet-stream', csv)
  const applicant = { name: 'Ada', email: 'ada@example.org' }
  const applied = { formId: form, petId: pet, applicant, answers: { home: 'Here' } }
  const application = (await api.call('POST', '/v1/applications', applied)).id
  const order = (await api.call('POST', '/v1/store/orders', { petId: adopted, customer: applicant })).id
  for (const status of ['approved', 'delivered']) await api.call('PATCH', `/v1/store/orders/${order}`, { status })
  const open = (
    await api.call('POST', '/v1/store/orders', {
      petId: (await api.addPet('Hazel')).id,
      customer: applicant,
    })
  ).id
  const other = await api.call('POST', '/v1/accounts', {
    name: 'Tails',
    plan: 'enterprise',
    perMinute: 50,
    perDay: 500,
  })
  const user = await api.call('POST', '/v1/users', {
    name: 'Kim',
    email: 'kim@example.org',
    role: 'counselor',
  })
  const hook = await api.call('POST', '/v1/webhooks', {
    url: 'https://hooks.example.org/first',
    types: ['pet.created'],
  })
  await api.call('PUT', '/v1/categories/1', { name: 'Dogs' })
  return {
    pet,
    form,
    application,
    adopted: order,
    open,
    import: imported.id,
    account: other.id,
    user: user.id,
    webhook: hook.id,
  }
}
