import { BrandMark } from './brand.tsx'
import { FindButton } from './find-button.tsx'
import { Live } from './live.tsx'
import { NavigationLink, settings, usePlaces } from './navigation.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

/** The left side of every page. */
export const Rail = () => {
  const { main, hasSettings, isAt } = usePlaces()
  return (
    <header className={classes.rail}>
      <BrandMark />
      <FindButton />
      <nav aria-label="Main" className={classes.places}>
        {main.map((place) => (
          <NavigationLink key={place.path} place={place} isCurrent={isAt(place)} />
        ))}
        <span className={classes.grow} />
        {hasSettings && <NavigationLink place={settings} isCurrent={isAt(settings)} />}
      </nav>
      <Live />
      <UserMenu position="top-start" />
    </header>
  )
}
