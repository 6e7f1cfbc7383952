import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useCallback, useRef } from 'react'
import { confirm, isConfirming } from './confirm.tsx'
import { fieldError } from './error-messages.ts'
import { Failure } from './failure.tsx'
import { ReturnFocus } from './return-focus.ts'
import { useUnsavedDialog } from './unsaved.ts'

type FormProps = {
  /** Why the last attempt failed. */
  error: unknown
  /** Fields that show their own errors; any other error is shown above the form. */
  fields: readonly string[]
  submitLabel: string
  cancelLabel?: string
  isBusy: boolean
  /** Whether Enter submits at once, as in a question. */
  hasFocusOnSubmit?: boolean
  /** Whether everything required is filled in. */
  canSubmit: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Fields with the error of the last attempt above them and the buttons below. */
export const Form = ({ error, fields, children, ...props }: FormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  const isShownByField = fields.some((field) => fieldError(error, field) !== undefined)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {error && !isShownByField ? <Failure error={error} /> : null}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            type="submit"
            data-autofocus={props.hasFocusOnSubmit}
            loading={props.isBusy}
            disabled={!props.canSubmit}
          >
            {props.submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/**
 * A form in a dialog. If it is closed by accident, it asks before input is lost; Cancel does not
 * ask.
 */
export const FormModal = ({ title, ...form }: FormProps & { title: string }) => {
  const fields = useRef<HTMLDivElement>(null)
  const before = useRef('')
  // The dialog may be rendered later than the component.
  const opened = useCallback((container: HTMLDivElement | null) => {
    fields.current = container
    before.current = entriesOf(container)
  }, [])
  const isFilled = () => fields.current !== null && entriesOf(fields.current) !== before.current
  useUnsavedDialog(isFilled, form.isBusy)
  const leave = () => {
    if (isConfirming()) return
    if (!isFilled()) return form.onClose()
    confirm({
      title: 'Discard your changes?',
      text: 'It has not been saved.',
      yes: 'Discard',
      no: 'Keep editing',
      onYes: form.onClose,
    })
  }
  return (
    <Modal opened onClose={leave} title={title}>
      <ReturnFocus />
      <div ref={opened}>
        <Form {...form} />
      </div>
    </Modal>
  )
}

/** The input as one text, to compare. */
const entriesOf = (container: HTMLElement | null): string => {
  const entries = container?.querySelectorAll<HTMLInputElement>('input, textarea, select') ?? []
  return JSON.stringify([...entries].map(({ value, checked }) => [value, checked]))
}
