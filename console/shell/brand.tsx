import { Link } from 'wouter'
import { PawIcon } from '../platform/icons.tsx'
import { useOwnAccount } from '../session/own-account.ts'
import { useMe } from '../session/permissions.ts'
import classes from './shell.module.css'

/** The name of the user's shelter, and a label if this is staging. */
export const BrandMark = () => {
  const { data: me } = useMe()
  const own = useOwnAccount()
  const account = me?.type === 'user' && own.isOnly ? own.data?.name : undefined
  return (
    <Link to="/" className={classes.brand}>
      <span className={classes.mark}>
        <PawIcon size={20} />
      </span>
      <span className={classes.name}>
        <b>{account ?? 'Adoption Store'}</b>
        {account && <small>Adoption Store</small>}
      </span>
      {me?.environment === 'staging' && <span className={classes.staging}>Staging</span>}
    </Link>
  )
}
