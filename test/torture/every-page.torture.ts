// Every page of the console in light and dark: `npm test` looks at each in one of them.
import '../browser/every-page.test.ts'
