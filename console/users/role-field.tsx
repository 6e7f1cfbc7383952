import type { Role } from '@adoption-store/client'
import { Radio, Stack } from '@mantine/core'
import { roleLabels, roleMeanings } from '../session/role-labels.ts'

const roles = ['viewer', 'counselor', 'manager', 'admin'] as const satisfies readonly Role[]

type RoleFieldProps = {
  role: Role
  /** Members do all of it for their own account alone. */
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
        <Radio
          key={value}
          value={value}
          label={roleLabels[value]}
          description={roleMeanings[value]}
        />
      ))}
    </Stack>
  </Radio.Group>
)
