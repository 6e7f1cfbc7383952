import { MIN_PASSWORD_LENGTH } from './password-length.ts'
import classes from './welcome.module.css'

/** The server's rules for passwords, shown in advance. */
export const PasswordRules = ({ id, password }: { id: string; password: string }) => {
  const length = [...password].length
  return (
    <ul id={id} className={classes.rules}>
      <li data-met={length >= MIN_PASSWORD_LENGTH ? '' : undefined}>
        At least {MIN_PASSWORD_LENGTH} characters
        {length > 0 && length < MIN_PASSWORD_LENGTH && `, ${length} so far`}
      </li>
      <li>Not a common password, and not your name or email address</li>
      <li>A few unrelated words are easy to remember and hard to guess</li>
    </ul>
  )
}
