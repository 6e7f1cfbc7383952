import type { Category, Int64 } from '@adoption-store/client'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { FormModal } from '../../platform/form.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

type FormProps = { category: Category | undefined; onClose: () => void }

/** Names or renames a category. */
export const CategoryForm = ({ category, onClose }: FormProps) => {
  const store = useStore()
  const [idText, setIdText] = useState(category ? String(category.id) : '')
  const [name, setName] = useState(category?.name ?? '')
  const [wasTried, setTried] = useState(false)
  const id = category?.id ?? parseInt64(idText)
  const save = useAction((named: Int64) => store.categories.put(named, { name }), {
    isErrorShown: true,
    touches: [queryKeys.categories, queryKeys.categoryNames],
    done: (saved) => `Category ${saved.id} is now named ${saved.name}.`,
    onDone: onClose,
  })
  const submit = () => {
    setTried(true)
    if (id !== undefined) save.mutate(id)
  }
  return (
    <FormModal
      title={category?.name ? `Rename ${category.name}` : 'Name a category'}
      error={save.error}
      fields={['name']}
      submitLabel="Save"
      isBusy={save.isPending}
      canSubmit={name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {!category && (
        <TextInput
          label="ID"
          description="The number that animals have as their category"
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
        error={fieldError(save.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  )
}
