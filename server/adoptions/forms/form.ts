import { type Static, Type } from 'typebox'
import { type Species, species } from '../../animals/profiles/profile-values.ts'
import type { Fault } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { Lines } from '../../platform/http/lines.ts'
import { Name, ShownName } from '../../platform/http/name.ts'
import { linePattern } from '../../platform/http/patterns.ts'

/** The kinds of questions; `answers.ts` validates the answers of each. */
const questionKinds = ['text', 'longText', 'choice', 'choices', 'yesNo', 'number', 'date', 'email', 'phone'] as const

export const QuestionKind = Type.Unsafe<(typeof questionKinds)[number]>(
  Type.Enum([...questionKinds], {
    $id: 'QuestionKind',
    description:
      'The kind of answer. The answer to `text`, `longText`, `email`, `phone` and `date` (`2026-11-22`) is a string; ' +
      'to `choice`, one of the options; to `choices`, a list of options; to `yesNo`, a boolean; to `number`, a ' +
      'number.',
  }),
)
export type QuestionKind = Static<typeof QuestionKind>

export const MAX_QUESTIONS = 100
export const MAX_OPTIONS = 100

/** A pattern that all regular expression engines interpret alike. */
export const questionIdPattern = '^[A-Za-z][A-Za-z0-9_\\-]*$'

const line = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: linePattern,
    'x-rule': 'must be one line that is not blank, without control characters',
    description: `${description} At most ${maxLength} characters.`,
    examples: [example],
  })

const kind = Type.Unsafe<QuestionKind>({ $ref: 'QuestionKind#' })
const isRequired = 'Whether an answer is required.'

const commonFields = {
  id: Type.String({
    maxLength: 64,
    pattern: questionIdPattern,
    'x-rule': 'must start with a letter and contain only letters, digits, _ and -',
    description: 'Identifies the answer. Keep the id when only the wording changes.',
    examples: ['home'],
  }),
  label: line(500, 'The question.', 'What is your home like?'),
  kind,
}

const choices = {
  options: Type.Optional(
    Type.Array(line(200, 'One of the answers.', 'House'), {
      minItems: 1,
      maxItems: MAX_OPTIONS,
      description: 'For `choice` and `choices`: the options.',
    }),
  ),
  help: Type.Optional(Lines(1_000, 'Shown below the question. At most 1,000 characters.')),
}

export const questionExample = {
  id: 'home',
  label: 'What is your home like?',
  kind: 'choice',
  required: true,
  options: ['House', 'Flat'],
}

/** A question as shown. */
export const Question = Type.Object(
  { ...commonFields, required: Type.Boolean({ description: isRequired }), ...choices },
  { $id: 'Question', additionalProperties: false, description: 'One question of a form.' },
)
export type Question = Static<typeof Question>

export const NewQuestion = Type.Object(
  {
    ...commonFields,
    required: Type.Optional(Type.Boolean({ default: false, description: isRequired })),
    ...choices,
  },
  { $id: 'NewQuestion', additionalProperties: false, description: 'A question to ask.' },
)
export type NewQuestion = Static<typeof NewQuestion>

const formStates = ['draft', 'inUse'] as const

export const FormState = Type.Unsafe<(typeof formStates)[number]>(
  Type.Enum([...formStates], {
    $id: 'FormState',
    description: 'Whether applicants can use a form. Only keys with a scope for applications see a `draft`.',
  }),
)
export type FormState = Static<typeof FormState>

const state = Type.Unsafe<FormState>({ $ref: 'FormState#' })

const forSpecies = (description: string) =>
  Type.Array(Type.Unsafe<Species>(Type.Enum([...species])), {
    maxItems: species.length,
    uniqueItems: true,
    description,
    examples: [['dog']],
  })

const nameDocs = { description: 'The name of the form.', examples: ['Dogs'] }

export const NewForm = Type.Object(
  {
    name: Type.Optional(Name(nameDocs)),
    questions: Type.Array(Type.Unsafe<NewQuestion>({ $ref: 'NewQuestion#' }), {
      maxItems: MAX_QUESTIONS,
      description: 'The questions, in order.',
    }),
    state: Type.Optional(state),
    species: Type.Optional(
      forSpecies(
        'The species that the form is for; an empty list for all. The public form of an animal is the newest form in ' +
          'use for its species.',
      ),
    ),
  },
  {
    $id: 'NewForm',
    additionalProperties: false,
    description: "A form. Besides its questions, each form asks for the applicant's name and contact details.",
  },
)
export type NewForm = Static<typeof NewForm>

const time = (description: string) => Type.String({ format: 'date-time', description })

export const Form = Type.Object(
  {
    id: Int64({ description: 'Identifier of the form.', examples: [1] }),
    accountId: Type.Optional(
      Int64({
        description: 'The account it belongs to; absent for a form shared by all accounts.',
      }),
    ),
    name: Type.Optional(ShownName(nameDocs)),
    version: Type.Integer({
      description: 'The version number. The last 100 versions are stored, and every version that has applications.',
      examples: [1],
    }),
    questions: Type.Array(Type.Unsafe<Question>({ $ref: 'Question#' }), {
      maxItems: MAX_QUESTIONS,
    }),
    state,
    species: Type.Optional(forSpecies('The species that the form is for; absent if it is for all.')),
    createdAt: time('When the form was created (RFC 3339, UTC).'),
    updatedAt: time('When this version was created.'),
  },
  {
    $id: 'Form',
    description: 'A form for applications.',
    examples: [
      {
        id: 1,
        name: 'Adoption',
        version: 1,
        questions: [questionExample],
        state: 'inUse',
        createdAt: '2026-11-20T09:30:00.000Z',
        updatedAt: '2026-11-20T09:30:00.000Z',
      },
    ],
  },
)
export type Form = Static<typeof Form>

export type FormChange =
  | { kind: 'form created'; formId: bigint }
  | { kind: 'form changed'; formId: bigint; fields: readonly string[] }

/** The questions as stored. */
export const wholeQuestions = (questions: readonly NewQuestion[]): Question[] =>
  questions.map(({ id, label, kind: of, required = false, options, help }) => ({
    id,
    label,
    kind: of,
    required,
    ...(options && { options }),
    ...(help !== undefined && { help }),
  }))

const withOptions: readonly QuestionKind[] = ['choice', 'choices']

/** Checks what the schema cannot: duplicate ids, and missing, unexpected or duplicate options. */
export const formIssues = ({ questions }: Pick<NewForm, 'questions'>): Fault[] => {
  const ids = new Set<string>()
  return questions.flatMap((question, place) => {
    const at = `questions.${place}`
    const isTaken = ids.has(question.id)
    ids.add(question.id)
    return [
      ...(isTaken ? [fault(`${at}.id`, 'duplicate', 'must be unique within the form')] : []),
      ...optionIssues(question, `${at}.options`),
    ]
  })
}

const optionIssues = ({ kind: of, options }: NewQuestion, field: string): Fault[] => {
  if (!withOptions.includes(of)) {
    return options ? [fault(field, 'invalid_value', `is only for ${withOptions.join(' and ')}`)] : []
  }
  if (!options) return [fault(field, 'required', 'is required')]
  const isSame = new Set(options).size < options.length
  return isSame ? [fault(field, 'duplicate', 'must not have an option twice')] : []
}

const fault = (field: string, code: string, message: string): Fault => ({ field, code, message })
