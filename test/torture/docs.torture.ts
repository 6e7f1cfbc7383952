// The tests of the reference, with every operation drawn that it has.
import '../browser/docs.test.ts'
