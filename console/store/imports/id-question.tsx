import type { Import } from '@adoption-store/client'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { ColumnChoice } from './column-choice.ts'
import classes from './questions.module.css'

type QuestionProps = {
  of: Import
  choice: ColumnChoice
  /** With the position of the column; undefined if no column has the ids. */
  onAnswer: (at: number | undefined) => void
}

/** Asks which column has the ids, if one may have them and none is chosen. */
export const IdQuestion = ({ of, choice, onAnswer }: QuestionProps) => {
  const [isAnswered, setAnswered] = useState(false)
  const likely = of.columns.flatMap(({ name, samples, looksLikeId }, at) =>
    looksLikeId ? [{ at, name, samples }] : [],
  )
  const refuse = () => {
    setAnswered(true)
    onAnswer(undefined)
  }
  if (isAnswered || likely.length === 0 || choice.includes('externalId')) return null
  return (
    <section className={classes.questions} aria-label="Questions about the file">
      <div className={classes.question}>
        <div>
          <h2>Which column has the animals’ IDs?</h2>
          <p>A later file finds an animal by its ID. Without IDs, it would add every animal again.</p>
        </div>
        <Group gap="xs">
          {likely.map(({ at, name, samples }) => (
            <Button key={at} variant="default" onClick={() => onAnswer(at)}>
              {name}: {samples.slice(0, 2).join(', ')}
            </Button>
          ))}
          <Button variant="default" onClick={refuse}>
            None
          </Button>
        </Group>
      </div>
    </section>
  )
}
