import { sexNames, speciesNames } from '../../animals/profiles/labels.ts'
import type { Breeds } from '../../animals/profiles/profile.ts'
import type { Sex, Species } from '../../animals/profiles/profile-values.ts'

/** Words about animals in a language. */
type Words = {
  species: Record<Species, string>
  sex: Record<Sex, string>
  yes: string
  no: string
  and: string
  /** For a year that is a guess. */
  about: (year: string) => string
  mixed: (breed: string) => string
}

const english: Words = {
  species: Object.fromEntries(
    Object.entries(speciesNames).map(([name, { one }]) => [name, one]),
    // Of the same keys.
  ) as Words['species'],
  sex: sexNames,
  ...{ yes: 'Yes', no: 'No', and: 'and' },
  about: (year) => `about ${year}`,
  mixed: (breed) => (/ mix$/i.test(breed) ? breed : `${breed} mix`),
}

/** By language; English for any other. */
const languages: Readonly<Record<string, Words>> = {
  de: {
    species: {
      ...{ dog: 'Hund', cat: 'Katze', rabbit: 'Kaninchen', smallFurry: 'Kleintier' },
      ...{ bird: 'Vogel', horse: 'Pferd', reptile: 'Reptil', fish: 'Fisch' },
      ...{ barnyard: 'Nutztier', other: 'Anderes Tier' },
    },
    sex: { female: 'Weiblich', male: 'Männlich' },
    ...{ yes: 'Ja', no: 'Nein', and: 'und' },
    about: (year) => `etwa ${year}`,
    mixed: (breed) => `${breed}, Mischling`,
  },
  es: {
    species: {
      ...{ dog: 'Perro', cat: 'Gato', rabbit: 'Conejo', smallFurry: 'Animal pequeño' },
      ...{ bird: 'Ave', horse: 'Caballo', reptile: 'Reptil', fish: 'Pez' },
      ...{ barnyard: 'Animal de granja', other: 'Otro animal' },
    },
    sex: { female: 'Hembra', male: 'Macho' },
    ...{ yes: 'Sí', no: 'No', and: 'y' },
    about: (year) => `hacia ${year}`,
    mixed: (breed) => `Cruce de ${breed}`,
  },
  fr: {
    species: {
      ...{ dog: 'Chien', cat: 'Chat', rabbit: 'Lapin', smallFurry: 'Petit animal' },
      ...{ bird: 'Oiseau', horse: 'Cheval', reptile: 'Reptile', fish: 'Poisson' },
      ...{ barnyard: 'Animal de ferme', other: 'Autre animal' },
    },
    sex: { female: 'Femelle', male: 'Mâle' },
    ...{ yes: 'Oui', no: 'Non', and: 'et' },
    about: (year) => `vers ${year}`,
    mixed: (breed) => `Croisement ${breed}`,
  },
  it: {
    species: {
      ...{ dog: 'Cane', cat: 'Gatto', rabbit: 'Coniglio', smallFurry: 'Piccolo animale' },
      ...{ bird: 'Uccello', horse: 'Cavallo', reptile: 'Rettile', fish: 'Pesce' },
      ...{ barnyard: 'Animale da fattoria', other: 'Altro animale' },
    },
    sex: { female: 'Femmina', male: 'Maschio' },
    ...{ yes: 'Sì', no: 'No', and: 'e' },
    about: (year) => `circa ${year}`,
    mixed: (breed) => `Incrocio di ${breed}`,
  },
  nl: {
    species: {
      ...{ dog: 'Hond', cat: 'Kat', rabbit: 'Konijn', smallFurry: 'Klein huisdier' },
      ...{ bird: 'Vogel', horse: 'Paard', reptile: 'Reptiel', fish: 'Vis' },
      ...{ barnyard: 'Boerderijdier', other: 'Ander dier' },
    },
    sex: { female: 'Vrouwtje', male: 'Mannetje' },
    ...{ yes: 'Ja', no: 'Nee', and: 'en' },
    about: (year) => `omstreeks ${year}`,
    mixed: (breed) => `${breed}, kruising`,
  },
  pt: {
    species: {
      ...{ dog: 'Cão', cat: 'Gato', rabbit: 'Coelho', smallFurry: 'Animal pequeno' },
      ...{ bird: 'Ave', horse: 'Cavalo', reptile: 'Réptil', fish: 'Peixe' },
      ...{ barnyard: 'Animal de quinta', other: 'Outro animal' },
    },
    sex: { female: 'Fêmea', male: 'Macho' },
    ...{ yes: 'Sim', no: 'Não', and: 'e' },
    about: (year) => `cerca de ${year}`,
    mixed: (breed) => `Cruzamento de ${breed}`,
  },
}

export const wordsFor = (locale: string): Words => {
  const { language } = new Intl.Locale(locale)
  return Object.hasOwn(languages, language) ? (languages[language] ?? english) : english
}

/** `Beagle mix`, `Beagle und Pudel, Mischling` */
export const breedText = ({ primary, secondary, mixed }: Breeds, locale: string): string => {
  const words = wordsFor(locale)
  const named = [primary, secondary].filter((breed) => breed !== null).join(` ${words.and} `)
  return mixed && named !== '' ? words.mixed(named) : named
}
