import { type Html, html } from '../../platform/html.ts'
import type { DocumentLabels } from './languages/en.ts'
import type { BlockName, DocumentValues, ValueName } from './placeholder.ts'
import { valueOrLine } from './template-text.ts'

type Content = {
  values: DocumentValues
  animals: readonly DocumentValues[] | undefined
  labels: DocumentLabels
  photo: string | undefined
}

/** The typeset parts of a document. */
export const blocksOf = (content: Content): Record<BlockName, Html> => ({
  parties: parties(content),
  payment: payment(content),
  signatures: signatures(content),
})

const parties = ({ values, animals = [values], labels, photo }: Content): Html => {
  const row = (label: string, name: ValueName, of = values): Html =>
    html`<dt>${label}</dt><dd>${valueOrLine(of[name])}</dd>`
  const animal = (of: DocumentValues): Html =>
    html`<div class="pet">${photo !== undefined && photoOf(photo, of)}<dl>${row(labels.name, 'animal.name', of)}${row(labels.species, 'animal.species', of)}${row(labels.breed, 'animal.breed', of)}${row(labels.sex, 'animal.sex', of)}${row(labels.born, 'animal.birthDate', of)}${row(labels.colors, 'animal.colors', of)}${row(labels.neutered, 'animal.neutered', of)}${row(labels.number, 'animal.number', of)}${row(labels.microchip, 'animal.microchip', of)}</dl></div>`
  const adopter = html`<dl>${row(labels.name, 'adopter.name')}<dt>${labels.address}</dt><dd>${valueOrLine(undefined)}${valueOrLine(undefined)}</dd>${row(labels.phone, 'adopter.phone')}${row(labels.email, 'adopter.email')}</dl>`
  return html`<div class="parties"><section><h2>${labels.animal}</h2>${animals.map(animal)}</section><section><h2>${labels.adopter}</h2>${adopter}</section></div>`
}

export const photoOf = (photo: string, values: DocumentValues): Html =>
  html`<img class="photo" src="${photo}" alt="${values['animal.name'] ?? ''}">`

const payment = ({ values, labels }: Content): Html =>
  html`<div class="payment"><b>${labels.fee}</b><span>${labels.paidOn} ${valueOrLine(undefined)}</span><strong>${valueOrLine(values.fee)}</strong></div>`

const signatures = ({ values, labels }: Content): Html => {
  const signer = (label: string, name: string | undefined): Html =>
    html`<div><span class="rule"></span><small>${labels.placeAndDate}</small><span class="rule tall"></span><small>${label}${name !== undefined && html`, <bdi>${name}</bdi>`}</small></div>`
  return html`<div class="signatures">${signer(labels.forShelter, values['organization.name'])}${signer(labels.adopter, values['adopter.name'])}</div>`
}
