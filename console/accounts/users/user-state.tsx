import type { User } from '@adoption-store/client'
import { Pill } from '../../platform/pill.tsx'

/** Whether a user can sign in, and has done so. */
export const UserState = ({ user: { disabledAt, lastSeenAt } }: { user: User }) => {
  if (disabledAt) return <Pill tone="bad">Disabled</Pill>
  return lastSeenAt ? <Pill tone="ok">Active</Pill> : <Pill tone="hold">Invited</Pill>
}
