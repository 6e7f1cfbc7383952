import type { Category } from '@adoption-store/client'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { foldText } from '../../platform/fold-text.ts'
import { FormModal } from '../../platform/form.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import { useCategoryNames, useNewCategory } from '../pets/category-names.ts'

type FormProps = { category: Category | undefined; onClose: () => void }

/** Adds or renames a category. */
export const CategoryForm = ({ category, onClose }: FormProps) => {
  const store = useStore()
  const create = useNewCategory()
  const names = useCategoryNames()
  const [name, setName] = useState(category?.name ?? '')
  const [wasTried, setTried] = useState(false)
  const same = names.all.find(({ text }) => foldText(text) === foldText(name.trim()))
  const isTaken = same !== undefined && same.id !== String(category?.id ?? '')
  const put = () => (category ? store.categories.put(category.id, { name }) : create(name))
  const save = useAction(put, {
    isErrorShown: true,
    touches: [queryKeys.categories, queryKeys.categoryNames],
    done: (saved) => `Category ${saved.name} saved.`,
    onDone: onClose,
  })
  const submit = () => {
    setTried(true)
    if (!isTaken) save.mutate(undefined)
  }
  return (
    <FormModal
      title={category?.name ? `Rename ${category.name}` : 'Add a category'}
      error={save.error}
      fields={['name']}
      submitLabel="Save"
      isBusy={save.isPending}
      canSubmit={name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Dogs"
        required
        data-autofocus
        autoComplete="off"
        value={name}
        error={wasTried && isTaken ? 'Another category has this name.' : fieldError(save.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormModal>
  )
}
