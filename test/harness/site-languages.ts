import assert from 'node:assert/strict'
import { type Language, languages } from '../../server/platform/language.ts'
import type { TestApp } from './app.ts'
import { applicationsOf } from './applications.ts'

/** Words of the shelter and of visitors, which are not translated. */
const own =
  /Biscuit|Luna|Rex|Mimi|Paws|Berlin|Beagle|Poodle|black|white|gentle|Zz|Ada|Q\d+|\bO\d\b|\b[A-J]\b|https?:\S+|\S+@\S+|English|Español|Deutsch|Français|Italiano|Nederlands|Português|\b(?:km|kg|lb|EUR|QR)\b/g

/** Texts that are the same in both languages. */
const same: Readonly<Record<Language, readonly string[]>> = {
  en: [],
  es: ['Reptiles', '1 animal', 'No', 'Error:'],
  de: [],
  fr: ['Seniors', 'Reptile', 'Reptiles', '1 animal'],
  it: ['No'],
  nl: [],
  pt: ['1 animal'],
}

const profileOf = (app: TestApp, id: number, profile: object) =>
  app.inject({
    method: 'PUT',
    url: `/v1/pets/${id}/profile`,
    headers: { ...app.key, 'content-type': 'application/json' },
    payload: JSON.stringify({ published: true, species: 'dog', ...profile }),
  })

export const organizationOf = (app: TestApp, country: string, address: object = {}) =>
  app.inject({
    method: 'PUT',
    url: `/v1/accounts/${app.accountId}/organization`,
    headers: { ...app.key, 'content-type': 'application/json' },
    payload: JSON.stringify({
      name: 'Paws',
      email: 'hello@paws.example',
      location: { lat: 52.5, lng: 13.4 },
      address: { street: 'Zz 5', city: 'Berlin', postcode: '10247', ...address, country },
    }),
  })

export const addAnimal = async (app: TestApp, name: string, profile: object = {}, status?: string) => {
  const { id } = (await app.post('/v1/pets', { name, categoryId: 1 })).json()
  const { statusCode, body } = await profileOf(app, id, profile)
  assert.ok(statusCode < 300, body)
  if (status) await applicationsOf(app).patch(`/v1/pets/${id}`, { status })
  return Number(id)
}

/** The texts that people see or hear and search engines read, including text attributes. */
export const textsOf = (html: string): string[] => {
  const body = html.replace(/<style>.*?<\/style>|<script type.*?<\/script>/gs, '')
  const described = body.matchAll(/\s(?:alt|aria-label|placeholder|title|content)="([^"]*[^"\d][^"]*)"/g)
  const attributes = [...described]
    .map(([, text = '']) => text)
    .filter((text) => !/^(?:noindex|width=|light dark|website|summary)/.test(text))
  const shown = body.split(/<[^>]*>/)
  const structured = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const mails = [...body.matchAll(/mailto:[^"]*/g)].map(([to]) =>
    decodeURIComponent(to.replaceAll('&amp;', '&').replace(/^[^?]*/, '')),
  )
  return [
    ...shown,
    ...attributes,
    ...mails.flatMap((mail) => mail.split(/\n|&?\w+=/)),
    ...structured.flatMap(([, json = '']) => stringsIn(JSON.parse(json))),
  ]
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(text.replace(own, '')))
}

const notTexts = /^(?:@(?!graph).*|query-input|addressCountry)$/

/** The texts of structured data. */
const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(Object(value)).flatMap(([name, part]) => (notTexts.test(name) ? [] : stringsIn(part)))

type Send = (headers: Record<string, string>) => Promise<{
  statusCode: number
  body: string
  headers: Record<string, unknown>
}>

/** Opens pages in each language, and compares their texts with the English ones. */
export const comparison = () => {
  const faults: string[] = []
  return {
    faults,
    async see(about: string, send: Send, status: number) {
      let english: ReadonlySet<string> = new Set()
      for (const language of languages) {
        const { statusCode, body, headers } = await send({ 'accept-language': language })
        assert.equal(statusCode, status, `${about} ${language}: ${body}`)
        assert.ok(body.includes(`<html lang="${language}">`), `${about} ${language}`)
        assert.equal(headers['content-language'], language)
        assert.ok(body.length < 30_000, `${about} ${language}: ${body.length} characters`)
        const texts = textsOf(body)
        if (language === 'en') english = new Set(texts)
        else {
          for (const text of new Set(texts))
            if (english.has(text) && !same[language].includes(text)) faults.push(`${language} ${about}: ${text}`)
        }
      }
    },
  }
}
