import assert from 'node:assert/strict'
import { onEachEngine, testApp } from '../../../test/harness/app.ts'
import { applicationsOf } from '../../../test/harness/applications.ts'
import { seeded } from '../../../test/harness/seeded.ts'
import { type ApplicationStatus, applicationMoves, applicationStatuses } from './application.ts'

const RACERS = 60
const APPLICATIONS = 20

onEachEngine(
  'of many concurrent approvals for one animal, over all replicas, exactly one places an order',
  async (open) => {
    // On a busy machine the last of them waits long for its turn.
    const settings = { LOG_LEVEL: 'silent', DATABASE_DEADLINE_MS: '60000' }
    await using app = await open({ settings })
    const shared = { settings: { ...settings, DATABASE_URL: app.databaseUrl } }
    const isShared = app.engine === 'postgres'
    await using second = isShared ? await testApp(shared) : undefined
    await using third = isShared ? await testApp(shared) : undefined
    const { key } = await app.createKey('enterprise')
    const stores = [app, second, third]
      .filter((each) => each !== undefined)
      .map((each) => applicationsOf(each, app.bearer(key)))
    const [store] = stores
    assert.ok(store)
    const petId = await store.addPet()
    const urls: string[] = []
    for (let count = 0; count < APPLICATIONS; count += 1)
      urls.push(String((await store.apply({ petId })).headers.location))
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, at) =>
        (stores[at % stores.length] ?? store).post(`${urls[(at * 7) % urls.length]}/approve`, {
          closeOthers: at % 2 === 0,
        }),
      ),
    )
    const codes = answers.map(({ statusCode }) => statusCode).filter((code) => code !== 409)
    assert.deepEqual(codes, [201])
    const orders = (await store.get(`/v1/store/orders?petId=${petId}`)).json()
    const approved = (await store.get('/v1/applications?status=approved')).json()
    assert.deepEqual([orders.length, approved.length], [1, 1])
    assert.equal(approved[0].orderId, orders[0].id)
  },
)

onEachEngine('an application only makes the transitions in its table', async (open) => {
  await using app = await open({ settings: { LOG_LEVEL: 'silent' } })
  const random = seeded(7)
  const store = applicationsOf(app, app.bearer((await app.createKey('enterprise')).key))
  const url = async () => String((await store.apply({ petId: await store.addPet() })).headers.location)
  for (let round = 0; round < 12; round += 1) {
    const at = await url()
    let status: ApplicationStatus = 'submitted'
    for (let step = 0; step < 8; step += 1) {
      const to = applicationStatuses[Math.floor(random() * applicationStatuses.length)] ?? 'approved'
      const moves: readonly string[] = applicationMoves[status]
      const isApproval = to === 'approved' && random() < 0.7
      const response = isApproval ? await store.post(`${at}/approve`, {}) : await store.patch(at, { status: to })
      const isAllowed: boolean = moves.includes(to) && (to !== 'approved' || isApproval)
      const isSame: boolean = to === status && !isApproval
      const expected: number = isApproval && isAllowed ? 201 : isAllowed || isSame ? 200 : 409
      assert.equal(response.statusCode, expected, `${status} to ${to}: ${response.body}`)
      if (isAllowed) status = to
      assert.equal((await store.get(at)).json().status, status)
    }
  }
})
