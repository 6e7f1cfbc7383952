import type { Locator, Page } from 'playwright-core'
import type { FormIds } from './console-form-data.ts'

export const TEXT = 'Typed and not lost'

/** A form of the console: where it is, and fields of it with what is typed or chosen there. */
export type ConsoleForm = {
  /** Its source, in `console/`. */
  file: string
  path: (ids: FormIds) => string
  /** Opens its dialog, or another part of the page. */
  open?: (page: Page) => Promise<unknown>
  fields: readonly Field[]
}

type Field = {
  find: (page: Page) => Locator
  value: string | true
  /** Chosen from a list by `open`. */
  isChosen?: true
}

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .press('Enter')
const label = (name: string | RegExp, value: Field['value'] = TEXT) => ({
  find: (page: Page) => page.getByLabel(name).first(),
  value,
})
const textbox = (name: string) => ({
  find: (page: Page) => page.getByRole('textbox', { name, exact: true }),
  value: TEXT,
})
const inDialog = (name: string | RegExp, value: Field['value'] = TEXT) => ({
  find: (page: Page) => page.getByRole('dialog').getByLabel(name).first(),
  value,
})
const selectAll = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('region', { name: 'Selected animals' }).waitFor()
}

/** The forms of those who look after animals and adopters. */
export const shelterForms: Record<string, ConsoleForm> = {
  organization: {
    file: 'store/organization/organization-form.tsx',
    path: () => '/settings/organization',
    fields: [label('Street and number'), textbox('Adoption policy')],
  },
  'a form': {
    file: 'adoptions/forms/form-view.tsx',
    path: ({ form }) => `/settings/forms/${form}`,
    fields: [textbox('Question 1')],
  },
  'a new form': {
    file: 'adoptions/forms/new-form-view.tsx',
    path: ({ form }) => `/settings/forms/new?from=${form}`,
    fields: [textbox('Question 1')],
  },
  'templates of documents': {
    file: 'adoptions/contracts/templates-page.tsx',
    path: () => '/settings/documents',
    fields: [label('Title'), label('Text')],
  },
  'the text of a mail': {
    file: 'adoptions/mail-templates/mail-templates-page.tsx',
    path: () => '/settings/mail-texts',
    fields: [label('Subject'), textbox('Text')],
  },
  'a new animal': {
    file: 'animals/pets/add-animal.tsx',
    path: () => '/animals',
    open: press('Add an animal'),
    fields: [inDialog(/^Name/), inDialog(/^Category/)],
  },
  'an animal': {
    file: 'animals/pets/animal-form.tsx',
    path: ({ pet }) => `/animals/${pet}`,
    open: async (page) => {
      await press('Actions for Biscuit')(page)
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.locator('button[data-loading]').waitFor({ state: 'detached' })
    },
    fields: [inDialog(/^Name/), inDialog(/^Category/)],
  },
  'the profile of an animal': {
    file: 'animals/profiles/profile-form.tsx',
    path: ({ pet }) => `/animals/${pet}?tab=profile`,
    fields: [label('Special needs'), label('ID in another system')],
  },
  'the story of an animal': {
    file: 'animals/pets/animal-view.tsx',
    path: ({ pet }) => `/animals/${pet}`,
    fields: [label('Story of Biscuit')],
  },
  'a note about an animal': {
    file: 'animals/notes/animal-notes.tsx',
    path: ({ pet }) => `/animals/${pet}?tab=notes`,
    fields: [label('Note about Biscuit')],
  },
  'the description of a photo': {
    file: 'animals/photos/photo-dialog.tsx',
    path: ({ pet }) => `/animals/${pet}`,
    open: press(/^Photo 1 of 1/),
    fields: [inDialog('Description')],
  },
  'details of several animals': {
    file: 'animals/pets/bulk-details.tsx',
    path: () => '/animals',
    open: async (page) => {
      await selectAll(page)
      await press('Change details')(page)
    },
    fields: [inDialog('Breed'), inDialog('Adoption fee', '125.00'), inDialog(/publish/i, true)],
  },
  'the species of several animals': {
    file: 'animals/pets/bulk-question.tsx',
    path: () => '/animals',
    open: async (page) => {
      await selectAll(page)
      await press('Publish')(page)
      await page.getByRole('dialog').getByLabel('Species').fill('Rabbit')
      await page.getByRole('option', { name: 'Rabbit', exact: true }).click()
    },
    fields: [{ ...inDialog('Species', 'Rabbit'), isChosen: true }],
  },
  'the note of an application': {
    file: 'adoptions/applications/application-view.tsx',
    path: ({ application }) => `/applications/${application}`,
    fields: [textbox('Notes')],
  },
  'the approval of an application': {
    file: 'adoptions/applications/decision.tsx',
    path: ({ application }) => `/applications/${application}`,
    open: press('Approve…'),
    fields: [inDialog(/^Decline all other/, true)],
  },
  'an adoption': {
    file: 'animals/adoptions/place-order.tsx',
    path: () => '/adoptions/new',
    fields: [
      label("Adopter's name"),
      label(/^Email/, 'typed@example.org'),
      label('Phone', '+44 20 7946 0000'),
      label('Adoption fee', '150.00'),
      label('Note'),
    ],
  },
  'the fee of an adoption': {
    file: 'animals/adoptions/order-fee.tsx',
    path: ({ open }) => `/adoptions/${open}`,
    open: press('Set fee'),
    fields: [inDialog('Adoption fee', '150.00')],
  },
  'the return of an animal': {
    file: 'adoptions/orders/return-dialog.tsx',
    path: ({ adopted }) => `/adoptions/${adopted}`,
    open: press(/^Return adoption/),
    fields: [inDialog('Moving', true), inDialog('Details')],
  },
  'the columns of an import': {
    file: 'store/imports/columns-step.tsx',
    path: (ids) => `/settings/transfer/imports/${ids.import}?step=columns&as=other`,
    fields: [label('What remark becomes', 'description')],
  },
}

