import assert from 'node:assert/strict'
import { ageAt, ageBands, dayOf } from '../server/animals/profiles/age.ts'
import { coats, companions, sexes, sizes, species } from '../server/animals/profiles/profile-values.ts'
import { foldText, isUnspaced, wordsOf } from '../server/platform/search-text.ts'
import { onEachEngine, type TestApp } from './harness/app.ts'
import { addListings, ORGANIZATIONS } from './harness/many-listings.ts'
import { seeded } from './harness/seeded.ts'

// Compares lists of published animals with a few lines of JavaScript that filter all of them.

const LISTINGS = 2_400
const CASES = 150
/** The most pages to read of one list. */
const MAX_PAGES = 5
/** If a search finds more animals, only the newest are ranked and counted. */
const MAX_MATCHES = 1_000
const near = '51,10'

type Listed = {
  id: number
  name: string
  status: string
  publishedAt: string
  species: string
  sex: string | null
  size: string | null
  coat: string | null
  breeds: { primary: string | null; secondary: string | null }
  colors: string[]
  tags: string[]
  birthDate: string | null
  description: string | null
  houseTrained: boolean | null
  specialNeeds: string | null
  goodWith: Record<string, boolean | null>
  organization: { id: number }
  distanceKm?: number
}

/** Values of one filter, of which one is enough. */
type Filter = { query: string; holds: (one: Listed) => boolean }

type Random = () => number

const isOneOf = (values: readonly string[], texts: readonly (string | null)[]): boolean =>
  texts.some((text) => text !== null && values.some((value) => foldText(value) === foldText(text)))

const bandOf = ({ birthDate }: Listed, nowMs: number) =>
  ageAt(birthDate === null ? null : BigInt(dayOf(birthDate)), nowMs).band

/** A filter of each kind, with values that some of the animals have. */
const filtersOf = (all: readonly Listed[], random: Random, nowMs: number) => {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  const some = <Value>(values: readonly Value[], most = 3): Value[] => [
    ...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(values))),
  ]
  const filter = (name: string, values: readonly (string | number)[], holds: Filter['holds']): Filter => ({
    query: `${name}=${values.map(String).map(encodeURIComponent).join(',')}`,
    holds,
  })
  const one = () => pick(all)
  const valuesOf = (read: (one: Listed) => readonly (string | null)[]): string[] =>
    some(Array.from({ length: 9 }, () => read(one())).flatMap((texts) => texts.filter((text) => text !== null)))
  const makers: Record<string, () => Filter> = {
    species: () => {
      const values = some(species)
      return filter('species', values, (one) => values.some((value) => value === one.species))
    },
    sex: () => {
      const values = some(sexes)
      return filter('sex', values, (one) => values.some((value) => value === one.sex))
    },
    size: () => {
      const values = some(sizes)
      return filter('size', values, (one) => values.some((value) => value === one.size))
    },
    coat: () => {
      const values = some(coats)
      return filter('coat', values, (one) => values.some((value) => value === one.coat))
    },
    age: () => {
      const values = some(ageBands)
      return filter('age', values, (one) => values.some((value) => value === bandOf(one, nowMs)))
    },
    goodWith: () => {
      const values = some(companions)
      return filter('goodWith', values, (one) => values.every((value) => one.goodWith[value]))
    },
    houseTrained: () => filter('houseTrained', ['true'], (one) => one.houseTrained === true),
    specialNeeds: () => {
      const value = pick(['true', 'false'])
      return filter('specialNeeds', [value], (one) => String(one.specialNeeds !== null) === value)
    },
    breed: () => {
      const values = valuesOf(({ breeds }) => [breeds.primary, breeds.secondary])
      return filter('breed', values, ({ breeds: { primary, secondary } }) => isOneOf(values, [primary, secondary]))
    },
    color: () => {
      const values = valuesOf(({ colors }) => colors)
      return filter('color', values, ({ colors }) => isOneOf(values, colors))
    },
    tag: () => {
      const values = [...valuesOf(({ tags }) => tags), ...(random() < 0.2 ? ['of nobody'] : [])]
      return filter('tag', values, ({ tags }) => isOneOf(values, tags))
    },
    organizationId: () => {
      const values = some(
        Array.from({ length: ORGANIZATIONS }, (_, n) => 1_000 + n),
        10,
      )
      return filter('organizationId', values, (one) => values.includes(one.organization.id))
    },
    publishedAfter: () => {
      const { publishedAt } = one()
      return filter('publishedAfter', [publishedAt], (one) => one.publishedAt > publishedAt)
    },
    id: () => {
      const values = Array.from({ length: 60 }, () => one().id)
      return filter('id', values, ({ id }) => values.includes(id))
    },
    within: () => {
      const km = pick([50, 150, 400])
      const holds = ({ distanceKm = Infinity }: Listed) => distanceKm <= km
      return { query: `near=${near}&within=${km}km`, holds }
    },
  }
  const names = Object.keys(makers).filter(() => random() < 0.14)
  return names.flatMap((name) => makers[name]?.() ?? [])
}

