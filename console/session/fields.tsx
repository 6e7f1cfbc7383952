import type { TextInputProps } from '@mantine/core'
import { Button, PasswordInput, type PasswordInputProps, TextInput } from '@mantine/core'
import classes from './welcome.module.css'

type FieldProps = { value: string; onChange: (text: string) => void }

export const WelcomeField = ({ onChange, ...props }: FieldProps & Omit<TextInputProps, 'onChange'>) => (
  <TextInput
    required
    withAsterisk={false}
    className={classes.field}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...props}
  />
)

/** Password managers fill it in as the user name. */
export const EmailField = (props: FieldProps & Omit<TextInputProps, 'onChange'>) => (
  <WelcomeField
    label="Email"
    type="email"
    name="email"
    autoComplete="username"
    autoCapitalize="off"
    spellCheck={false}
    {...props}
  />
)

export const PasswordField = ({ onChange, ...props }: FieldProps & Omit<PasswordInputProps, 'onChange'>) => (
  <PasswordInput
    label="Password"
    name="password"
    required
    withAsterisk={false}
    visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    className={classes.field}
    aria-invalid={props.error ? true : undefined}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...props}
  />
)

type SubmitProps = { isBusy: boolean; secondsLeft: number; children: string }

/** Shows how long to wait before another attempt. */
export const SubmitButton = ({ isBusy, secondsLeft, children }: SubmitProps) => (
  <Button type="submit" fullWidth className={classes.submit} loading={isBusy} disabled={secondsLeft > 0}>
    {secondsLeft > 0 ? `Try again in ${secondsLeft} s` : children}
  </Button>
)
