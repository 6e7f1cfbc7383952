import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ApiError, type Profile, type ProfilePatch } from '@adoption-store/client'
import { pendingOf, profileDraft, type SavedProfile } from './profile-draft.ts'

type Answer = SavedProfile | ApiError | Error

const start = { petId: 1, description: 'old', tags: null, coat: null } as unknown as Profile
const saved = (profile: object, etag: string): SavedProfile => ({ profile: { ...start, ...profile } as Profile, etag })
const failure = (code: ApiError['code'], status: number, fields: string[] = []) =>
  new ApiError({
    code,
    status,
    message: code,
    errors: fields.map((field) => ({ field, code: 'invalid_value', message: 'is wrong' })),
  })

/** A draft whose server gives prepared answers. */
const openDraft = (t: TestContext, { answers, latest }: { answers: Answer[]; latest?: SavedProfile }) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sent: { patch: ProfilePatch; ifMatch: string | undefined }[] = []
  const respond = (answer: Answer | undefined) => ({
    withResponse: async () => {
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer')
      return { data: answer.profile, etag: answer.etag }
    },
  })
  let current = saved({}, '"1"')
  const profiles = {
    update: (_: unknown, patch: ProfilePatch, { ifMatch }: { ifMatch?: string }) => {
      sent.push({ patch, ifMatch })
      return respond(answers.shift())
    },
    get: () => respond(latest),
  }
  const draft = profileDraft({
    profiles: profiles as never,
    petId: 1,
    saved: () => current,
    onSaved: (next) => {
      current = next
    },
  })
  /** The pause in typing, and all that follows from it. */
  const pause = async () => {
    t.mock.timers.tick(700)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { draft, sent, pause, shown: () => current }
}

test('changes are sent together after a pause in typing, each as a change of what was seen', async (t) => {
  const { draft, sent, pause, shown } = openDraft(t, { answers: [saved({ description: 'new' }, '"2"')] })
  draft.change({ description: 'n' })
  t.mock.timers.tick(699)
  draft.change({ description: 'new', coat: 'short' })
  await pause()
  assert.deepEqual(sent, [{ patch: { description: 'new', coat: 'short' }, ifMatch: '"1"' }])
  assert.equal(shown().etag, '"2"')
  assert.equal(draft.isDirty(), false)
})

test('a change of another field by somebody else is merged, and ours is sent again', async (t) => {
  const theirs = saved({ tags: ['shy'] }, '"2"')
  const { draft, sent, pause } = openDraft(t, {
    answers: [failure('precondition_failed', 412), saved({ description: 'new', tags: ['shy'] }, '"3"')],
    latest: theirs,
  })
  draft.change({ description: 'new' })
  await pause()
  assert.deepEqual(
    sent.map(({ ifMatch }) => ifMatch),
    ['"1"', '"2"'],
  )
  assert.equal(draft.isDirty(), false)
})

test('a change of the same field by somebody else waits for the user, who keeps the one or the other', async (t) => {
  const { draft, sent, pause } = openDraft(t, {
    answers: [failure('precondition_failed', 412), saved({ description: 'mine' }, '"3"')],
    latest: saved({ description: 'theirs' }, '"2"'),
  })
  draft.change({ description: 'mine' })
  await pause()
  draft.change({ description: 'mine' })
  await pause()
  assert.equal(sent.length, 1, 'nothing is overwritten without a decision')
  draft.resolve('mine')
  await pause()
  assert.deepEqual(sent[1], { patch: { description: 'mine' }, ifMatch: '"2"' })
})

test('fields that the server rejects stay, and the others are saved', async (t) => {
  const { draft, sent, pause } = openDraft(t, {
    answers: [failure('validation_failed', 400, ['tags[1]']), saved({ description: 'new' }, '"2"')],
  })
  draft.change({ description: 'new', tags: ['a', ''] })
  await pause()
  assert.deepEqual(sent[1]?.patch, { description: 'new' })
  assert.ok(draft.isDirty(), 'the rejected field is still there')
})

test('what could not be sent stays, and what is typed meanwhile is newer', async (t) => {
  const { draft, sent, pause } = openDraft(t, {
    answers: [new Error('offline'), saved({ description: 'newer', coat: 'long' }, '"2"')],
  })
  draft.change({ description: 'new', coat: 'long' })
  await pause()
  assert.ok(draft.isDirty())
  draft.change({ description: 'newer' })
  await pause()
  assert.deepEqual(sent[1]?.patch, { description: 'newer', coat: 'long' })
})

test('of several states of a field, the newest counts', () => {
  const unsaved = {
    sending: { coat: 'short' as const, tags: ['sent'] },
    rejected: { tags: ['rejected'] },
    changes: { coat: 'long' as const },
    error: undefined,
    state: 'saving' as const,
  }
  assert.deepEqual(pendingOf(unsaved), { coat: 'long', tags: ['rejected'] })
})
