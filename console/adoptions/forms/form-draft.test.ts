import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, formOf, isComplete, isSameForm, movedQuestion, newQuestion } from './form-draft.ts'

const form = {
  name: 'Dogs',
  species: ['dog' as const],
  questions: [
    { id: 'home', label: 'Home?', kind: 'choice' as const, required: true, options: ['House', 'Flat'] },
    { id: 'q1', label: 'More?', kind: 'text' as const, required: false, help: 'Anything' },
  ],
}

test('a form that nobody has changed is sent as it was', () => {
  assert.deepEqual(formOf(draftOf(form)), form)
  assert.ok(isSameForm(draftOf(form), draftOf(form)))
})

test('a new question gets an id that no other has, and fields that do not apply are left out', () => {
  const draft = draftOf(form)
  const added = { ...newQuestion(), label: ' New? ', options: 'left\nover', help: ' ' }
  const { questions } = formOf({
    ...draft,
    questions: [...draft.questions, added, { ...newQuestion(), label: 'Next?' }],
  })
  assert.deepEqual(questions[2], { id: 'q2', label: 'New?', kind: 'text', required: false })
  assert.equal(questions[3]?.id, 'q3')
})

test('a form is complete once each question has a text, and a choice has options', () => {
  const draft = draftOf(form)
  const withQuestion = (change: object) => ({ ...draft, questions: [{ ...newQuestion(), label: 'A', ...change }] })
  assert.ok(isComplete(draft))
  assert.ok(!isComplete(withQuestion({ label: ' ' })))
  assert.ok(!isComplete(withQuestion({ kind: 'choice', options: ' \n' })))
  assert.ok(isComplete(withQuestion({ kind: 'choice', options: 'One' })))
})

test('a question moves within the form, and not out of it', () => {
  const { questions } = draftOf(form)
  assert.deepEqual(
    movedQuestion(questions, 1, 0).map(({ id }) => id),
    ['q1', 'home'],
  )
  assert.equal(movedQuestion(questions, 0, 2), questions)
  assert.equal(movedQuestion(questions, 0, -1), questions)
})
