import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { fieldError } from './error-messages.ts'
import { Failure } from './failure.tsx'

type FormProps = {
  /** Why the last attempt failed. */
  error: unknown
  /** Fields that show their own errors; any other error is shown above the form. */
  fields: readonly string[]
  submitLabel: string
  cancelLabel?: string
  isBusy: boolean
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
          <Button type="submit" loading={props.isBusy} disabled={!props.canSubmit}>
            {props.submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A form in a window of its own. */
export const FormModal = ({ title, ...form }: FormProps & { title: string }) => (
  <Modal opened onClose={form.onClose} title={title}>
    <Form {...form} />
  </Modal>
)
