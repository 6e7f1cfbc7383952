import type { Form, QuestionKind } from '@adoption-store/client'
import { speciesLabels } from '../../platform/species-labels.ts'

/** The kinds of questions, with their labels. */
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

/** Whether questions of this kind have options. */
export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices'

export const formName = ({ id, name }: Pick<Form, 'id' | 'name'>): string => name ?? `Form ${id}`

/** `only for: dog, cat`: the species that a form is for. */
export const speciesText = (species: NonNullable<Form['species']>): string =>
  `only for: ${species.map((one) => speciesLabels[one].toLowerCase()).join(', ')}`
