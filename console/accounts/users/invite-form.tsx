import type { InvitedUser, NewUser, Role } from '@adoption-store/client'
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { fieldError } from '../../platform/error-messages.ts'
import { FormModal } from '../../platform/form.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useMembership } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { useAccountChoice } from './account-names.ts'
import { RoleField } from './role-field.tsx'

type InviteFormProps = { onClose: () => void; onInvited: (user: InvitedUser) => void }

const STAFF = 'staff'

/** Invites a person, as staff or as a member of an account. */
export const InviteForm = ({ onClose, onInvited }: InviteFormProps) => {
  const store = useStore()
  const own = useMembership()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('counselor')
  const [place, setPlace] = useState(STAFF)
  const invite = useAction((user: NewUser) => store.users.create(user), {
    isErrorShown: true,
    touches: [queryKeys.users],
    onDone(invited) {
      onInvited(invited)
      onClose()
    },
  })
  const accountId = place === STAFF ? undefined : parseInt64(place)
  const submit = () =>
    invite.mutate({
      name: name.trim(),
      email: email.trim(),
      role,
      ...(accountId !== undefined && { accountId }),
    })
  return (
    <FormModal
      title="Invite user"
      error={invite.error}
      fields={['name', 'email', 'role']}
      submitLabel="Invite"
      isBusy={invite.isPending}
      canSubmit={name.trim() !== '' && email.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        value={name}
        error={fieldError(invite.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Email"
        description="They sign in with this address"
        type="email"
        required
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={email}
        error={fieldError(invite.error, 'email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {!own && <PlaceField place={place} onChange={setPlace} />}
      <RoleField
        role={role}
        isMember={own !== undefined || place !== STAFF}
        error={fieldError(invite.error, 'role')}
        onChange={setRole}
      />
    </FormModal>
  )
}

const PlaceField = (props: { place: string; onChange: (place: string) => void }) => {
  const { data: accounts = [] } = useAccountChoice()
  return (
    <Select
      label="Works for"
      searchable
      allowDeselect={false}
      data={[
        { value: STAFF, label: 'The store (staff)' },
        ...accounts.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` })),
      ]}
      value={props.place}
      onChange={(value) => props.onChange(value ?? STAFF)}
    />
  )
}
