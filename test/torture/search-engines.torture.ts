// What a search finds on both engines, asked hundreds of times.
import '../../server/catalogue/listings/search-engines.test.ts'
