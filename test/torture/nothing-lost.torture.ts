// Interrupts each form in every way.
import '../browser/nothing-lost.test.ts'
import '../browser/nothing-lost-admin.test.ts'
