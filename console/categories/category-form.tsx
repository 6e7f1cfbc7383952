import type { Category, Int64 } from '@adoption-store/client'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../platform/action.ts'
import { fieldFault } from '../platform/error-words.ts'
import { Failure } from '../platform/failure.tsx'
import { parseInt64 } from '../platform/int64.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'

type FormProps = { category: Category | undefined; onClose: () => void }

/** Gives a category its name, for the first time or anew. */
export const CategoryForm = ({ category, onClose }: FormProps) => {
  const store = useStore()
  const [idText, setIdText] = useState(category ? String(category.id) : '')
  const [name, setName] = useState(category?.name ?? '')
  const [wasTried, setTried] = useState(false)
  const id = category?.id ?? parseInt64(idText)
  const save = useAction((named: Int64) => store.categories.put(named, { name }), {
    isErrorShown: true,
    touches: [queryKeys.categories, queryKeys.categoryNames],
    done: (saved) => `Category ${saved.id} is called ${saved.name}.`,
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (id !== undefined) save.mutate(id)
  }
  const nameFault = fieldFault(save.error, 'name')
  return (
    <Modal
      opened
      onClose={onClose}
      title={category?.name ? `Rename ${category.name}` : 'Name a category'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {save.error && !nameFault ? <Failure error={save.error} /> : null}
          {!category && (
            <TextInput
              label="Id"
              description="A whole number: animals carry it as their category"
              required
              data-autofocus
              inputMode="numeric"
              autoComplete="off"
              value={idText}
              error={wasTried && id === undefined ? 'must be a whole number' : undefined}
              onChange={(event) => setIdText(event.currentTarget.value)}
            />
          )}
          <TextInput
            label="Name"
            placeholder="Dogs"
            required
            data-autofocus={category ? true : undefined}
            autoComplete="off"
            value={name}
            error={nameFault}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