/** The forms of administrators and developers. */
export const adminForms: Record<string, ConsoleForm> = {
  'an invitation': {
    file: 'accounts/users/invite-form.tsx',
    path: () => '/settings/users',
    open: press('Invite user'),
    fields: [inDialog(/^Name/), inDialog(/^Email/, 'typed@example.org'), inDialog('Viewer', true)],
  },
  'the role of a user': {
    file: 'accounts/users/user-view.tsx',
    path: ({ user }) => `/settings/users/${user}`,
    fields: [label('Viewer', true)],
  },
  'the own password': {
    file: 'accounts/users/password-form.tsx',
    path: () => '/settings/sign-in',
    fields: [label('Current password'), label('New password')],
  },
  'a category': {
    file: 'animals/categories/category-form.tsx',
    path: () => '/settings/categories',
    open: press('Add a category'),
    fields: [inDialog(/^Name/)],
  },
  'the name of a category': {
    file: 'animals/categories/category-form.tsx',
    path: () => '/settings/categories',
    open: press(/^Rename category/),
    fields: [inDialog(/^Name/)],
  },
  'a new account': {
    file: 'accounts/accounts/account-form.tsx',
    path: () => '/settings/accounts',
    open: press('New account'),
    fields: [inDialog(/^Name/)],
  },
  'an account': {
    file: 'accounts/accounts/account-form.tsx',
    path: ({ account }) => `/settings/accounts/${account}`,
    open: press('Edit'),
    fields: [inDialog(/^Name/), inDialog('Requests per minute', '70')],
  },
  'a new key': {
    file: 'accounts/api-keys/key-form.tsx',
    path: () => '/settings/keys',
    open: press('New key'),
    fields: [
      inDialog(/^Name/),

      inDialog('Requests per minute', '7'),
    ],
  },
  'the rotation of a key': {
    file: 'accounts/api-keys/rotate-form.tsx',
    path: () => '/settings/keys',
    open: async (page) => {
      await press(/^Rotate /)(page)
      await page.getByRole('dialog').getByRole('combobox').click()
      await page.getByRole('option', { name: 'Works for another week' }).click()
    },
    fields: [{ ...inDialog(/^Old key/, 'Works for another week'), isChosen: true }],
  },
  'a new webhook': {
    file: 'developers/webhooks/webhook-form.tsx',
    path: () => '/settings/webhooks',
    open: press('New webhook'),
    fields: [inDialog(/^URL/, 'https://typed.example.org/hook')],
  },
  'a webhook': {
    file: 'developers/webhooks/webhook-form.tsx',
    path: ({ webhook }) => `/settings/webhooks/${webhook}`,
    open: press('Edit'),
    fields: [inDialog(/^URL/, 'https://typed.example.org/hook')],
  },
}

/** The forms of those who are not signed in yet. Their paths are links, which each test asks for. */
export const earlyForms: Record<string, Omit<ConsoleForm, 'path'> & { button: string }> = {
  'the first administrator': {
    file: 'session/link-page.tsx',
    button: 'Create the store',
    fields: [
      label('Shelter’s name'),
      label('Your name'),
      label('Email', 'first@example.org'),
      label('Password', 'velvet-otter-harbour-71'),
    ],
  },
  'a password': {
    file: 'session/link-page.tsx',
    button: 'Set password and sign in',
    fields: [label('Password', 'velvet-otter-harbour-71')],
  },
  'a new member': {
    file: 'session/sign-up-page.tsx',
    button: 'Create account',
    fields: [
      label('Your name'),
      label('Name of your organization or app'),
      label('Password', 'velvet-otter-harbour-71'),
    ],
  },
}

/** Fills in each field, as somebody would. */
export const fillIn = async (page: Page, { fields }: Pick<ConsoleForm, 'fields'>): Promise<void> => {
  for (const { find, value, isChosen } of fields) {
    const field = find(page)
    await field.waitFor()
    if (isChosen) continue
    if (value === true) await field.check()
    else if (await isSelect(field)) await field.selectOption(value)
    else await field.fill(value)
  }
}

const isSelect = (field: Locator) => field.evaluate((element) => element.matches('select'))

/** The first field without what was typed into it; undefined if all have it. */
export const lostField = async (page: Page, { fields }: Pick<ConsoleForm, 'fields'>): Promise<string | undefined> => {
  for (const [at, { find, value }] of fields.entries()) {
    const now = await entryOf(find(page), value === true)
    if (now !== value) return `field ${at + 1}: ${now}`
  }
  return undefined
}

const entryOf = async (field: Locator, isBox: boolean): Promise<string | boolean> => {
  if ((await field.count()) === 0) return 'not there'
  return isBox ? field.isChecked() : field.inputValue()
}
