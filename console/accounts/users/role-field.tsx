import { type Role, roles } from '@adoption-store/client'
import { Radio, Stack } from '@mantine/core'
import { roleLabels, roleMeanings } from '../../session/role-labels.ts'

type RoleFieldProps = {
  role: Role
  /** Members can only do these things for their own account. */
  isMember: boolean
  error?: string | undefined
  onChange: (role: Role) => void
}

export const RoleField = ({ role, isMember, error, onChange }: RoleFieldProps) => (
  <Radio.Group
    label="Role"
    description={isMember ? 'Applies to their own account only.' : 'Applies to the whole store.'}
    value={role}
    error={error}
    onChange={(value) => onChange(roles.find((known) => known === value) ?? role)}
  >
    <Stack gap="xs" mt="xs">
      {roles.map((value) => (
        <Radio key={value} value={value} label={roleLabels[value]} description={roleMeanings[value]} />
      ))}
    </Stack>
  </Radio.Group>
)
