import type { Form, NewForm, QuestionKind } from '@adoption-store/client'
import { hasOptions } from './question-kinds.ts'

/** A question as typed into its fields. */
export type DraftQuestion = {
  /** Identifies the question within the draft. */
  key: number
  /** The id of its answers. A new question gets one when it is saved. */
  id: string | undefined
  label: string
  kind: QuestionKind
  required: boolean
  /** One option a line. */
  options: string
  help: string
}

export type Species = NonNullable<Form['species']>[number]

export type FormDraft = {
  name: string
  questions: readonly DraftQuestion[]
  /** Empty if it is for animals of all species. */
  species: readonly Species[]
}

let keys = 0
const nextKey = (): number => {
  keys += 1
  return keys
}

type Shown = Pick<Form, 'name' | 'questions' | 'species'>

export const draftOf = ({ name = '', questions, species = [] }: Shown): FormDraft => ({
  name,
  species,
  questions: questions.map(({ id, label, kind, required, options = [], help = '' }) => ({
    key: nextKey(),
    id,
    label,
    kind,
    required,
    help,
    options: options.join('\n'),
  })),
})

export const newQuestion = (): DraftQuestion => ({
  key: nextKey(),
  id: undefined,
  label: '',
  kind: 'text',
  required: false,
  options: '',
  help: '',
})

/** The form as the API accepts it. */
export const formOf = ({ name, questions, species }: FormDraft): NewForm => {
  const taken = new Set(questions.flatMap(({ id }) => id ?? []))
  return {
    ...(name.trim() && { name: name.trim() }),
    species: [...species],
    questions: questions.map(({ id = freeId(taken), label, kind, required, options, help }) => ({
      id,
      label: label.trim(),
      kind,
      required,
      ...(hasOptions(kind) && { options: linesOf(options) }),
      ...(help.trim() && { help: help.trim() }),
    })),
  }
}

/** `q1`, `q2` and so on, independent of the wording, which may change. */
const freeId = (taken: Set<string>): string => {
  for (let number = 1; ; number += 1) {
    const id = `q${number}`
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Whether both have the same questions. */
export const isSameForm = (one: FormDraft, other: FormDraft): boolean =>
  JSON.stringify(formOf(one)) === JSON.stringify(formOf(other))

/** Whether it can be sent. */
export const isComplete = ({ questions }: FormDraft): boolean =>
  questions.every(
    ({ label, kind, options }) => label.trim() !== '' && (!hasOptions(kind) || linesOf(options).length > 0),
  )

/** Moves one question to another place. */
export const movedQuestion = (
  questions: readonly DraftQuestion[],
  from: number,
  to: number,
): readonly DraftQuestion[] => {
  const moved = questions[from]
  if (!moved || to < 0 || to >= questions.length) return questions
  return questions.toSpliced(from, 1).toSpliced(to, 0, moved)
}