const textsOf = ({ name, breeds, tags, description }: Listed): string[] => [
  name,
  breeds.primary ?? '',
  breeds.secondary ?? '',
  ...tags,
  description ?? '',
]

/** Whether an animal has each word, or its name contains each word or the whole text. */
const isFound = (one: Listed, search: string): boolean => {
  const asked = wordsOf(search)
  const words = textsOf(one).flatMap(wordsOf)
  const line = wordsOf(one.name).join(' ')
  const isPart = (text: string) => [...text].length >= 3 && line.includes(text)
  const pairs = (word: string) => [...word].map((one, at, all) => one + (all[at + 1] ?? ''))
  const isWord = (word: string) => {
    if (!isUnspaced(word)) return words.includes(word)
    const wanted = [...word].length === 1 ? [word] : pairs(word).slice(0, -1)
    return wanted.every((pair) => words.some((one) => isUnspaced(one) && one.includes(pair)))
  }
  if (asked.length === 0) return false
  return asked.every((word) => isWord(word) || isPart(word)) || isPart(asked.join(' '))
}

const spaced = (texts: readonly (string | null)[]): string =>
  ` ${texts.flatMap((text) => wordsOf(text ?? '')).join(' ')} `

/** The rank of a match. */
const scoreOf = (one: Listed, search: string): number => {
  const [inName, inBreed, inTags] = [
    spaced([one.name]),
    spaced([one.breeds.primary, one.breeds.secondary]),
    spaced(one.tags),
  ]
  const words = wordsOf(search)
  const line = words.join(' ')
  const scores = [...new Set(words)].slice(0, 8).map((word) => {
    const whole = isUnspaced(word) ? word : ` ${word} `
    const part = [...word].length < 3 ? whole : word
    if (inName.includes(whole)) return 100
    if (inName.includes(part)) return 80
    if (inBreed.includes(whole)) return 30
    return inTags.includes(whole) ? 10 : 1
  })
  const inside = [...line].length < 3 ? ` ${line} ` : line
  const ofLine = inName === ` ${line} ` ? 100 : inName.includes(inside) ? 50 : 0
  return scores.reduce((sum, score) => sum + score, ofLine)
}

const compareTexts = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

type Case = { filters: Filter[]; status: string; search: string | undefined; sort: string }

/** The animals of a list, in order, and those that are counted. */
const expectedOf = (newestFirst: readonly Listed[], { filters, status, search, sort }: Case) => {
  const found = newestFirst.filter(
    (one) =>
      one.status === status &&
      filters.every(({ holds }) => holds(one)) &&
      (search === undefined || isFound(one, search)),
  )
  const counted = search === undefined ? found : found.slice(0, MAX_MATCHES)
  const placed = counted.filter(({ distanceKm }) => distanceKm !== undefined)
  const list: Record<string, () => Listed[]> = {
    '-publishedAt': () => found,
    publishedAt: () => found.toReversed(),
    name: () =>
      counted.toSorted(
        (one, other) => compareTexts(one.name.toLowerCase(), other.name.toLowerCase()) || one.id - other.id,
      ),
    distance: () =>
      placed.toSorted(
        (one, other) => (one.distanceKm ?? 0) - (other.distanceKm ?? 0) || one.organization.id - other.organization.id,
      ),
    relevance: () => counted.toSorted((one, other) => scoreOf(other, search ?? '') - scoreOf(one, search ?? '')),
  }
  const isPlaced = sort === 'distance' && search === undefined
  return { list: list[sort]?.() ?? [], counted, total: (isPlaced ? placed : counted).length }
}

const facetsOf = (all: readonly Listed[], nowMs: number) => {
  const count = (values: readonly string[], has: (one: Listed, value: string) => boolean) =>
    Object.fromEntries(values.map((value) => [value, all.filter((one) => has(one, value)).length]))
  return {
    species: count(species, (one, value) => one.species === value),
    sex: count(sexes, (one, value) => one.sex === value),
    size: count(sizes, (one, value) => one.size === value),
    age: count(ageBands, (one, value) => bandOf(one, nowMs) === value),
    goodWith: count(companions, (one, value) => one.goodWith[value] === true),
  }
}

/** The filters that the form of the site has. */
const siteFilters = /^(?:species|sex|size|age|goodWith|houseTrained|specialNeeds|breed|tag|organizationId)=/

