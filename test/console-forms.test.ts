import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { adminForms, earlyForms, shelterForms } from './harness/console-forms.ts'

const root = new URL('../console/', import.meta.url).pathname

const sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(?:^|\/)(?:node_modules|dist)\//.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

/** The forms that the tests of what is typed fill in, in `test/browser/nothing-lost*.test.ts`. */
const visited = new Set(
  [shelterForms, adminForms, earlyForms].flatMap((forms) => Object.values(forms).map(({ file }) => file)),
)

const filesWith = (pattern: RegExp): string[] =>
  [...sources].filter(([file, text]) => file.endsWith('.tsx') && pattern.test(text)).map(([file]) => file)

/** A file and all that it imports. */
const reachedFrom = (file: string, found = new Set<string>()): Set<string> => {
  const text = sources.get(file)
  if (text === undefined || found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g))
    reachedFrom(relative(root, join(root, dirname(file), path)), found)
  return found
}

test('the browser tests fill in every form that can lose what is typed', () => {
  const forms = filesWith(/<FormModal\b|\buseUnsaved\(|\buseUnsavedDialog\(|\buseUnloadWarning\(/)
  const missing = forms.filter((file) => !visited.has(file) && file !== 'platform/form.tsx')
  assert.deepEqual(missing, [], 'add them to test/harness/console-forms.ts')
  assert.deepEqual(
    [...visited].filter((file) => !sources.has(file)),
    [],
  )
})

/** Filters, which are in the URL, what is read only, and signing in, which is repeated at once. */
const noForms = [
  'accounts/audit/audit-page.tsx',
  'accounts/mail/mail-text.tsx',
  'adoptions/applications/inbox.tsx',
  'adoptions/reports/period-field.tsx',
  'animals/pets/animal-filters.tsx',
  'platform/search-field.tsx',
  'session/key-sign-in.tsx',
  'session/sign-in.tsx',
]

test('every field for text belongs to such a form', () => {
  const fields = filesWith(
    /<(?:Textarea|TextInput|NumberInput|TagsInput|PasswordInput|Autocomplete|PasswordField|EmailField|WelcomeField)\b/,
  )
  const parts = new Set([...visited].flatMap((file) => [...reachedFrom(file)]))
  assert.deepEqual(
    fields.filter((file) => !parts.has(file) && !noForms.includes(file)),
    [],
  )
})
