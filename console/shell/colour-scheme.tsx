import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import type { ComponentType } from 'react'
import { MoonIcon, SunIcon, SystemIcon } from '../platform/icons.tsx'

type Choice = { name: string; icon: ComponentType; next: MantineColorScheme }

const choices: Record<MantineColorScheme, Choice> = {
  auto: { name: 'system', icon: SystemIcon, next: 'light' },
  light: { name: 'light', icon: SunIcon, next: 'dark' },
  dark: { name: 'dark', icon: MoonIcon, next: 'auto' },
}

/** Switches between system, light and dark. Mantine remembers the choice in this browser. */
export const ColourScheme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { name, icon: Icon, next } = choices[colorScheme]
  const label = `Colour scheme: ${name}. Switch to ${choices[next].name}`
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon />
    </ActionIcon>
  )
}