/** The counts beside the values of the form of `/adopt`. */
const countsOnPage = (html: string): Record<string, number> => {
  const options = html.matchAll(/<option value="(\w+)"[^>]*>[^<(]* \(([\d,]+)\)</g)
  const checks = html.matchAll(/value="(children|dogs|cats)"[^>]*>[^<]* <small[^>]*>([\d,]+)</g)
  return Object.fromEntries(
    [...options, ...checks].map(([, value, count]) => [value, Number(count?.replaceAll(',', ''))]),
  )
}

/** The count of each value among the animals that match all other filters. */
const expectedOnPage = (newestFirst: readonly Listed[], asked: Case, nowMs: number) => {
  const countsWithout = (field: 'sex' | 'size' | 'age' | undefined) => {
    const filters = asked.filters.filter(({ query }) => !query.startsWith(`${field}=`))
    return facetsOf(expectedOf(newestFirst, { ...asked, filters }).counted, nowMs)
  }
  return {
    ...countsWithout('sex').sex,
    ...countsWithout('size').size,
    ...countsWithout('age').age,
    ...countsWithout(undefined).goodWith,
  }
}

const readAll = async (app: TestApp, query: string): Promise<Listed[]> => {
  const all: Listed[] = []
  let cursor = ''
  do {
    const response = await app.get(`/v1/listings?limit=100&${query}${cursor}`)
    assert.equal(response.statusCode, 200, response.body)
    all.push(...response.json())
    const next = response.headers['x-next-cursor']
    cursor = next === undefined ? '' : `&cursor=${next}`
  } while (cursor !== '')
  return all
}

onEachEngine('lists, totals and counts match a filter over all animals', async (open) => {
  // Hundreds of requests in a row never yield to the event loop, which looks like an overload on a busy machine.
  await using app = await open({ settings: { OVERLOAD_DELAY_MS: '60000' } })
  const nowMs = app.clock.nowMs()
  await addListings({ engine: app.engine, url: app.databaseUrl, count: LISTINGS, nowMs })
  const lists = [...(await readAll(app, `near=${near}`)), ...(await readAll(app, `near=${near}&status=pending`))]
  const newestFirst = lists.toSorted(
    (one, other) => Date.parse(other.publishedAt) - Date.parse(one.publishedAt) || other.id - one.id,
  )
  assert.equal(new Set(newestFirst.map(({ id }) => id)).size, LISTINGS)
  const random = seeded(39)
  const searches = ['word0', 'word12', 'word3 word1', 'bal', 'collie', 'terrier tag', 'a', 'ka le']
  const han = newestFirst.find(({ name }) => isUnspaced(name))?.name ?? ''
  let pagesCompared = 0
  for (let at = 0; at < CASES; at += 1) {
    const filters = filtersOf(newestFirst, random, nowMs)
    const isSearch = random() < 0.3
    const search = isSearch
      ? [...searches, han, [...han][0] ?? ''][Math.floor(random() * (searches.length + 2))]
      : undefined
    const sorts = ['-publishedAt', 'publishedAt', 'name', 'distance', ...(isSearch ? ['relevance'] : [])]
    const sort = sorts[Math.floor(random() * sorts.length)] ?? ''
    const status = random() < 0.8 ? 'available' : 'pending'
    const isNear = filters.some(({ query }) => query.startsWith('near='))
    const query = [
      ...filters.map((one) => one.query),
      ...(status === 'available' ? [] : [`status=${status}`]),
      ...(search === undefined ? [] : [`q=${encodeURIComponent(search)}`]),
      ...(sort === 'distance' && !isNear ? [`near=${near}`] : []),
    ].join('&')
    const { list, counted, total } = expectedOf(newestFirst, { filters, status, search, sort })
    const name = `${query} by ${sort}`

    const facets = await app.get(`/v1/listings/facets?${query}`)
    assert.deepEqual(facets.json(), facetsOf(counted, nowMs), name)

    if (filters.every((one) => siteFilters.test(one.query)) && sort !== 'distance') {
      const asked = { filters, status, search, sort }
      const page = await app.get(`/adopt?${query}&sort=${sort}`, { accept: 'text/html' })
      assert.equal(page.statusCode, 200, name)
      const expected = expectedOnPage(newestFirst, asked, nowMs)
      assert.deepEqual(countsOnPage(page.body), expected, `/adopt?${query}`)
      pagesCompared += 1
    }

    const limit = [1, 7, 20, 100][Math.floor(random() * 4)] ?? 20
    let url: string | undefined = `/v1/listings?${query}&sort=${sort}&limit=${limit}`
    for (let page = 0; page < MAX_PAGES && url !== undefined; page += 1) {
      const response = await app.get(url, { ...app.key, prefer: 'return=total-count' })
      assert.equal(response.statusCode, 200, `${name} ${response.body}`)
      const ids = response.json().map(({ id }: Listed) => id)
      const wanted = list.slice(page * limit, (page + 1) * limit).map(({ id }) => id)
      assert.deepEqual(ids, wanted, `${name}, page ${page} of ${limit}`)
      assert.equal(Number(response.headers['x-total-count']), total, name)
      const next: string | undefined = /<[^>]*(\/v1[^>]*)>; rel="next"/.exec(String(response.headers.link))?.[1]
      assert.equal(next !== undefined, list.length > (page + 1) * limit, name)
      url = next
    }
  }
  assert.ok(pagesCompared > CASES / 4)
})
