import type { Form, QuestionKind } from '@adoption-store/client'

/** What can be asked for, as staff choose it. */
export const kindLabels: Record<QuestionKind, string> = {
  text: 'Short text',
  longText: 'Long text',
  choice: 'One of several',
  choices: 'Any of several',
  yesNo: 'Yes or no',
  number: 'Number',
  date: 'Date',
  email: 'Email address',
  phone: 'Phone number',
}

/** Of which there are options. */
export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices'

export const formName = ({ id, name }: Pick<Form, 'id' | 'name'>): string => name ?? `Form ${id}`
