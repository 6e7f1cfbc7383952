import { Checkbox, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FeeField } from '../../adoptions/orders/fee-field.tsx'
import { Panel } from '../../platform/panel.tsx'
import { speciesLabels } from '../../platform/species-labels.ts'
import { useShelter } from '../../session/shelter.ts'
import { ChoiceField } from './choice-field.tsx'
import classes from './profile-form.module.css'
import { coatLabels, companions, sexLabels, sizeLabels, traits } from './profile-labels.ts'
import { SameChip } from './same-chip.tsx'
import { TriState } from './tri-state.tsx'
import type { EditedProfile } from './use-profile.ts'

type SectionProps = { edited: EditedProfile }
/** `bonded` is the field for bonded animals. */
type FormProps = SectionProps & { bonded: ReactNode }

/** The profile of an animal. Each change is saved automatically. */
export const ProfileForm = ({ edited, bonded }: FormProps) => (
  // Saves when a field loses the focus, before the pause is over.
  <form aria-label="Profile" onBlur={edited.save} onSubmit={(event) => event.preventDefault()}>
    <Basics edited={edited} />
    <div className={classes.columns}>
      <Panel title="Good with">
        {keysOf(companions).map((companion) => (
          <TriState
            key={companion}
            label={companions[companion]}
            value={edited.profile.goodWith[companion]}
            onChange={(value) => edited.change({ goodWith: { ...edited.profile.goodWith, [companion]: value } })}
          />
        ))}
      </Panel>
      <Panel title="Health and home">
        {keysOf(traits).map((trait) => (
          <TriState
            key={trait}
            label={traits[trait]}
            value={edited.profile[trait]}
            onChange={(value) => edited.change({ [trait]: value })}
          />
        ))}
      </Panel>
    </div>
    <Public edited={edited} bonded={bonded} />
    <Internal edited={edited} />
  </form>
)

const Basics = ({ edited }: SectionProps) => {
  const { profile, change, errorOf } = edited
  const { breeds } = profile
  return (
    <Panel title="Basics">
      <div className={classes.grid}>
        <ChoiceField
          label="Species"
          isRequired
          labels={speciesLabels}
          value={profile.species}
          error={errorOf('species')}
          onChange={(species) => change({ species })}
        />
        <TextInput
          label="Breed"
          placeholder="Not known"
          maxLength={100}
          value={breeds.primary ?? ''}
          error={errorOf('breeds')}
          onChange={(event) => change({ breeds: { ...breeds, primary: event.currentTarget.value || null } })}
        />
        <TextInput
          label="Second breed"
          maxLength={100}
          value={breeds.secondary ?? ''}
          onChange={(event) => change({ breeds: { ...breeds, secondary: event.currentTarget.value || null } })}
        />
        <ChoiceField
          label="Sex"
          labels={sexLabels}
          value={profile.sex}
          error={errorOf('sex')}
          onChange={(sex) => change({ sex })}
        />
        <div>
          <TextInput
            label="Date of birth"
            type="date"
            value={profile.birthDate ?? ''}
            error={errorOf('birthDate')}
            onChange={(event) => change({ birthDate: event.currentTarget.value || null })}
          />
          <Checkbox
            mt={8}
            label="It is an estimate"
            disabled={!profile.birthDate}
            checked={profile.birthDateExact === false}
            onChange={(event) => change({ birthDateExact: !event.currentTarget.checked })}
          />
        </div>
        <ChoiceField
          label="Size when grown"
          labels={sizeLabels}
          value={profile.size}
          error={errorOf('size')}
          onChange={(size) => change({ size })}
        />
        <Weight edited={edited} />
        <ChoiceField
          label="Coat"
          labels={coatLabels}
          value={profile.coat}
          error={errorOf('coat')}
          onChange={(coat) => change({ coat })}
        />
        <TagsInput
          label="Colors"
          description="Up to 3, the main one first"
          maxTags={3}
          value={profile.colors ?? []}
          error={errorOf('colors')}
          onChange={(colors) => change({ colors })}
        />
      </div>
      <TriState
        label="Mixed breed"
        value={breeds.mixed}
        onChange={(mixed) => change({ breeds: { ...breeds, mixed } })}
      />
    </Panel>
  )
}

const units = {
  kg: { grams: 1_000, digits: 3, max: 10_000 },
  lb: { grams: 453.592_37, digits: 2, max: 22_000 },
} as const

/** In the unit of the shelter. */
const Weight = ({ edited: { profile, change, errorOf } }: SectionProps) => {
  const unit = useShelter()?.units.weight ?? 'kg'
  const { grams, digits, max } = units[unit]
  const { weightGrams } = profile
  return (
    <NumberInput
      label={`Weight in ${unit}`}
      placeholder="Not known"
      min={0.001}
      max={max}
      decimalScale={digits}
      hideControls
      value={weightGrams === null ? '' : Number((weightGrams / grams).toFixed(digits))}
      error={errorOf('weightGrams')}
      onChange={(weight) => change({ weightGrams: weight === '' ? null : Math.round(Number(weight) * grams) })}
    />
  )
}

const Public = ({ edited, bonded }: FormProps) => {
  const { profile, change, errorOf } = edited
  return (
    <Panel title="For adopters">
      <div className={classes.grid}>
        <FeeField fee={profile.fee} error={errorOf('fee')} onChange={(fee) => change({ fee })} />
        <TagsInput
          label="Tags"
          description="Short words such as playful or calm"
          maxTags={20}
          value={profile.tags ?? []}
          error={errorOf('tags')}
          onChange={(tags) => change({ tags })}
        />
        <Textarea
          className={classes.wide}
          label="Special needs"
          description="Special needs that an adopter should know about"
          autosize
          minRows={2}
          maxLength={1_000}
          value={profile.specialNeeds ?? ''}
          error={errorOf('specialNeeds')}
          onChange={(event) => change({ specialNeeds: event.currentTarget.value || null })}
        />
        <TagsInput
          label="Videos"
          description="Up to 5 addresses that start with https://"
          maxTags={5}
          value={profile.videos ?? []}
          error={errorOf('videos')}
          onChange={(videos) => change({ videos })}
        />
        {bonded}
      </div>
    </Panel>
  )
}

/** Never shown to the public. */
const Internal = ({ edited: { profile, change, errorOf } }: SectionProps) => (
  <Panel title="Internal" aside="Only your organization sees this">
    <div className={classes.grid}>
      <div>
        <TextInput
          label="Microchip"
          inputMode="numeric"
          value={profile.microchip ?? ''}
          error={errorOf('microchip')}
          onChange={(event) => change({ microchip: compact(event.currentTarget.value) || null })}
        />
        <SameChip profile={profile} />
      </div>
      <TextInput
        label="With us since"
        type="date"
        value={profile.intakeDate ?? ''}
        error={errorOf('intakeDate')}
        onChange={(event) => change({ intakeDate: event.currentTarget.value || null })}
      />
      <TextInput
        label="ID in another system"
        maxLength={255}
        value={profile.externalId ?? ''}
        error={errorOf('externalId')}
        onChange={(event) => change({ externalId: event.currentTarget.value || null })}
      />
    </div>
  </Panel>
)

/** Numbers of microchips are printed in groups, and copied with their spaces. */
const compact = (chip: string): string => chip.replace(/[\s-]/g, '')

const keysOf = <Key extends string>(labels: Readonly<Record<Key, string>>) => Object.keys(labels) as Key[]
