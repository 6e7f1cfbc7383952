import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import type { ComponentType } from 'react'
import { MoonIcon, SunIcon, SystemIcon } from './icons.tsx'

type Choice = { name: string; icon: ComponentType; next: MantineColorScheme }

const choices: Record<MantineColorScheme, Choice> = {
  auto: { name: "the system's", icon: SystemIcon, next: 'light' },
  light: { name: 'light', icon: SunIcon, next: 'dark' },
  dark: { name: 'dark', icon: MoonIcon, next: 'auto' },
}

/** Goes round: as the system has it, light, dark. Mantine remembers the choice in this browser. */
export const ColourScheme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { name, icon: Icon, next } = choices[colorScheme]
  const label = `Colours: ${name}. Change to ${choices[next].name}`
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
