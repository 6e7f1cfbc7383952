import type { User } from '@adoption-store/client'
import { Pill } from '../../platform/pill.tsx'

/** Whether somebody can sign in, and has. */
export const UserState = ({ user: { disabledAt, lastSeenAt } }: { user: User }) => {
  if (disabledAt) return <Pill tone="bad">Disabled</Pill>
  return lastSeenAt ? <Pill tone="ok">Active</Pill> : <Pill tone="hold">Invited</Pill>
}
