// Tries every beginning with every ending.
import '../patterns.test.ts'
