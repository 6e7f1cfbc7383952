import type { Import, ImportOptions } from '@adoption-store/client'
import { Button, Group, Select } from '@mantine/core'
import { Failure } from '../../platform/failure.tsx'
import { formatCounted } from '../../platform/number-format.ts'
import { useCheckImport } from './imports.ts'
import classes from './questions.module.css'
import type { Need } from './reasons.ts'

type QuestionsProps = { of: Import; needs: readonly Need[]; onCheck: () => void }

/** Questions that only the shelter can answer about its file. Each answer reads the file again. */
export const Questions = ({ of, needs, onCheck }: QuestionsProps) => {
  const check = useCheckImport(of)
  const reply = (options: ImportOptions) => check.mutate(options, { onSuccess: onCheck })
  const { encodings = [] } = of
  if (needs.length === 0 && encodings.length === 0) return null
  return (
    <section className={classes.questions} aria-label="Questions about the file">
      {encodings.length > 0 && <EncodingQuestion encodings={encodings} isBusy={check.isPending} onReply={reply} />}
      {needs.map((need) => (
        <div key={need.option} className={classes.question}>
          <div>
            <h2>{titles[need.option]}</h2>
            <p>{textOf(need)}</p>
          </div>
          <Replies need={need} isBusy={check.isPending} onReply={reply} />
        </div>
      ))}
      {check.error ? <Failure error={check.error} /> : null}
    </section>
  )
}

type EncodingProps = {
  encodings: NonNullable<Import['encodings']>
  isBusy: boolean
  onReply: (options: ImportOptions) => void
}

/** For a file that is not UTF-8. It is read in the first encoding until the user chooses. */
const EncodingQuestion = ({ encodings: [likeliest, ...others], isBusy, onReply }: EncodingProps) => {
  if (!likeliest) return null
  return (
    <div className={classes.question}>
      <div>
        <h2>
          Are these right? <bdi>{wordsOf(likeliest)}</bdi>
        </h2>
        <p>
          The file does not say how it writes letters such as é. If no choice is right, save it as “CSV UTF‑8” in your
          spreadsheet, and choose that file.
        </p>
      </div>
      <Group gap="xs">
        <Button variant="default" disabled={isBusy} onClick={() => onReply({ encoding: likeliest.encoding })}>
          Yes
        </Button>
        {others.map((other) => (
          <Button
            key={other.encoding}
            variant="default"
            disabled={isBusy}
            onClick={() => onReply({ encoding: other.encoding })}
          >
            No, these: {wordsOf(other)}
          </Button>
        ))}
      </Group>
    </div>
  )
}

const MAX_WORDS = 3

const wordsOf = ({ samples }: EncodingProps['encodings'][number]): string => samples.slice(0, MAX_WORDS).join(', ')

const titles: Record<Need['option'], string> = {
  dateOrder: 'In dates, what comes first?',
  weightUnit: 'What are the weights in?',
  currency: 'Which currency are the fees in?',
}

const textOf = ({ option, sample, values }: Need): string => {
  const verb = values === 1 ? 'is' : 'are'
  const left = `${formatCounted(values, 'value')} such as “${sample}” ${verb} left out until you choose`
  return option === 'dateOrder' ? `${left}: it can be read as two days.` : `${left}.`
}

type RepliesProps = { need: Need; isBusy: boolean; onReply: (options: ImportOptions) => void }

const Replies = ({ need: { option, sample }, isBusy, onReply }: RepliesProps) => {
  if (option === 'currency') return <Currency isBusy={isBusy} onReply={onReply} />
  const replies = option === 'dateOrder' ? dateReplies(sample) : weightReplies
  return (
    <Group gap="xs">
      {replies.map(({ label, options }) => (
        <Button key={label} variant="default" disabled={isBusy} onClick={() => onReply(options)}>
          {label}
        </Button>
      ))}
    </Group>
  )
}

type Reply = { label: string; options: ImportOptions }

const weightReplies: readonly Reply[] = [
  { label: 'Pounds', options: { weightUnit: 'lb' } },
  { label: 'Kilograms', options: { weightUnit: 'kg' } },
  { label: 'Ounces', options: { weightUnit: 'oz' } },
  { label: 'Grams', options: { weightUnit: 'g' } },
]

const dayAndMonth = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/** Each option shows how it reads a date in the file, such as `3 April`. */
const dateReplies = (sample: string): readonly Reply[] => {
  const [, one, other] = /^\D*(\d{1,2})\D(\d{1,2})\D/.exec(sample) ?? []
  const shown = (day = 0, month = 0) =>
    day > 0 && month > 0 ? `: ${dayAndMonth.format(Date.UTC(2000, month - 1, day))}` : ''
  const [first, second] = [Number(one ?? 0), Number(other ?? 0)]
  return [
    { label: `The day${shown(first, second)}`, options: { dateOrder: 'dmy' } },
    { label: `The month${shown(second, first)}`, options: { dateOrder: 'mdy' } },
  ]
}

const currencyNames = new Intl.DisplayNames(undefined, { type: 'currency' })

const Currency = ({ isBusy, onReply }: Pick<RepliesProps, 'isBusy' | 'onReply'>) => (
  <Select
    aria-label="Currency"
    placeholder="Choose a currency"
    searchable
    w={260}
    maxDropdownHeight={260}
    disabled={isBusy}
    data={Intl.supportedValuesOf('currency').map((value) => ({
      value,
      label: `${value} · ${currencyNames.of(value)}`,
    }))}
    onChange={(currency) => currency !== null && onReply({ currency })}
  />
)
