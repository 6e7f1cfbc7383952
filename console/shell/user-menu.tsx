import type { Me } from '@adoption-store/client'
import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { density } from '../look/density.ts'
import { notifyError } from '../platform/action.ts'
import { Avatar } from '../platform/avatar.tsx'
import { KeyIcon, SessionsIcon, SignOutIcon } from '../platform/icons.tsx'
import { leaveAll } from '../platform/unsaved.ts'
import { useMe } from '../session/permissions.ts'
import { roleLabels } from '../session/role-labels.ts'
import { signOut } from '../session/session.ts'
import classes from './user-menu.module.css'

/** The menu of the signed-in user. */
export const UserMenu = ({ position }: { position: 'top-start' | 'bottom-end' }) => {
  const { data: me } = useMe()
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await signOut().catch(notifyError)
    setBusy(false)
  }
  const isPerson = me?.type === 'user'
  return (
    <Menu position={position} width={268}>
      <Menu.Target>
        <UnstyledButton className={classes.me}>
          <Avatar name={me?.name ?? ''} icon={me && !isPerson && <KeyIcon size={16} />} />
          <VisuallyHidden>Signed in as </VisuallyHidden>
          {me && (
            <span className={classes.who}>
              <b>{me.name}</b> <small>{placeOf(me)}</small>
            </span>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {me && (
          <>
            <div className={classes.head}>
              <b>{me.name}</b>
              <small>{me.email ?? 'API key'}</small>
              <small>{placeOf(me)}</small>
            </div>
            <Menu.Divider />
          </>
        )}
        {isPerson && (
          <Menu.Item component={Link} to="/settings/sign-in" leftSection={<SessionsIcon size={18} />}>
            Your sign-in
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<SignOutIcon size={18} />}
          disabled={isBusy}
          onClick={() => leaveAll(() => void leave())}
        >
          Sign out
        </Menu.Item>
        <Menu.Divider />
        <Theme />
        <Menu.Divider />
        <DensityChoice />
      </Menu.Dropdown>
    </Menu>
  )
}

/** `Counselor · Riverside Shelter`; staff of the store belong to no account. */
const placeOf = ({ type, role, account }: Me): string => {
  const where = account?.name ?? (type === 'user' ? 'Store staff' : undefined)
  return [role ? roleLabels[role] : undefined, where].filter(Boolean).join(' · ')
}

const schemes: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Mantine remembers the choice in this browser. */
const Theme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const chosen = schemes.find((scheme) => scheme.value === value)
    if (chosen) setColorScheme(chosen.value)
  }
  return (
    <>
      <Menu.Label>Colors</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={choose}>
        {schemes.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

const densityLabels = { comfortable: 'Comfortable', compact: 'Compact' }

const DensityChoice = () => {
  const choose = (value: string) => {
    const chosen = density.choices.find((known) => known === value)
    if (chosen) density.set(chosen)
  }
  return (
    <>
      <Menu.Label>Density</Menu.Label>
      <Menu.RadioGroup value={density.use()} onChange={choose}>
        {density.choices.map((value) => (
          <Menu.RadioItem key={value} value={value}>
            {densityLabels[value]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
