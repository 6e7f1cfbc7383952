import assert from 'node:assert/strict'
import type { Language } from '../../server/platform/language.ts'
import { browserTests } from './browser-tests.ts'
import { assertFits } from './console.ts'

const longName = 'Donaudampfschifffahrtsgesellschaftskapitän von Biscuit'

type Size = { width: number; height: number }

/** The pages of applications in each state, and a form with errors, in Chromium. */
export const applicantPages = () => {
  /** Their paths. */
  const pages: string[] = []
  const store = browserTests({
    prepare: () => prepare(),
    settings: { PORTAL_PER_MINUTE: '100000' },
  })
  const { skip, api } = store

  const prepare = async () => {
    const { account } = await api.call('GET', '/v1/me')
    await api.call('PUT', `/v1/accounts/${account.id}/organization`, {
      name: 'Tierheim Süd',
      email: 'hello@paws.example',
      phone: '+49 30 5550100',
      address: { street: 'Hauptstraße 5', postcode: '10827', city: 'Berlin', country: 'DE' },
    })
    const question = { id: 'why', label: 'Why?', kind: 'text' }
    const { id: formId } = await api.call('POST', '/v1/forms', { name: 'A', questions: [question] })
    const apply = async (name: string) => {
      const { id: petId } = await api.addPet(name)
      await api.call('PUT', `/v1/pets/${petId}/profile`, { species: 'dog', published: true })
      const applicant = { name: 'Ada Lovelace', email: `ada${petId}@example.org` }
      const body = { petId, formId, applicant, answers: {} }
      const { id, statusUrl } = await api.call('POST', '/v1/applications', body)
      const path = new URL(statusUrl).pathname
      pages.push(path)
      return { path, petId, url: `/v1/applications/${id}` }
    }
    const { path, petId } = await apply('Biscuit')
    pages.push(`${path}/withdraw`, `/adopt/${petId}-biscuit/apply`)
    for (const status of ['inReview', 'declined', 'withdrawn'])
      await api.call('PATCH', (await apply(longName)).url, { status })
    for (const steps of [[], ['delivered'], ['delivered', 'returned'], ['cancelled']]) {
      const { url } = await apply('Luna')
      const { id } = await api.call('POST', `${url}/approve`, {})
      for (const status of steps) await api.call('PATCH', `/v1/store/orders/${id}`, { status })
    }
    await api.call('DELETE', `${(await apply('Rex')).url}/applicant`)
  }

  /** Checks that they are accessible and fit. */
  const check = async (languages: readonly Language[], { width, height }: Size) => {
    await using opened = await store.browser.openPage({
      address: store.server.address,
      path: '/robots.txt',
    })
    const { page } = opened
    await page.setViewportSize({ width, height })
    for (const language of languages)
      for (const path of pages) {
        await page.goto(new URL(`${path}?lang=${language}`, store.server.address).href)
        if (path.endsWith('/apply')) {
          await page.getByRole('main').getByRole('button').last().click()
          await page.locator('[aria-invalid="true"]').first().waitFor()
        }
        const about = `${path} ${language} ${width}`
        await assertFits(opened, about)
        assert.deepEqual(await opened.axe({ isStrict: true }), [], about)
        await opened.screenshot(`status-${pages.indexOf(path)}-${language}-${width}`)
      }
  }

  return { skip, check }
}
