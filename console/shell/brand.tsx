import { Link } from 'wouter'
import { PawIcon } from '../platform/icons.tsx'
import { useMe } from '../session/permissions.ts'
import classes from './shell.module.css'

/** The name of the user's shelter, and a label if this is staging. */
export const BrandMark = () => {
  const { data: me } = useMe()
  const shelter = me?.type === 'user' ? me.shelter?.name : undefined
  return (
    <Link to="/" className={classes.brand}>
      <span className={classes.mark}>
        <PawIcon size={20} />
      </span>
      <span className={classes.name}>
        <b>{shelter ?? 'Adoption Store'}</b>
        {shelter && <small>Adoption Store</small>}
      </span>
      {me?.environment === 'staging' && <span className={classes.staging}>Staging</span>}
    </Link>
  )
}
