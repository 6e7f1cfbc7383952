// Compares search results on both engines hundreds of times.
import '../../server/catalogue/listings/search-engines.test.ts'
