import type { Int64, Pet } from '@adoption-store/client'
import { Anchor, Button, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { AnimalApplications, useAnimalApplications } from '../../adoptions/applications/animal-applications.tsx'
import { usePetsByIdQuery } from '../../adoptions/orders/pet-names.ts'
import { LoadFailure } from '../../platform/failure.tsx'
import { isOpenApplication } from '../../platform/open-statuses.ts'
import { usePageTitle } from '../../platform/page-head.tsx'
import { Panel } from '../../platform/panel.tsx'
import { SkeletonPage } from '../../platform/skeleton.tsx'
import { petLabels } from '../../platform/status-labels.ts'
import { StatusPill } from '../../platform/status-pill.tsx'
import { Tabs } from '../../platform/tabs.tsx'
import { useUrlState, useUrlWith } from '../../platform/url-state.ts'
import { useCan } from '../../session/permissions.ts'
import { AnimalNotes } from '../notes/animal-notes.tsx'
import { PhotoGallery } from '../photos/photo-gallery.tsx'
import { usePhotos } from '../photos/photo-list.ts'
import type { SavedProfile } from '../profiles/profile-draft.ts'
import { ProfileForm } from '../profiles/profile-form.tsx'
import { breedText, dayText } from '../profiles/profile-labels.ts'
import { Publishing } from '../profiles/publishing.tsx'
import { SaveStatus } from '../profiles/save-status.tsx'
import { type EditedProfile, useEditedProfile, useProfile } from '../profiles/use-profile.ts'
import { AnimalFacts, AnimalTraits } from './animal-facts.tsx'
import { AnimalForm } from './animal-form.tsx'
import { AnimalHistory } from './animal-history.tsx'
import { AnimalMenu } from './animal-menu.tsx'
import { AnimalOrders } from './animal-orders.tsx'
import { isLong } from './animal-text.ts'
import classes from './animal-view.module.css'
import { BondedAnimals } from './bonded-animals.tsx'
import { BondedField } from './bonded-field.tsx'
import { useCategoryNames } from './category-names.ts'
import { useMovePet } from './move-pet.tsx'
import { NoAnimal } from './no-animal.tsx'
import { useRemovePet } from './remove-pet.tsx'

/** Everything about one animal. */
export const AnimalView = ({ id }: { id: Int64 }) => {
  const pets = usePetsByIdQuery([id])
  const profile = useProfile(id)
  const pet = pets.data?.find((one) => String(one.id) === String(id))
  const error = pets.error ?? profile.error
  if (pets.data && !pet && !pets.isPlaceholderData) return <NoAnimal />
  const data = pet && profile.data
  const refetch = () => Promise.all([pets.refetch(), profile.refetch()])
  if (!data && !error) return <SkeletonPage />
  return (
    <>
      <LoadFailure query={{ data, error, refetch }} />
      {pet && data && <Animal pet={pet} saved={data} />}
    </>
  )
}

type AnimalProps = { pet: Pet; saved: SavedProfile }

/** Only its owner sees private fields, and only its owner can change it. */
const isOwn = ({ profile }: SavedProfile): boolean => 'microchip' in profile

const Animal = ({ pet, saved }: AnimalProps) => {
  const edited = useEditedProfile(pet.id, saved)
  const canChange = useCan('pets:write') && isOwn(saved)
  return (
    <>
      <p className={classes.crumb}>
        <Anchor component={Link} to="/animals" underline="always" size="sm">
          Animals
        </Anchor>{' '}
        / <bdi>{pet.name}</bdi>
      </p>
      <div className={classes.hero}>
        <PhotoGallery petId={pet.id} name={pet.name} canChange={canChange} />
        <div>
          <Head pet={pet} edited={edited} canChange={canChange} />
          <AnimalFacts profile={edited.profile} />
          <AnimalTraits profile={edited.profile} />
          <BondedAnimals profile={edited.profile} />
        </div>
      </div>
      <Parts pet={pet} edited={edited} canChange={canChange} isOwn={isOwn(saved)} />
    </>
  )
}

type PartsProps = { pet: Pet; edited: EditedProfile; canChange: boolean }

const Head = ({ pet, edited: { profile }, canChange }: PartsProps) => {
  const heading = usePageTitle(pet.name)
  const [, navigate] = useLocation()
  const [isEdited, setEdited] = useState(false)
  const names = useCategoryNames()
  const move = useMovePet()
  const remove = useRemovePet(() => navigate('/animals'))
  const canOrder = useCan('orders:write') && pet.status === 'available'
  const open = useOpenApplications(pet.id)
  const since = profile.intakeDate && `with us since ${dayText(profile.intakeDate)}`
  const actions = { move, edit: () => setEdited(true), remove }
  return (
    <>
      <div className={classes.name}>
        <h1 ref={heading} tabIndex={-1} dir="auto" data-long={isLong(pet.name) || undefined}>
          {pet.name}
        </h1>
        {pet.status && <StatusPill {...petLabels[pet.status]} />}
        <Text span c="dimmed" className="num">
          #{String(pet.id)}
        </Text>
      </div>
      <Text c="dimmed" mt={6} dir="auto">
        {[breedText(profile) ?? names.nameOf(pet.categoryId), since].filter(Boolean).join(', ')}
      </Text>
      <div className={classes.acts}>
        {open > 0 && (
          <Button component={Link} to={`/animals/${pet.id}?tab=applications`}>
            {open === 1 ? 'Review 1 application' : `Review ${open} applications`}
          </Button>
        )}
        {canOrder && (
          <Button variant={open > 0 ? 'default' : 'filled'} component={Link} to={`/adoptions/new?pet=${pet.id}`}>
            Start an adoption
          </Button>
        )}
        {profile.published && (
          <Button variant="default" component="a" href={`/adopt/${pet.id}`} target="_blank" rel="noopener">
            View on site
          </Button>
        )}
        <Button variant="default" component={Link} to={`/animals/cards?ids=${pet.id}`}>
          Kennel card
        </Button>
        {canChange && <AnimalMenu pet={pet} actions={actions} />}
      </div>
      {isEdited && <AnimalForm pet={pet} names={names} onClose={() => setEdited(false)} />}
    </>
  )
}

const useOpenApplications = (petId: Int64): number => {
  const applications = useAnimalApplications(petId, useCan('applications:read'))
  return applications.data?.filter(({ status }) => isOpenApplication(status)).length ?? 0
}

const DEFAULTS = { tab: 'overview' }

const Parts = (props: PartsProps & { isOwn: boolean }) => {
  const { pet } = props
  const [{ tab }] = useUrlState(DEFAULTS)
  const hrefOf = useUrlWith(DEFAULTS)
  const canReadOrders = useCan('orders:read')
  const canReadApplications = useCan('applications:read')
  const open = useOpenApplications(pet.id)
  const tabs = [
    { value: 'overview', label: 'Overview' },
    ...(props.canChange ? [{ value: 'profile', label: 'Profile' }] : []),
    ...(canReadApplications ? [{ value: 'applications', label: 'Applications', count: open || undefined }] : []),
    ...(canReadOrders ? [{ value: 'adoptions', label: 'Adoptions' }] : []),
    ...(props.canChange ? [{ value: 'notes', label: 'Notes' }] : []),
    ...(props.isOwn ? [{ value: 'history', label: 'History' }] : []),
  ]
  const shown: Record<string, () => ReactNode> = {
    profile: () => <ProfilePart {...props} />,
    applications: () => (
      <Panel title="Applications">
        <AnimalApplications petId={pet.id} name={pet.name} />
      </Panel>
    ),
    adoptions: () => (
      <Panel title="Adoptions">
        <AnimalOrders petId={pet.id} name={pet.name} />
      </Panel>
    ),
    notes: () => (
      <Panel title="Notes">
        <AnimalNotes petId={pet.id} name={pet.name} />
      </Panel>
    ),
    history: () => (
      <Panel title="History">
        <AnimalHistory petId={pet.id} name={pet.name} />
      </Panel>
    ),
  }
  const isOffered = tabs.some(({ value }) => value === tab)
  const part = isOffered ? shown[tab] : undefined
  return (
    <>
      <Tabs
        label={`About ${pet.name}`}
        tabs={tabs}
        value={part ? tab : 'overview'}
        hrefOf={(value) => hrefOf({ tab: value })}
      />
      {part ? part() : <Overview {...props} />}
    </>
  )
}

const Overview = ({ pet, edited, canChange }: PartsProps) => {
  const photos = usePhotos(pet.id)
  const canReadApplications = useCan('applications:read')
  return (
    <div className={classes.two}>
      <div>
        <Story pet={pet} edited={edited} canChange={canChange} />
        {canReadApplications && (
          <Panel title="Applications">
            <AnimalApplications petId={pet.id} name={pet.name} />
          </Panel>
        )}
      </div>
      <Publishing
        petId={pet.id}
        name={pet.name}
        profile={edited.profile}
        photoCount={photos.data?.length ?? 0}
        canChange={canChange}
      />
    </div>
  )
}

const Story = ({ pet, edited, canChange }: PartsProps) => (
  <Panel title="Story" aside={canChange && <SaveStatus edited={edited} />}>
    {canChange ? (
      <Textarea
        aria-label={`Story of ${pet.name}`}
        placeholder={`What would you tell someone who has never met ${isLong(pet.name) ? 'this animal' : pet.name}?`}
        autosize
        minRows={4}
        maxRows={18}
        maxLength={10_000}
        value={edited.profile.description ?? ''}
        error={edited.errorOf('description')}
        onChange={(event) => edited.change({ description: event.currentTarget.value || null })}
        onBlur={edited.save}
      />
    ) : (
      <Text className={classes.story} dir="auto">
        {edited.profile.description ?? 'This animal has no story yet.'}
      </Text>
    )}
  </Panel>
)

const ProfilePart = ({ edited }: PartsProps) => (
  <>
    <div className={classes.saved}>
      <SaveStatus edited={edited} />
    </div>
    <ProfileForm edited={edited} bonded={<BondedField edited={edited} />} />
  </>
)
