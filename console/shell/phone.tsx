import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { MoreIcon } from '../platform/icons.tsx'
import { BrandMark } from './brand.tsx'
import { FindButton } from './find-button.tsx'
import { Live } from './live.tsx'
import { NavigationLink, type Place, settings, usePlaces } from './navigation.tsx'
import classes from './phone.module.css'
import { UserMenu } from './user-menu.tsx'

/** The header of a page on a phone. */
export const TopBar = () => (
  <header className={classes.bar}>
    <BrandMark />
    <span className={classes.grow} />
    <Live />
    <FindButton />
    <UserMenu position="bottom-end" />
  </header>
)

const MAX_TABS = 5

/** The navigation within reach of a thumb. What is more than fits is under More. */
export const TabBar = () => {
  const { main, hasSettings, isAt } = usePlaces()
  const all: readonly Place[] = hasSettings ? [...main, settings] : main
  const fits = all.length <= MAX_TABS
  const tabs = fits ? all : all.slice(0, MAX_TABS - 1)
  return (
    <nav aria-label="Main" className={classes.tabs}>
      {tabs.map((place) => (
        <NavigationLink key={place.path} place={place} isCurrent={isAt(place)} />
      ))}
      {!fits && <More places={all.slice(MAX_TABS - 1)} isAt={isAt} />}
    </nav>
  )
}

type MoreProps = { places: readonly Place[]; isAt: (place: Place) => boolean }

const More = ({ places, isAt }: MoreProps) => {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <button
        type="button"
        className={classes.more}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-current={places.some(isAt) || undefined}
        onClick={open}
      >
        <MoreIcon size={18} />
        More
      </button>
      <Drawer
        opened={isOpen}
        onClose={close}
        title="More"
        position="bottom"
        classNames={{ content: classes.drawer ?? '' }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <nav aria-label="More" className={classes.sheet}>
          {places.map((place) => (
            <NavigationLink key={place.path} place={place} isCurrent={isAt(place)} onFollow={close} />
          ))}
        </nav>
      </Drawer>
    </>
  )
}
