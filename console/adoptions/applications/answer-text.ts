import type { Answers, Question } from '@adoption-store/client'
import { formatDay } from '../../platform/time-format.ts'

type Answer = Answers[string]

/** An answer as staff read it; a dash if there is none. */
export const answerText = ({ id, kind }: Question, answers: Answers | undefined): string => {
  const answer = answers?.[id]
  if (answer === undefined || answer === '') return '–'
  return kind === 'date' ? formatDay(String(answer)) : plainText(answer)
}

const plainText = (answer: Answer): string => {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  if (typeof answer === 'number') return answer.toLocaleString()
  return Array.isArray(answer) ? answer.join(', ') : String(answer)
}
