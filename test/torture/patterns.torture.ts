// Tries every beginning with every ending.
import '../patterns.long.test.ts'
