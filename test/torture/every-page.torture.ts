// Every page in light and dark, at each width: `npm test` looks at each page of the console in one of them, and at those
// of the public in as many as have something of their own.
import '../browser/apply.test.ts'
import '../browser/docs.test.ts'
import '../browser/every-page.test.ts'
import '../browser/gallery.test.ts'
