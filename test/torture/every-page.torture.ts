import { inOneProcess } from '../harness/in-one-process.ts'

// Every page in light and dark, at each width: `npm test` looks at each page of the console in one of them, and at those
// of the public in as many as have something of their own.
const names = ['apply', 'docs', 'documents', 'every-page', 'gallery', 'people', 'reports']
names.push('shelter-settings', 'sign-in', 'transfer')

await inOneProcess(names.map((name) => `test/browser/${name}.test.ts`))
