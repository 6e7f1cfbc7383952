// Scrolling among many animals, for longer.
import '../browser/animals.test.ts'
