// Looks at the gallery and the site in every language.
import '../browser/gallery-languages.test.ts'
import '../browser/site.test.ts'
