import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerIssues, orderedAnswers } from './answers.ts'
import { formIssues, type Question, type QuestionKind } from './form.ts'

const ask = (kind: QuestionKind, rest: Partial<Question> = {}): Question => ({
  id: 'asked',
  label: 'Why?',
  kind,
  required: false,
  ...(kind.startsWith('choice') && { options: ['House', 'Flat'] }),
  ...rest,
})

const markup = '<script>alert("x")</script> & "quotes"'

const answers: Record<QuestionKind, { good: unknown[]; bad: unknown[] }> = {
  text: {
    good: ['yes', markup, '🐕'.repeat(1_000)],
    bad: ['', ' ', 'a\r\nBcc: x@y.z', 'x'.repeat(1_001), '\ud800', 7, true, [], null, {}],
  },
  longText: {
    good: ['two\r\nlines', markup, 'x'.repeat(10_000)],
    bad: ['\n', '\u0000', 'x'.repeat(10_001), ['x'], 1],
  },
  choice: { good: ['House'], bad: ['house', '', 'Boat', ['House'], true] },
  choices: {
    good: [['House'], ['Flat', 'House']],
    bad: ['House', ['House', 'House'], ['Boat'], [7], ['House', 'Flat', 'House']],
  },
  yesNo: { good: [true, false], bad: ['true', 1, 'yes', null] },
  number: { good: [0, -1.5, 2 ** 53 - 1], bad: ['7', NaN, Infinity, 2n ** 60n, true] },
  date: {
    good: ['2026-11-22'],
    bad: ['2026-02-30', '22.11.2026', '2026-11-22T00:00:00Z', 20261122],
  },
  email: { good: ['ada@example.org'], bad: ['ada', 'a@b\r\nBcc: x', `${'x'.repeat(300)}@y.z`] },
  phone: { good: ['+44 20 7946 0000'], bad: ['call me', '1\r\n2'] },
}

for (const [kind, { good, bad }] of Object.entries(answers)) {
  test(`an answer of the kind ${kind} is checked, and its error names the question`, () => {
    const question = ask(kind as QuestionKind)
    for (const answer of good) {
      assert.deepEqual(answerIssues([question], { asked: answer }), [], String(answer))
      assert.deepEqual(orderedAnswers([question], { asked: answer }), { asked: answer })
    }
    for (const answer of bad) {
      const issues = answerIssues([{ ...question, required: true }], { asked: answer })
      assert.deepEqual([issues.length, issues[0]?.field], [1, 'answers.asked'], String(answer))
    }
    const missing = answerIssues([{ ...question, required: true }], {})
    assert.deepEqual([missing.length, missing[0]?.code], [1, 'required'])
    assert.deepEqual(answerIssues([question], {}), [])
  })
}

test('every issue is reported, also for answers to unknown questions with any name', () => {
  const issues = answerIssues([ask('text', { required: true })], {
    constructor: 1,
    toString: 'x',
    ['x'.repeat(10_000)]: 'y',
  })
  assert.deepEqual(
    issues.map(({ field, code }) => [field.slice(0, 20), code]),
    [
      ['answers.asked', 'required'],
      ['answers.constructor', 'unknown_field'],
      ['answers.toString', 'unknown_field'],
      ['answers.xxxxxxxxxxxx', 'unknown_field'],
    ],
  )
  assert.ok(issues.every(({ field }) => field.length <= 200))
})

test('a form reports which of its questions are invalid', () => {
  const issues = formIssues({
    questions: [
      { id: 'a', label: 'A?', kind: 'choice' },
      { id: 'a', label: 'A?', kind: 'text', options: ['x'] },
      { id: 'b', label: 'B?', kind: 'choices', options: ['x', 'x'] },
    ],
  })
  assert.deepEqual(
    issues.map(({ field }) => field),
    ['questions.0.options', 'questions.1.id', 'questions.1.options', 'questions.2.options'],
  )
})
