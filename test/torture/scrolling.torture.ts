// Scrolls through many animals for longer.
import '../browser/animals.test.ts'
