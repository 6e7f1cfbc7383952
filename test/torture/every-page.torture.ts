import { inOneProcess } from '../harness/in-one-process.ts'

// Every page in light and dark, at each width. `npm run test:all` checks each page of the console in one of these, and the
// public pages in those that differ.
const names = ['apply', 'docs', 'documents', 'every-page', 'gallery', 'people', 'reports']
names.push('shelter-settings', 'sign-in', 'imports')

await inOneProcess(names.map((name) => `test/browser/${name}.test.ts`))
